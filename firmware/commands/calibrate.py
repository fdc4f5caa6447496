"""`kibitz calibrate`: procedures that a person goes through once, and that leave a file behind."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.messages import Language, Message
from firmware.arguments import Parser

if TYPE_CHECKING:
    from firmware.calibrate.desk import Desk
    from firmware.cameras import Camera
    from firmware.cameras.metering import Held, Keep
    from firmware.settings import Settings

WHAT = Message(
    "lens: find out how the camera bends what it sees, by the sheet of `kibitz print lens`; mount: look over how it "
    "hangs, with an empty board in view; set: learn how your own tiles and pieces look"
)
_SIMULATED_TRIES = 3

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
        type=Path,
        metavar="FILE",
        help=Message("keep the result here (default: where `kibitz watch` looks for it)"),
    )
    parser.add_argument(
        "--name", default="", metavar="NAME", help=Message("with set: what your set is called (default: own)")
    )
    parser.add_argument("--anew", action="store_true", help=Message("forget what was taken before"))
    parser.add_argument(
        "--replace", action="store_true", help=Message("take the result even if the one there is better")
    )
    parser.add_argument(
        "--settings", type=Path, metavar="FILE", help=Message("a settings file that wins over all others")
    )


def run(args: argparse.Namespace) -> int:
    """Go through the procedure; 1 when it could not be finished, 130 when somebody broke it off."""
    from calibration.lens.file import LensFileError
    from calibration.lens.solve import BadCalibrationError
    from firmware.calibrate.desk import Desk
    from firmware.calibrate.lens import calibrate_lens
    from firmware.calibrate.mount import calibrate_mount
    from firmware.calibrate.own_set import calibrate_set
    from firmware.cameras import CameraError
    from firmware.games import set_learner, table_game, table_rules
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
        wishes = {"camera.source": args.camera} if args.camera else {}
        settings = load_settings(args.settings, wishes).settings
    except SettingsError as error:
        print(f"kibitz calibrate: {error.sentence(spoken_language(args.settings))}", file=sys.stderr)
        return 1
    usual = {
        "lens": lens_path(settings),
        "mount": mount_path(),
        "set": set_path(settings, Path(args.name).name),
    }
    path = args.to or usual[args.what]
    desk = Desk(Language.of(*language_codes(settings)), path, settings.camera.source)
    try:
        if args.what == "lens":
            with _opened_for_lens(settings, desk) as camera:
                return calibrate_lens(camera, desk, anew=args.anew, replace=args.replace)
        if args.what == "set":
            own, rules = set_learner(settings.game.name), table_rules(settings.game.name)
            with _opened_for_set(settings, desk, own.arrangements) as camera:
                return calibrate_set(camera, own, rules, desk, replace=args.replace)
        held: list[Held] = []
        with _opened_for_mount(settings, desk, held.append) as camera:
            eyes = table_game(settings.game.name).eyes
            return calibrate_mount(camera, eyes, desk, held, replace=args.replace)
    except (CameraError, BadCalibrationError, LensFileError) as error:
        desk.report(error)
    except OSError as error:
        desk.complain(NOT_WRITTEN, path=desk.path, reason=error.strerror or error)
    return 1


def _opened_for_lens(settings: Settings, desk: Desk) -> Camera:
    from firmware.cameras import open_camera

    camera = settings.camera
    kind, _, number = camera.source.partition(":")
    if kind == "simulated" and (number.isdecimal() or not number):
        from firmware.cameras.sheet import SheetCamera

        return SheetCamera(int(number or 0), fps=camera.fps, size=camera.size)
    return open_camera(camera.source, fps=camera.fps, size=camera.size, tell=desk.report)


def _opened_for_set(settings: Settings, desk: Desk, positions: Sequence[str]) -> Camera:
    from firmware.calibrated import lens_of
    from firmware.cameras import open_camera

    camera = settings.camera
    kind, _, number = camera.source.partition(":")
    if kind == "simulated" and (number.isdecimal() or not number):
        import numpy as np

        from firmware.cameras.arranged import ArrangedCamera
        from firmware.games import simulated_set

        # Some pictures of the dealt camera don't show the whole board; then the next one may.
        again = [position for position in positions for _ in range(_SIMULATED_TRIES)]
        rng = np.random.default_rng(int(number or 0))
        return ArrangedCamera(simulated_set(rng, camera.size, again), fps=camera.fps)
    lens, _ = lens_of(settings)
    return open_camera(camera.source, fps=camera.fps, size=camera.size, lens=lens, tell=desk.report)


def _opened_for_mount(settings: Settings, desk: Desk, keep: Keep) -> Camera:
    from firmware.calibrated import lens_of
    from firmware.cameras import open_camera

    camera = settings.camera
    lens, _ = lens_of(settings)
    return open_camera(
        camera.source, fps=camera.fps, size=camera.size, lens=lens, tell=desk.report, keep=keep
    )
