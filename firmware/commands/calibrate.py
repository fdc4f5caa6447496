"""`kibitz calibrate`: procedures that a person goes through once, and that leave a file behind."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.illegible import IllegibleError, why
from engine.messages import Message
from firmware.complaint import NOT_WRITTEN, CommandError, complain, writing
from firmware.terminal.arguments import Parser, camera_argument, data_file, settings_argument, wishes, word

if TYPE_CHECKING:
    from engine.game import OwnNames
    from firmware.calibrate.desk import Desk
    from firmware.settings import Settings
    from vision.lens import Lens

LENS = Message("find out how the camera bends what it sees, by the sheet of `kibitz print lens`")
MOUNT = Message("look over how the camera hangs, with an empty board in view")
SET = Message("learn how your own tiles and pieces look")


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz calibrate`."""
    language, say = parser.language, parser.language.say
    more = say(Message("`kibitz calibrate WHAT --help` says more about each"))
    procedures = parser.add_subparsers(dest="what", required=True, metavar="WHAT", help=more)
    for name, summary, run_it in (("lens", LENS, _lens), ("mount", MOUNT, _mount), ("set", SET, _set)):
        said = say(summary)
        procedure = procedures.add_parser(
            name, language=language, help=said, description=f"{said[0].upper()}{said[1:]}."
        )
        procedure.set_defaults(run_it=run_it)
        camera_argument(procedure)
        procedure.add_argument(
            "--to",
            type=data_file,
            metavar="FILE",
            help=Message("keep the result here (default: where `kibitz watch` looks for it)"),
        )
        if name == "set":
            _add_arguments_of_set(procedure)
        if name != "mount":
            procedure.add_argument(
                "--anew", action="store_true", help=Message("forget what was taken before")
            )
        procedure.add_argument(
            "--replace",
            action="store_true",
            help=Message("take the result whatever is there, even if that is better"),
        )
        procedure.add_argument(
            "--window",
            action="store_true",
            help=Message(
                "show all of it, and what the camera sees, on a page in the browser of this computer"
            ),
        )
        settings_argument(procedure)


def _add_arguments_of_set(parser: Parser) -> None:
    parser.add_argument(
        "--name",
        type=word,
        metavar="NAME",
        help=Message("what your set is called (default: the one in the settings, or own)"),
    )
    parser.add_argument(
        "--names",
        metavar="NAMES",
        help=Message(
            'what you call its colours and caps, as "green=yellow, white cap=clear"; a set that was learnt already '
            "is given them, and no more is done"
        ),
    )
    parser.add_argument("--list", action="store_true", help=Message("list your sets, and do no more"))
    parser.add_argument(
        "--copy",
        nargs=2,
        type=word,
        metavar=("NAME", "NEW"),
        help=Message("copy a set under a new name, and do no more"),
    )


def run(args: argparse.Namespace) -> int:
    """Go through the procedure; 1 when it could not be finished, 130 when somebody broke it off."""
    from firmware.cameras import CameraError
    from firmware.settings import load_settings

    settings = load_settings(args.settings, wishes(args)).settings
    try:
        return int(args.run_it(args, settings))
    except OSError as error:
        if isinstance(error, CameraError) or error.filename is None:  # there is no file to name
            raise
        raise CommandError(NOT_WRITTEN, path=error.filename, reason=why(error)) from error


def _lens(args: argparse.Namespace, settings: Settings) -> int:
    from firmware.calibrate.lens import calibrate_lens
    from firmware.calibrate.opening import opened_for_lens
    from firmware.calibrate.page import on_page
    from firmware.settings import lens_path

    desk = _desk(args, settings, args.to or lens_path(settings))
    with on_page(opened_for_lens(settings, desk), desk.page) as camera:
        return calibrate_lens(camera, desk, anew=args.anew, replace=args.replace)


def _mount(args: argparse.Namespace, settings: Settings) -> int:
    from firmware.calibrate.mount import calibrate_mount
    from firmware.calibrate.opening import opened
    from firmware.calibrate.page import on_page
    from firmware.calibrated import game_of
    from firmware.settings import mount_path

    desk = _desk(args, settings, args.to or mount_path())
    lens = _calibrated_lens(settings, desk)
    held: list[Mapping[str, Any]] = []
    with on_page(opened(settings, desk, lens, held.append), desk.page) as camera:
        _, game = game_of(settings, datetime.now(UTC))
        return calibrate_mount(camera, game, desk, held, replace=args.replace)


def _set(args: argparse.Namespace, settings: Settings) -> int:
    from firmware.calibrate.opening import opened_for_set
    from firmware.calibrate.own_set import calibrate_set
    from firmware.calibrate.page import on_page
    from firmware.calibrate.sets import check_name
    from firmware.games import own_names, set_learner, table_rules
    from firmware.settings import set_path

    if args.name:
        check_name(args.name)
    path = args.to or set_path(settings, args.name or "")
    is_only_named = args.names is not None and path.exists() and not (args.anew or args.replace)
    if args.list or args.copy or is_only_named:
        _look_after_sets(args, settings, path)
        return 0
    own, rules = set_learner(settings.game.name), table_rules(settings.game.name)
    names = _known_names(path, settings) if args.names is None else own_names(args.names, settings.game.name)
    desk = _desk(args, settings, path)
    lens = _calibrated_lens(settings, desk)
    with on_page(opened_for_set(settings, desk, lens, own.arrangements), desk.page) as camera:
        return calibrate_set(camera, own, rules, desk, names, anew=args.anew, replace=args.replace)


def _look_after_sets(args: argparse.Namespace, settings: Settings, path: Path) -> None:
    from calibration.own_set.file import SetFileError
    from firmware.calibrate.sets import COPIED, copy_set, list_sets, name_things
    from firmware.calibrated import CalibrationError, set_of_no_use
    from firmware.settings import language_of

    language = language_of(settings)
    if args.copy:
        name, fresh = args.copy
        path = copy_set(settings, name, fresh, replace=args.replace)
        print(language.say(COPIED, {"path": path, "name": name}), flush=True)
    if args.names is not None:
        try:
            name_things(path, args.names, language)
        except SetFileError as error:
            raise CalibrationError(set_of_no_use(error, is_asked_for=True)) from error
    if args.list:
        list_sets(settings, language)


def _known_names(path: Path, settings: Settings) -> OwnNames:
    """What the owner calls the things of the set that is there; the game's own names where it cannot be used."""
    from calibration.own_set.file import SetFileError, load_set
    from firmware.games import own_names

    try:
        return own_names(load_set(path).names, settings.game.name)
    except (SetFileError, IllegibleError):
        return own_names({}, settings.game.name)


def _desk(args: argparse.Namespace, settings: Settings, path: Path) -> Desk:
    from firmware.calibrate.desk import Desk
    from firmware.calibrate.page import CalibrationPage
    from firmware.doctor.disk import try_folder
    from firmware.settings import language_of

    with writing(path):  # better to fail now than at the end of the procedure
        try_folder(path.parent)
    language = language_of(settings)
    page = CalibrationPage(language) if args.window else None
    if page is not None:
        complain("calibrate", page.said)
    return Desk(language, path, settings.camera.source, page)


def _calibrated_lens(settings: Settings, desk: Desk) -> Lens | None:
    """The lens to look through. CalibrationError where one is named that cannot be used."""
    from firmware.calibrated import CalibrationError, lens_of
    from firmware.finding import Level

    finding, lens = lens_of(settings, datetime.now(UTC))
    if finding.level is Level.TROUBLE:
        raise CalibrationError(finding)
    if finding.level is not Level.OK:
        desk.remark(finding)
    return lens
