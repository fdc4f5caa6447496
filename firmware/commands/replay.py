"""`kibitz replay`: plays recorded games through and says what the rules say.

Read are Kibitz's own records, Portable Piecepack Notation and JSON lines; the games themselves, with
their formats, are the engine's.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.illegible import AskedRuleError
from engine.messages import Language, Message
from firmware.complaint import CommandError, complain, text_of
from firmware.terminal.arguments import Parser, place

if TYPE_CHECKING:
    from engine.entry import Replayed

_NOT_TEXT = Message("{path}: not text in UTF-8; give a Kibitz record, PPN or JSON lines")
_NO_MATCH = Message("{path}: {reason}; a match has games by the same players, begun by each in turn")
_NO_RULE = Message("{path}: {reason}; name another with --house-rule, or none")
_FAULTY = Message("{path}: {reason}; correct that and replay it again")

JSON = Message("print one JSON object a game")
MATCH = Message("sum the games of a file up as one match of Netzwerk, and say who begins the next")


def add_arguments(parser: Parser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files", nargs="+", type=place, metavar="FILE", help=Message("records, PPN or JSON lines")
    )
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=parser.language.say(JSON))
    forms.add_argument(
        "--match",
        action="store_true",
        help=parser.language.say(MATCH),
    )
    parser.add_argument(
        "--house-rule",
        action="append",
        dest="house_rules",
        metavar="NAME",
        help=Message(
            "judge by this house rule, and not by what the record says; may be given again for another"
        ),
    )


def run(args: argparse.Namespace) -> int:
    """Replay the files; 1 when one of them could not be read, else 0."""
    from firmware.settings import spoken_language

    language = spoken_language()
    status, is_first = 0, True
    for path in args.files:
        try:
            games = _replayed(path, args.house_rules)
            for game in games:
                if args.json:
                    print(json.dumps(game.to_json()))
                else:
                    print(*([] if is_first else [""]), *game.account(language), sep="\n")
                is_first = False
            if args.match:
                print("", *_summed_up(path, games, language), sep="\n")
        except CommandError as error:
            complain("replay", error.sentence(language))
            status = 1
    return status


def _replayed(path: Path, house_rules: Sequence[str] | None) -> Sequence[Replayed]:
    """The games of a file. CommandError."""
    from engine.recorded import replays

    try:
        return replays(text_of(path), house_rules)
    except UnicodeDecodeError as error:
        raise CommandError(_NOT_TEXT, path=path) from error
    except AskedRuleError as error:
        raise CommandError(_NO_RULE, path=path, reason=error) from error
    except ValueError as error:
        raise CommandError(_FAULTY, path=path, reason=error) from error


def _summed_up(path: Path, games: Sequence[Replayed], language: Language) -> Sequence[str]:
    """What the games of a file come to as one match. CommandError where they don't make one."""
    from engine.recorded import summed_up

    try:
        return summed_up(games, language)
    except ValueError as error:
        raise CommandError(_NO_MATCH, path=path, reason=error) from error
