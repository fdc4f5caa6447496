"""`kibitz watch`: watches a table, from the set-up to the score."""

from __future__ import annotations

import argparse
import os

from engine.messages import Message
from firmware.complaint import complain
from firmware.games import NAMES
from firmware.terminal.arguments import (
    Parser,
    camera_argument,
    file,
    game_argument,
    settings_argument,
    wishes,
)

_BAD_SETTINGS = os.EX_CONFIG  # the service isn't started again with settings that can't be followed


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz watch`."""
    camera_argument(parser)
    game_argument(parser, NAMES)
    parser.add_argument("--json", action="store_true", help=Message("print one line of JSON an event"))
    parser.add_argument(
        "--window",
        action="store_true",
        help=Message("show all of it, with buttons, on a page in the browser of this computer"),
    )
    settings_argument(parser)
    parser.add_argument(
        "--journal",
        type=file,
        metavar="FILE",
        help=Message(
            "keep the game here (default: as in the settings, and nowhere for what isn't a live camera)"
        ),
    )


def run(args: argparse.Namespace) -> int:
    """Watch until the camera has nothing more to show or somebody stops it; 1 when that fails, 129 when its terminal
    was closed."""
    from firmware.calibrated import CalibrationError
    from firmware.settings import SettingsError, language_of, load_settings, spoken_language

    try:
        settings = load_settings(args.settings, wishes(args)).settings
        from firmware.watching.watch import watch

        language = language_of(settings)
        is_well = watch(settings, language, journal=args.journal, as_json=args.json, on_page=args.window)
    except (SettingsError, CalibrationError) as error:
        complain("watch", error.sentence(spoken_language(args.settings)))
        return _BAD_SETTINGS
    return 0 if is_well else 1
