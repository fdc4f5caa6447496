"""`kibitz calibrate`: procedures that a person goes through once, and that leave a file behind."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.illegible import IllegibleError, why
from engine.messages import Language, Message
from firmware.arguments import Parser, data_file, place, word
from firmware.cameras.camera import forget

if TYPE_CHECKING:
    from firmware.calibrate.desk import Desk
    from firmware.cameras import Camera, Keep
    from firmware.settings import Settings
    from vision.lens import Lens

WHAT = Message(
    "lens: find out how the camera bends what it sees, by the sheet of `kibitz print lens`; mount: look over how it "
    "hangs, with an empty board in view; set: learn how your own tiles and pieces look"
)
_SIMULATED_TRIES = 3

ONLY_SETS = Message("--name, --names, --list and --copy are for sets: kibitz calibrate set")
NOT_WRITTEN = Message("{path}: cannot be written: {reason}")


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz calibrate`."""
    parser.add_argument("what", choices=("lens", "mount", "set"), metavar="WHAT", help=WHAT)
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help=Message("pi, usb:0, simulated, a film or a folder of pictures played as a camera"),
    )
    parser.add_argument(
        "--to",
        type=data_file,
        metavar="FILE",
        help=Message("keep the result here (default: where `kibitz watch` looks for it)"),
    )
    parser.add_argument(
        "--name", type=word, metavar="NAME", help=Message("with set: what your set is called (default: own)")
    )
    parser.add_argument(
        "--names",
        metavar="NAMES",
        help=Message(
            'with set: what you call its colours and caps, as "green=yellow, white cap=clear"; a set that was learnt '
            "already is given them, and no more is done"
        ),
    )
    parser.add_argument(
        "--list", action="store_true", help=Message("with set: list your sets, and do no more")
    )
    parser.add_argument(
        "--copy",
        nargs=2,
        type=word,
        metavar=("NAME", "NEW"),
        help=Message("with set: copy a set under a new name, and do no more"),
    )
    parser.add_argument("--anew", action="store_true", help=Message("forget what was taken before"))
    parser.add_argument(
        "--replace",
        action="store_true",
        help=Message("take the result whatever is there, even if that is better"),
    )
    parser.add_argument(
        "--settings", type=place, metavar="FILE", help=Message("a settings file that wins over all others")
    )


def run(args: argparse.Namespace) -> int:
    """Go through the procedure; 1 when it could not be finished, 130 when somebody broke it off."""
    from calibration.lens.gathering import ViewsFileError
    from calibration.lens.solve import BadCalibrationError
    from calibration.own_set.file import SetFileError
    from firmware.calibrate.desk import Desk, OccupiedError
    from firmware.calibrate.lens import calibrate_lens
    from firmware.calibrate.mount import calibrate_mount
    from firmware.calibrate.own_set import calibrate_set
    from firmware.calibrate.sets import LONGEST_NAME, NO_NAME, SetNameError, is_name
    from firmware.calibrated import game_of, lens_of
    from firmware.cameras import CameraError
    from firmware.doctor.finding import Level
    from firmware.games import NoSetsError, own_names, set_learner, table_rules
    from firmware.settings import (
        SettingsError,
        language_codes,
        lens_path,
        load_settings,
        mount_path,
        set_path,
        spoken_language,
    )

    try:
        wishes = {"camera.source": args.camera} if args.camera is not None else {}
        settings = load_settings(args.settings, wishes).settings
    except SettingsError as error:
        print(f"kibitz calibrate: {error.sentence(spoken_language(args.settings))}", file=sys.stderr)
        return 1
    usual = {
        "lens": lens_path(settings),
        "mount": mount_path(),
        "set": set_path(settings, args.name or ""),
    }
    path = args.to or usual[args.what]
    desk = Desk(Language.of(*language_codes(settings)), path, settings.camera.source)
    if (args.list or args.copy or args.name or args.names is not None) and args.what != "set":
        desk.complain(ONLY_SETS)
        return 2
    try:
        if args.name and not is_name(args.name):
            raise SetNameError(NO_NAME, name=args.name, most=LONGEST_NAME)
        is_only_named = args.names is not None and path.exists() and not (args.anew or args.replace)
        if args.list or args.copy or is_only_named:
            return _look_after_sets(args, settings, desk)
        if args.what == "lens":
            with _opened_for_lens(settings, desk) as camera:
                return calibrate_lens(camera, desk, anew=args.anew, replace=args.replace)
        about_lens, lens = lens_of(settings, datetime.now(UTC))
        if about_lens.level is not Level.OK:
            desk.remark(about_lens)
        if about_lens.level is Level.TROUBLE:
            return 1
        if args.what == "set":
            own, rules = set_learner(settings.game.name), table_rules(settings.game.name)
            names = own_names(_known_names(path) if args.names is None else args.names, settings.game.name)
            with _opened_for_set(settings, desk, lens, own.arrangements) as camera:
                return calibrate_set(camera, own, rules, desk, names, anew=args.anew, replace=args.replace)
        held: list[Mapping[str, Any]] = []
        with _opened(settings, desk, lens, held.append) as camera:
            _, game = game_of(settings, datetime.now(UTC))
            return calibrate_mount(camera, game, desk, held, replace=args.replace)
    except (
        CameraError,
        BadCalibrationError,
        NoSetsError,
        OccupiedError,
        SetNameError,
        SetFileError,
        ViewsFileError,
        IllegibleError,
    ) as error:
        desk.report(error)
    except OSError as error:
        if error.filename is None:
            raise  # no file: where the output goes
        desk.complain(NOT_WRITTEN, path=error.filename, reason=why(error))
    return 1


