"""``kibitz replay``: plays recorded games through and says what the rules say.

Read are Kibitz's own records, Portable Piecepack Notation and JSON lines; the games themselves, with
their formats, are the engine's.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from engine.illegible import AskedRuleError, why
from engine.messages import Language, Message
from firmware.arguments import Parser, place
from firmware.complaint import in_one_line

_NOT_OPENED = Message("{path}: {reason}; check the name of the file")
_NOT_TEXT = Message("{path}: not text in UTF-8; give a Kibitz record, PPN or JSON lines")
_NO_MATCH = Message("{path}: {reason}; a match has games by the same players, begun by each in turn")
_NO_RULE = Message("{path}: {reason}; name another with --house-rule, or none")
_FAULTY = Message("{path}: {reason}; correct that and replay it again")


def add_arguments(parser: Parser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files", nargs="+", type=place, metavar="FILE", help=Message("records, PPN or JSON lines")
    )
    parser.add_argument("--json", action="store_true", help=Message("print one JSON object a game"))
    parser.add_argument(
        "--match",
        action="store_true",
        help=Message("sum the games of a file up as one match of Netzwerk, and say who begins the next"),
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
    from engine.recorded import match_lines, replays
    from firmware.settings import spoken_language

    language = spoken_language()
    status, is_first = 0, True
    for path in args.files:
        try:
            games = replays(path.read_text(encoding="utf-8-sig"), args.house_rules)
        except OSError as error:
            status = _complain(path, _NOT_OPENED, why(error), language)
            continue
        except UnicodeDecodeError:
            status = _complain(path, _NOT_TEXT, "", language)
            continue
        except AskedRuleError as error:
            status = _complain(path, _NO_RULE, error, language)
            continue
        except ValueError as error:
            status = _complain(path, _FAULTY, error, language)
            continue
        for game in games:
            if args.json:
                print(json.dumps(game.to_json()))
            else:
                print(*([] if is_first else [""]), *game.account(language), sep="\n")
            is_first = False
        if args.match and not args.json:
            try:
                print("", *match_lines(games, language), sep="\n")
            except ValueError as error:
                status = _complain(path, _NO_MATCH, error, language)
    return status


def _complain(path: Path, problem: Message, reason: object, language: Language) -> int:
    said = in_one_line(language.word(reason))
    print(f"kibitz replay: {language.say(problem, {'path': path, 'reason': said})}", file=sys.stderr)
    return 1
