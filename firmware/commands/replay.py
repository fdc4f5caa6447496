"""``kibitz replay``: plays recorded games through and says what the rules say.

Read are Kibitz's own records, Portable Piecepack Notation and JSON lines; the games themselves, with
their formats, are the engine's.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

LONGEST_PROBLEM = 400
"""Signs; of a longer one the middle is left out."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, PPN or JSON lines")
    parser.add_argument("--json", action="store_true", help="print one JSON object a game")
    parser.add_argument(
        "--house-rule",
        action="append",
        dest="house_rules",
        metavar="NAME",
        help="judge by this house rule, and not by what the record says; may be given again for another",
    )


def run(args: argparse.Namespace) -> int:
    """Replay the files; 1 when one of them could not be read, else 0."""
    from engine.recorded import replays
    from firmware.settings import spoken_language

    language = spoken_language()
    status, is_first = 0, True
    for path in args.files:
        try:
            games = replays(path.read_text(encoding="utf-8"), args.house_rules)
        except OSError as error:
            status = _complain(path, str(error.strerror), "check the name of the file")
            continue
        except UnicodeDecodeError:
            status = _complain(path, "not text in UTF-8", "give a Kibitz record, PPN or JSON lines")
            continue
        except ValueError as error:
            status = _complain(path, str(error), "correct that and replay it again")
            continue
        for game in games:
            if args.json:
                print(json.dumps(game.to_json()))
            else:
                print(*([] if is_first else [""]), *game.account(language), sep="\n")
            is_first = False
    return status


def _complain(path: Path, problem: str, remedy: str) -> int:
    """One line, however much of a damaged file the problem quotes."""
    problem = " ".join(problem.split())
    if len(problem) > LONGEST_PROBLEM:
        problem = f"{problem[: LONGEST_PROBLEM // 2]} … {problem[-LONGEST_PROBLEM // 2 :]}"
    print(f"kibitz replay: {path}: {problem}; {remedy}", file=sys.stderr)
    return 1
