"""`kibitz read`: photos in; the position, what is against the rules, and the score out."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.illegible import why
from engine.messages import Language, Message, Sentence
from firmware.cameras.pictures import pictures_in
from firmware.complaint import CommandError, complain
from firmware.games import NAMES, learns_sets
from firmware.terminal.arguments import Parser, place

if TYPE_CHECKING:
    from calibration.own_set.file import SetProfile
    from firmware.games import TableGame
    from firmware.settings import Settings
    from vision.lens import Lens

LIES_THERE = Message("which game lies there: {games} (default: whichever is found)")
OTHER_SET = Message("{path} is a set of {game}; leave out --set, or --game")
NO_FOLDER = Message("{folder} cannot be written to: {reason}")
NOT_A_FOLDER = Message("{path} is a file; --annotate names a folder")
NOT_DRAWN = Message("{path}: read, but not drawn: {reason}")
NOT_IN_COLOUR = Message("{path} is in black and white: nobody can tell colours there.")
NO_LENS = Message(
    "not all could be read. No lens was named: an ordinary one is assumed, and the edges of the picture are read "
    "less surely; --lens FILE names one."
)
NO_SET = Message(
    "not all could be read. Pieces were taken to be red, blue, green and black; --set NAME reads with one of your "
    "sets: {names}."
)


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz read`."""
    parser.add_argument(
        "photos", nargs="+", type=place, metavar="PHOTO", help=Message("a photo, or a folder of photos")
    )
    parser.add_argument(
        "--game",
        choices=NAMES,
        metavar="GAME",
        help=Sentence(LIES_THERE, {"games": NAMES}),
    )
    parser.add_argument("--json", action="store_true", help=Message("print one line of JSON a photo"))
    parser.add_argument(
        "--annotate", type=place, metavar="DIR", help=Message("write each photo with its reading drawn on it")
    )
    parser.add_argument(
        "--lens", type=place, metavar="FILE", help=Message("the lens the photos were taken through")
    )
    parser.add_argument(
        "--set",
        metavar="NAME",
        help=Message(
            "your own set, as `kibitz calibrate set` leaves it: its name, or its file (default: that of the "
            'settings; "" is none)'
        ),
    )


def run(args: argparse.Namespace) -> int:
    """Read all photos; 1 when any could not be read, 0 otherwise. LensFileError, CalibrationError, CommandError."""
    from firmware.photo_read import json_line, read_photo, text, write_annotated
    from firmware.settings import spoken_language
    from vision.game import NotSeenError
    from vision.light import has_colour
    from vision.photo import BadPhotoError, read_bytes
    from vision.sharpness import on_board

    language = spoken_language()
    means = _means(args, language)
    if args.annotate:
        try:
            args.annotate.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise CommandError(NOT_A_FOLDER, path=args.annotate) from error
        except OSError as error:
            raise CommandError(NO_FOLDER, folder=args.annotate, reason=why(error)) from error
    failed, unread_games = False, set[str]()
    for path in _photos(args.photos):
        try:
            result = read_photo(means.tables, read_bytes(path), means.lens)
        except (BadPhotoError, NotSeenError, ValueError) as error:
            failed = True
            _report_failure(path, error, language, args.json)
            continue
        if not has_colour(on_board(result.picture, result.seen.parts)):
            complain("read", language.say(NOT_IN_COLOUR, {"path": path}))
        elif result.seen.unread:
            unread_games.add(result.game.rules.name)
        own_language = language.calling(result.game.own_words)
        named = str(path) if args.game else f"{path}: {result.game.rules.name}"
        print(json_line(path, result) if args.json else text(named, result, own_language), flush=True)
        if args.annotate:
            try:
                write_annotated(args.annotate, path, result)
            except OSError as error:
                failed = True
                said = language.say(NOT_DRAWN, {"path": path, "reason": why(error)})
                print(said, file=sys.stderr)
    if unread_games:
        _say_what_may_help(language, unread_games, means)
    return 1 if failed else 0


