"""``kibitz replay``: plays recorded games through and says what the rules say.

Read are Kibitz's own records, PPN, and JSON lines; see ``engine/alien_city/records.py`` and ``ppn.py``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, PPN or JSON lines")
    parser.add_argument("--json", action="store_true", help="print one JSON object a game")
    parser.add_argument(
        "--house-rule",
        action="append",
        dest="house_rules",
        metavar="NAME",
        help="judge by a house rule (cut_off_lots, fallback_keeps_r3) instead of what the record says",
    )


def run(args: argparse.Namespace) -> int:
    """Replay the files; 1 when one of them could not be read, else 0."""
    from engine.alien_city.account import account
    from engine.alien_city.house_rules import HouseRules
    from engine.alien_city.reading import read_games
    from engine.alien_city.replay import replay

    try:
        house_rules = HouseRules.named(args.house_rules) if args.house_rules else None
    except ValueError as error:
        return _complain(f"--house-rule: {error}")
    status, is_first = 0, True
    for path in args.files:
        try:
            games = read_games(path.read_text(encoding="utf-8"))
        except OSError as error:
            status = _complain(f"{path}: {error.strerror}; check the name of the file")
            continue
        except UnicodeDecodeError:
            status = _complain(f"{path}: not a text file; give a Kibitz record, PPN or JSON lines")
            continue
        except ValueError as error:
            status = _complain(f"{path}: {error}; correct the file there and replay it again")
            continue
        for game in games:
            replayed = replay(game, house_rules)
            if args.json:
                print(json.dumps(replayed.to_json()))
            else:
                print(*([] if is_first else [""]), *account(replayed), sep="\n")
            is_first = False
    return status


def _complain(what: str) -> int:
    print(f"kibitz replay: {' '.join(what.split())}", file=sys.stderr)
    return 1
