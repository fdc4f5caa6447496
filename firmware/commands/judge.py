"""`kibitz judge`: questions about games in, one JSON object a line; what the rules answer out."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from engine.illegible import why
from engine.messages import Message
from firmware.arguments import Parser

NOT_OPENED = Message("{path}: cannot be read: {reason}")
NO_QUESTION = Message("{path}: {reason}")


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz judge`."""
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
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
            for answer in answers(path.read_text(encoding="utf-8-sig")):
                print(json.dumps(answer), flush=True)
        except (OSError, ValueError) as error:
            status = 1
            message = NOT_OPENED if isinstance(error, OSError) else NO_QUESTION
            said = " ".join(language.say(message, {"path": path, "reason": why(error)}).split())
            print(f"kibitz judge: {said}", file=sys.stderr)
    return status
