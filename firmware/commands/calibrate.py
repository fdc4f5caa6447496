"""`kibitz calibrate`: procedures that a person goes through once, and that leave a file behind."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.messages import Language, Message
from firmware.arguments import Parser

if TYPE_CHECKING:
    from calibration.lens.gathering import Gathering
    from calibration.lens.solve import Calibration
    from firmware.cameras import Camera

WHAT = Message("lens: find out how the camera bends what it sees, by the sheet of `kibitz print lens`")
TAKEN = Message("{name}: taken, {percent} % done; now {wish}")
TAKEN_LAST = Message("{name}: taken, that is enough")
NOT_TAKEN = Message("{name}: not taken: {reason}")
SHOW_IT = Message("Show the sheet of `kibitz print lens` to the camera: {wish}.")
GOES_ON = Message(
    "Going on with {count} picture from before; --anew begins anew.",
    "Going on with {count} pictures from before; --anew begins anew.",
)
BROKEN_OFF = Message("Broken off. What was taken is kept: call it again to go on.")
BETTER = Message("It would be better still to go on: {wish}.")
RESULT = Message(
    "{path}: focal length {focal} pixels, known to {percent} %; corners of views it was not fitted to lie {held_out} "
    "pixels off."
)
LEFT_OUT = Message("Left out, as they fit nothing: {names}")
THE_OTHER_IS_BETTER = Message(
    "{path} holds a better lens already ({old} pixels off, now {new}). Nothing was changed; --replace takes the new "
    "one."
)
NOT_WRITTEN = Message("{path}: cannot be written: {reason}")

_LASTS_S = 2.0


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz calibrate`."""
    parser.add_argument("what", choices=("lens",), metavar="WHAT", help=WHAT)
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
    parser.add_argument("--anew", action="store_true", help=Message("forget what was taken before"))
    parser.add_argument(
        "--replace", action="store_true", help=Message("take the result even if the one there is better")
    )
    parser.add_argument(
        "--settings", type=Path, metavar="FILE", help=Message("a settings file that wins over all others")
    )


def run(args: argparse.Namespace) -> int:
    """Go through the procedure; 1 when it could not be finished, 130 when somebody broke it off."""
    from calibration.lens.solve import BadCalibrationError
    from firmware.cameras import CameraError
    from firmware.settings import SettingsError, language_codes, lens_path, load_settings, spoken_language

    try:
        wishes = {"camera.source": args.camera} if args.camera else {}
        settings = load_settings(args.settings, wishes).settings
    except SettingsError as error:
        print(f"kibitz calibrate: {error.sentence(spoken_language(args.settings))}", file=sys.stderr)
        return 1
    desk = _Desk(Language.of(*language_codes(settings)), args.to or lens_path(settings))
    source = settings.camera.source
    try:
        with _opened(source, settings.camera.fps, settings.camera.size, desk) as camera:
            gathering = _begun(desk, source, anew=args.anew)
            try:
                _gather(camera, gathering, desk)
            except KeyboardInterrupt:
                desk.say(BROKEN_OFF)
                return 130
        return _finish(gathering, desk, source, replace=args.replace)
    except (CameraError, BadCalibrationError) as error:
        print(f"kibitz calibrate: {error.sentence(desk.language)}", file=sys.stderr)
    except OSError as error:
        desk.complain(NOT_WRITTEN, path=desk.path, reason=error.strerror or error)
    return 1


@dataclass(frozen=True)
class _Desk:
    """Where a procedure speaks, and where its result goes."""

    language: Language
    path: Path

    @property
    def views_path(self) -> Path:
        """What was taken so far, until there is a result."""
        return self.path.with_name(f"{self.path.stem}-views.json")

    def say(self, message: Message, **facts: object) -> None:
        """One line for the person at it."""
        print(self.language.say(message, facts), flush=True)

    def complain(self, message: Message, **facts: object) -> None:
        """One line about what does not work."""
        print(f"kibitz calibrate: {self.language.say(message, facts)}", file=sys.stderr)


def _opened(source: str, fps: float, size: tuple[int, int], desk: _Desk) -> Camera:
    from firmware.cameras import open_camera

    kind, _, number = source.partition(":")
    if kind == "simulated" and (number.isdecimal() or not number):
        from firmware.cameras.sheet import SheetCamera

        return SheetCamera(int(number or 0), fps=fps, size=size)
    return open_camera(
        source,
        fps=fps,
        size=size,
        tell=lambda trouble: print(f"kibitz calibrate: {trouble.sentence(desk.language)}", file=sys.stderr),
    )