def _known_names(path: Path) -> Mapping[str, str]:
    """What the owner calls the things of the set that is there; none where it cannot be used."""
    from calibration.own_set.file import SetFileError, load_set

    try:
        return load_set(path).names
    except SetFileError:
        return {}


def _look_after_sets(args: argparse.Namespace, settings: Settings, desk: Desk) -> int:
    from firmware.calibrate.sets import COPIED, copy_set, list_sets, name_things

    path = desk.path
    if args.copy:
        name, fresh = args.copy
        path = copy_set(settings, name, fresh, replace=args.replace)
        desk.say(COPIED, path=path, name=name)
    if args.names is not None:
        name_things(path, args.names, desk.language)
    if args.list:
        list_sets(settings, desk.language)
    return 0


def _opened_for_lens(settings: Settings, desk: Desk) -> Camera:
    camera = settings.camera
    seed = _simulated(settings)
    if seed is not None:
        from firmware.cameras.sheet import SheetCamera

        return SheetCamera(seed, fps=camera.fps, size=camera.size)
    return _opened(settings, desk, None)


def _opened_for_set(settings: Settings, desk: Desk, lens: Lens | None, positions: Sequence[str]) -> Camera:
    camera = settings.camera
    seed = _simulated(settings)
    if seed is not None:
        import numpy as np

        from firmware.cameras.arranged import ArrangedCamera
        from firmware.games import simulated_set

        # Some pictures of the dealt camera don't show the whole board; then the next one may.
        again = [position for position in positions for _ in range(_SIMULATED_TRIES)]
        pictures = simulated_set(np.random.default_rng(seed), camera.size, again)
        return ArrangedCamera(pictures, fps=camera.fps)
    return _opened(settings, desk, lens)


def _opened(settings: Settings, desk: Desk, lens: Lens | None, keep: Keep = forget) -> Camera:
    from firmware.cameras import open_camera

    named = settings.camera
    return open_camera(
        named.source,
        fps=named.fps,
        size=named.size,
        lens=lens,
        tell=desk.report,
        keep=keep,
        game=settings.game.name,
    )


def _simulated(settings: Settings) -> int | None:
    """The number of the simulated table that is named as the camera, None for another camera."""
    kind, _, number = settings.camera.source.partition(":")
    return int(number or 0) if kind == "simulated" and (number.isdecimal() or not number) else None
