"""`kibitz games`: the games in the journal, listed, shown turn by turn, or exported as PPN or JSON."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.illegible import why
from engine.messages import Language, Message
from engine.play import Play
from engine.recorded import FORMATS, replayed, usual_format, written
from firmware.complaint import CommandError
from firmware.journal import PastGame, past_games, words
from firmware.journal.entry import OtherVersionError
from firmware.journal.reading import UNREADABLE, is_damage, is_foreign
from firmware.sayings import points_of, score_of
from firmware.settings import is_closed_to_us, journal_path, load_settings, spoken_language
from firmware.terminal.arguments import Parser, count, place, settings_argument

GAP = "  "


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz games`."""
    language, say = parser.language, parser.language.say
    where: dict[str, Any] = {
        "type": place,
        "metavar": "PATH",
        "help": Message("the journal (default: the one in the settings)"),
    }
    parser.add_argument("--journal", **where)
    settings_argument(parser)
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", help=say(Message("without one, the games are listed"))
    )
    show = actions.add_parser(
        "show", language=language, help=say(Message("a game turn by turn, with the score and its working"))
    )
    export = actions.add_parser(
        "export", language=language, help=say(Message("print a game as a file that `kibitz replay` reads"))
    )
    for action in (show, export):
        # Without a default, so that it doesn't overwrite what was given before the action.
        action.add_argument("--journal", default=argparse.SUPPRESS, **where)
        settings_argument(action, default=argparse.SUPPRESS)
        action.add_argument(
            "number", type=count, metavar="N", help=Message("the number of the game in the list")
        )
    export.add_argument(
        "--format", choices=FORMATS, help=Message("default: ppn, or json where that knows no such board")
    )


def run(args: argparse.Namespace) -> int:
    """List, show or export. CommandError where that cannot be done."""
    path: Path = args.journal or journal_path(load_settings(args.settings).settings)
    language = spoken_language(args.settings)
    try:
        games = past_games(path)
    except FileNotFoundError as error:
        of_service = args.journal is None and is_closed_to_us()
        raise CommandError(words.OF_THE_SERVICE if of_service else words.NO_JOURNAL, path=path) from error
    except UNREADABLE as error:
        problem = words.DAMAGED if is_damage(error) else words.UNREADABLE
        if isinstance(error, IsADirectoryError) or (args.journal and is_foreign(path)):
            problem = words.FOREIGN
        if isinstance(error, OtherVersionError):
            problem = words.OTHER_VERSIONS
        reason = why(error) if isinstance(error, OSError) else error
        raise CommandError(problem, path=path, reason=reason) from error
    if args.action is None:
        print(*_listed(games, language), sep="\n")
        return 0
    game = next((it for it in games if it.number == args.number), None)
    if game is None:
        raise CommandError(words.NO_SUCH_GAME, number=args.number)
    if not game.start:
        raise CommandError(words.NOT_BEGUN, number=args.number)
    if args.action == "show":
        _show(game, language)
    else:
        _export(game, args.format)
    return 0


def _show(game: PastGame, language: Language) -> None:
    """The game turn by turn, its score, and how the table looked in the end."""
    from firmware.games import table_rules

    try:
        account = replayed(game.game, _name(game), game.start, game.turns, game.house_rules).account(language)
        rules = table_rules(game.game, game.house_rules)
        play = Play(rules, rules.parse_state(game.start), map(rules.parse_change, game.turns))
    except ValueError as error:
        raise CommandError(words.CANNOT_SHOW, number=game.number, reason=error) from error
    if game.is_over and play.end is None:
        account.append(language.say(words.ENDED_BY_PLAYERS, {"score": score_of(game.score, language)}))
    print(*account, "", play.game.sketch(play.state), sep="\n")


def _export(game: PastGame, form: str | None) -> None:
    try:
        form = form or usual_format(game.game)
        text = _written(game, form)
    except ValueError as error:
        can = any(_can_be_written(game, other) for other in FORMATS if other != form)
        problem = words.CANNOT_EXPORT if can else words.NO_FORMAT
        raise CommandError(problem, number=game.number, form=form, reason=error) from error
    print(text, end="")


def _written(game: PastGame, form: str) -> str:
    return written(game.game, _name(game), game.start, game.turns, form, game.house_rules)


def _can_be_written(game: PastGame, form: str) -> bool:
    try:
        _written(game, form)
    except ValueError:
        return False
    return True


def _listed(games: Sequence[PastGame], language: Language) -> list[str]:
    if not games:
        return [language.say(words.NO_GAMES)]
    rows = [
        [language.say(heading) for heading in words.HEADINGS],
        *([str(it.number), _began(it), it.game, str(len(it.turns)), _outcome(it, language)] for it in games),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numbers = (0, 3)
    return [
        GAP.join(
            cell.rjust(width) if place in numbers else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _outcome(game: PastGame, language: Language) -> str:
    if not game.is_over:
        return language.say(words.NOT_OVER)
    return points_of(game.score, language)


def _name(game: PastGame) -> str:
    return f"{game.number} ({_began(game)})"


def _began(game: PastGame) -> str:
    return f"{datetime.fromtimestamp(game.began):%Y-%m-%d %H:%M}"