def _begun(desk: _Desk, source: str, *, anew: bool) -> Gathering:
    from calibration.lens.gathering import Gathering, kept_views

    if anew:
        desk.views_path.unlink(missing_ok=True)
    before = kept_views(desk.views_path)
    if before:
        desk.say(GOES_ON, count=len(before))
    is_live = source.partition(":")[0] in ("pi", "usb", "simulated")
    gathering = Gathering(before, wait_for_stillness=is_live)
    wishes = gathering.coverage.wishes
    if is_live and wishes:
        desk.say(SHOW_IT, wish=wishes[0].value)
    return gathering


def _gather(camera: Camera, gathering: Gathering, desk: _Desk) -> None:
    """Take pictures until there are enough or no more."""
    from calibration.lens.drawing import as_text
    from calibration.lens.view import BadViewError

    complaint = _Complaint()
    shown: object = None
    for frame in camera.frames():
        is_same = frame.picture is shown
        shown = frame.picture
        if is_same and not gathering.waits:
            continue
        try:
            gathering.look(frame.picture, frame.name)
        except BadViewError as error:
            if not gathering.waits or complaint.is_due(error.message, frame.seconds):
                desk.say(NOT_TAKEN, name=frame.name, reason=error)
            continue
        complaint = _Complaint()
        gathering.keep(desk.views_path)
        seen = gathering.coverage
        if not seen.wishes:
            desk.say(TAKEN_LAST, name=frame.name)
            if gathering.waits:
                break
            continue
        desk.say(TAKEN, name=frame.name, percent=round(100 * seen.share), wish=seen.wishes[0].value)
    print(as_text(gathering.coverage))


class _Complaint:
    """What is wrong with a live picture: it is said when it lasts, and once, not many times a second."""

    def __init__(self) -> None:
        self._message: Message | None = None
        self._since = 0.0
        self._was_said = False

    def is_due(self, message: Message, now: float) -> bool:
        """Whether to say it now."""
        if message != self._message:
            self._message, self._since, self._was_said = message, now, False
        if self._was_said or now - self._since < _LASTS_S:
            return False
        self._was_said = True
        return True


def _finish(gathering: Gathering, desk: _Desk, source: str, *, replace: bool) -> int:
    """Work the lens out and keep it, unless a better one is there."""
    from calibration.lens.file import KeptLens, LensFileError, Quality, load_lens, save_lens
    from calibration.lens.solve import calibrate

    found = calibrate(gathering.views)
    try:
        before = load_lens(desk.path).quality
    except LensFileError:
        before = None
    if before is not None and before.held_out_px < found.held_out_px and not replace:
        old, new = f"{before.held_out_px:.2f}", f"{found.held_out_px:.2f}"
        desk.complain(THE_OTHER_IS_BETTER, path=desk.path, old=old, new=new)
        return 1
    made = datetime.now(UTC).isoformat(timespec="seconds")
    quality = Quality(made, source, len(found.views), found.rms_px, found.held_out_px, found.focal_spread)
    save_lens(desk.path, KeptLens(found.lens, quality))
    _draw(gathering, desk)
    desk.views_path.unlink(missing_ok=True)
    _report(found, gathering, desk)
    return 0


def _draw(gathering: Gathering, desk: _Desk) -> None:
    """The map of what was seen, beside the result."""
    import cv2

    from calibration.lens.drawing import as_picture
    from calibration.store import write_whole

    drawn = as_picture(gathering.views, gathering.coverage)
    encoded, data = cv2.imencode(".png", cv2.cvtColor(drawn, cv2.COLOR_RGB2BGR))
    assert encoded, "a small picture can be encoded"
    write_whole(desk.path.with_suffix(".png"), data.tobytes())


def _report(found: Calibration, gathering: Gathering, desk: _Desk) -> None:
    desk.say(
        RESULT,
        path=desk.path,
        focal=round(found.lens.focal),
        percent=f"{100 * found.focal_spread:.2f}",
        held_out=f"{found.held_out_px:.2f}",
    )
    if found.left_out:
        desk.say(LEFT_OUT, names=", ".join(found.left_out))
    if gathering.coverage.wishes:
        desk.say(BETTER, wish=gathering.coverage.wishes[0].value)
