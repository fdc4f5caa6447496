"""`kibitz show`: a position drawn, what is wrong with it, what it scores, and what can be built now."""

from __future__ import annotations

import argparse
import sys
from random import randrange
from typing import Any

from engine.game import Game
from engine.illegible import AskedRuleError, why
from engine.messages import Language, Message
from engine.whole import write_whole
from firmware.complaint import CommandError, writing
from firmware.terminal.arguments import Parser, count, place
from firmware.verdicts import fault_lines, score_if_read, score_lines

_MOST_SEEDS = 100_000
_MOST_DIGITS = 3  # of a city's value; longer numbers aren't even looked up

_NO_POSITION = Message("{reason}; give a position text, or - to read it from standard input")
_NOTHING = Message("give a position text, - to read it from standard input, or --deal PLAYERS")
_BOTH = Message("give a position or --deal, not both")
_NO_DEAL = Message("leave out --seed: it goes with --deal")
_NO_RULE = Message("{reason}; leave out --house-rule, or name another")
_NO_CITIES = Message("{reason}; leave out --for")
_NO_CITY = Message("{reason}; name cities by their values, as in --for 4,7")
_NO_VALUES = Message("no such cities: {text}; name them by their values, as in --for 4,7")
_DEALT = Message("the same again: --seed {seed}")
_NOW = Message("Now:")


def add_arguments(parser: Parser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "position",
        nargs="*",
        metavar="POSITION",
        help=Message("the text of a position of any game; - reads it from standard input"),
    )
    parser.add_argument(
        "--deal",
        type=count,
        choices=(2, 3, 4),
        metavar="PLAYERS",
        help=Message("instead, lay a landscape of Netzwerk at random for 2, 3 or 4 players"),
    )
    parser.add_argument(
        "--seed", type=count, help=Message("with --deal: the same number lays the same landscape")
    )
    parser.add_argument(
        "--for",
        dest="cities",
        metavar="CITIES",
        help=Message("say what is missing to join these cities of Netzwerk, as in 4,7"),
    )
    parser.add_argument(
        "--house-rule",
        action="append",
        default=[],
        dest="house_rules",
        metavar="NAME",
        help=Message(
            "play by this house rule; one of Netzwerk is named with its value, as in build_limit=free"
        ),
    )
    parser.add_argument("--svg", type=place, metavar="FILE", help=Message("write the position as a picture"))


def run(args: argparse.Namespace) -> int:
    """Show the position. CommandError where there is none, or what is asked of it cannot be done."""
    from firmware.settings import spoken_language

    language = spoken_language()
    game, state = _dealt(args, language) if _is_dealt(args) else _given(args)
    lacks = None if args.cities is None else _lacks(game, state, args.cities, language)
    print(game.sketch(state))
    _print_verdict(game, state, language)
    if lacks is not None:
        print("", lacks, sep="\n")
    if args.svg:
        with writing(args.svg):
            write_whole(args.svg, game.drawing(state, language).encode())
    return 0


def _is_dealt(args: argparse.Namespace) -> bool:
    """Whether a landscape is to be laid at random, and no position is given."""
    if args.deal and args.position:
        raise CommandError(_BOTH)
    if args.seed is not None and not args.deal:
        raise CommandError(_NO_DEAL)
    if not args.deal and not args.position:
        raise CommandError(_NOTHING)
    return bool(args.deal)


def _dealt(args: argparse.Namespace, language: Language) -> tuple[Game[Any, Any], Any]:
    """A landscape laid at random; it is said how to lay it again."""
    from engine.positions import random_opening

    seed = randrange(_MOST_SEEDS) if args.seed is None else args.seed
    try:
        game, state = random_opening(args.deal, seed, args.house_rules)
    except ValueError as error:
        raise CommandError(_NO_RULE, reason=error) from error
    print(game.format_state(state), language.say(_DEALT, {"seed": seed}), sep="\n")
    return game, state


def _given(args: argparse.Namespace) -> tuple[Game[Any, Any], Any]:
    """The position of the text that is given, or read from standard input."""
    from engine.positions import parse_position

    try:
        text = sys.stdin.read() if args.position == ["-"] else " ".join(args.position)
        return parse_position(text.strip(), args.house_rules)
    except AskedRuleError as error:
        raise CommandError(_NO_RULE, reason=error) from error
    except ValueError as error:
        raise CommandError(_NO_POSITION, reason=why(error)) from error


def _lacks(game: Game[Any, Any], state: Any, cities: str, language: Language) -> str:
    """What is missing to join the cities of the values that a text names."""
    from engine.positions import NoCitiesError, lacking

    try:
        return lacking(game, state, _values(cities), language)
    except NoCitiesError as error:
        raise CommandError(_NO_CITIES, reason=error) from error
    except ValueError as error:
        raise CommandError(_NO_CITY, reason=error) from error


def _values(text: str) -> list[int]:
    """The values of cities that a text names, as `4,7` does."""
    named = [value.strip() for value in text.split(",")]
    if not all(value.isdecimal() and len(value) <= _MOST_DIGITS for value in named):
        raise CommandError(_NO_VALUES, text=text)
    return [int(value) for value in named]


def _print_verdict(game: Game[Any, Any], state: Any, language: Language) -> None:
    for line in fault_lines(game.faults(state), language):
        print(line)
    print("", *score_lines(score_if_read(game, state), language), sep="\n")
    if advice := game.advice(state, language):
        print("", language.say(_NOW), *(f"  {line}" for line in advice), sep="\n")
