"""`kibitz judge`: questions about games in, one JSON object a line; what the rules answer out."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from engine.illegible import why
from engine.messages import Language, Message
from firmware.arguments import Parser, place
from firmware.complaint import in_one_line

NOT_OPENED = Message("{path}: cannot be read: {reason}")
NO_QUESTION = Message("{path}: {reason}")


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz judge`."""
    parser.add_argument(
        "files",
        nargs="+",
        type=place,
        metavar="FILE",
        help=Message("games with samples or positions, one JSON object a line"),
    )
    parser.add_argument("--json", action="store_true", help=Message("print JSON, as it does anyway"))


def run(args: argparse.Namespace) -> int:
    """Answer all files; 1 when one of them could not be read to its end, else 0."""
    from engine.judged import answers
    from firmware.settings import spoken_language

    language = spoken_language()
    status = 0
    for path in args.files:
        try:
            text = path.read_text(encoding="utf-8-sig")
        except OSError as error:
            status = _complain(language, NOT_OPENED, path, error)
            continue
        except ValueError as error:
            status = _complain(language, NO_QUESTION, path, error)
            continue
        try:
            for answer in answers(text):
                print(json.dumps(answer), flush=True)
        except ValueError as error:
            status = _complain(language, NO_QUESTION, path, error)
    return status


def _complain(language: Language, problem: Message, path: Path, error: Exception) -> int:
    said = in_one_line(language.say(problem, {"path": path, "reason": why(error)}))
    print(f"kibitz judge: {said}", file=sys.stderr)
    return 1
