"""`kibitz settings`: the settings in force as TOML, each with where it came from."""

from __future__ import annotations

import argparse

from engine.messages import Message
from firmware.complaint import complain
from firmware.terminal.arguments import Parser, settings_argument


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz settings`."""
    settings_argument(parser)
    parser.add_argument(
        "--example",
        action="store_true",
        help=Message("print a settings file to begin with, every key at its default"),
    )


def run(args: argparse.Namespace) -> int:
    """Print the settings; 1 when they cannot be followed."""
    from firmware.calibrated import unusable
    from firmware.settings import load_settings, spoken_language, text

    language = spoken_language(args.settings)
    if args.example:
        print(text.example(language), end="")
        return 0
    loaded = load_settings(args.settings)
    print(text.in_force(loaded, language), end="")
    troubles = unusable(loaded.settings)
    for finding in troubles:
        complain("settings", finding.told(language))
    return 1 if troubles else 0
