"""`kibitz judge`: questions about games in, one JSON object a line; what the rules answer out."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.illegible import why
from engine.messages import Message
from firmware.complaint import CommandError, complain, text_of
from firmware.terminal.arguments import Parser, place

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
    from firmware.settings import spoken_language

    language = spoken_language()
    status = 0
    for path in args.files:
        try:
            _answer(path)
        except CommandError as error:
            complain("judge", error.sentence(language))
            status = 1
    return status


def _answer(path: Path) -> None:
    """Print the answers to a file's questions, each at once. CommandError where it cannot be read to its end."""
    from engine.judged import answers

    try:
        for answer in answers(text_of(path)):
            print(json.dumps(answer), flush=True)
    except ValueError as error:
        raise CommandError(NO_QUESTION, path=path, reason=why(error)) from error