@dataclass(frozen=True)
class _Means:
    """What photos are read with: the games that may lie there, the lens that was named, an owner's own set."""

    tables: Sequence[TableGame]
    lens: Lens | None
    own: SetProfile | None


def _means(args: argparse.Namespace, language: Language) -> _Means:
    """What was asked for, or is in the settings; says what is wrong with it. Raises as `run`."""
    from calibration.lens.file import load_lens
    from calibration.own_set.file import SetFileError, load_set
    from firmware.calibrated import CalibrationError, lens_in_use, set_in_use, set_of_no_use
    from firmware.finding import Level

    settings, now = _settings(language), datetime.now(UTC)
    own_path = _own_set(args.set, args.game, settings)
    kept = load_lens(args.lens) if args.lens else None
    try:
        own = load_set(own_path) if own_path else None
        if own is not None and args.game not in (None, own.game):
            if args.set:
                raise CommandError(OTHER_SET, path=own_path, game=own.game)
            own = None  # the settings name a set of another game
        tables = _tables([args.game] if args.game else NAMES, own, only_its_own=bool(args.set))
    except SetFileError as error:
        raise CalibrationError(set_of_no_use(error, is_asked_for=bool(args.set))) from error
    findings = [lens_in_use(args.lens, kept, settings, now)] if kept else []
    findings += [set_in_use(own_path, own, settings, now)] if own and own_path else []
    for finding in findings:
        if finding.level is not Level.OK:
            complain("read", finding.told(language))
    return _Means(tables, kept.lens if kept else None, own)


def _settings(language: Language) -> Settings:
    """The settings in force or, if they are faulty, the defaults: photos are read all the same, and it is said."""
    from firmware.settings import Settings, SettingsError, load_settings

    try:
        return load_settings().settings
    except SettingsError as error:
        complain("read", error.sentence(language))
        return Settings()


def _own_set(named: str | None, game: str | None, settings: Settings) -> Path | None:
    """The file of the set to read with: the one given with `--set`, else that of the settings; "" means none."""
    from firmware.settings import set_path

    if named is None:
        return settings.game.set if game is None or learns_sets(game) else None
    if "/" in named or "." in named:
        return Path(named)
    return set_path(settings, named) if named else None


def _tables(games: Sequence[str], own: SetProfile | None, *, only_its_own: bool) -> list[TableGame]:
    """These games, the set's own with eyes for it; only_its_own: no others. Raises SetFileError.

    A set's eyes refuse a set of another game; one of an unknown game is refused by the first game.
    """
    from firmware.games import table_game

    if own is None:
        return [table_game(name) for name in games]
    of = own.game if own.game in NAMES else games[0]
    return [
        table_game(name, own_set=own if name == of else None) for name in ([of] if only_its_own else games)
    ]


def _say_what_may_help(language: Language, games: Iterable[str], means: _Means) -> None:
    """Say, when not all of these games could be read, which calibration was not used and which is missing."""
    from firmware.settings import set_names

    names = () if means.own is not None or not any(map(learns_sets, games)) else set_names()
    if means.lens is None:
        complain("read", language.say(NO_LENS))
    if names:
        complain("read", language.say(NO_SET, {"names": names}))


def _photos(paths: list[Path]) -> Iterator[Path]:
    """The photos named, those in a folder in the order of their names."""
    for path in paths:
        inside = []
        # In this order: the second raises where the first is false.
        if os.access(path, os.R_OK) and path.is_dir():
            inside = pictures_in(path)
        # A folder that can't be read, or holds nothing, is given itself, and refused when it is opened.
        yield from inside or [path]


def _report_failure(path: Path, error: Exception, language: Language, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"image": str(path), "error": str(error)}), flush=True)
    print(f"{path}: {language.word(error)}", file=sys.stderr)
