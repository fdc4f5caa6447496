"""Calibrating the lens: the sheet is shown to the camera until enough of it was seen."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from engine.messages import Message, Number
from firmware.calibrate.desk import Desk, now

if TYPE_CHECKING:
    from calibration.lens.file import KeptLens
    from calibration.lens.gathering import Gathering
    from calibration.lens.solve import BadCalibrationError, Calibration
    from firmware.cameras import Camera

TAKEN = Message("{name}: taken, {percent} % done; now {wish}")
TAKEN_BUT = Message("{name}: taken, and not yet enough: {reason}")
FORGOTTEN = Message("What was taken is of no use, and forgotten: call it again to begin anew.")
TAKEN_LAST = Message("{name}: taken, that is enough")
NOT_TAKEN = Message("{name}: not taken: {reason}")
MAP = Message("Where in the picture the sheet was seen so far:")
SIGNS = Message("{never} not yet, {once} once, {twice} twice, {often} more often, {wanted} wanted next")
SHOW_IT = Message("Show the sheet of `kibitz print lens` to the camera: {wish}.")
GOES_ON = Message(
    "Going on with {count} picture from before; --anew begins anew.",
    "Going on with {count} pictures from before; --anew begins anew.",
)
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

THE_OTHER_SAW_MORE = Message(
    "{path} holds a lens already that is known in {old} % of the picture, and this one in {new} %. Nothing was "
    "changed; --replace takes the new one."
)

_LASTS_S = 2.0
_MAP_EVERY = 3  # views, after which it is shown again where the sheet was seen
_AS_GOOD = 0.95  # of a lens's error: another lens has to be below that to count as better
_AS_WIDE = 0.1  # of the picture: a lens known in that much more of it is better at its edges


def calibrate_lens(camera: Camera, desk: Desk, *, anew: bool, replace: bool) -> int:
    """Go through it; 0 when a lens was kept, 1 when not, 130 when somebody broke it off.

    Raises CameraError, BadCalibrationError, OccupiedError, ViewsFileError and OSError.
    """
    from calibration.lens.file import load_lens

    if not desk.may_draw(".png", replace=replace):
        return 1
    before = desk.there(load_lens, replace=replace)
    if before is not None:
        desk.forewarn(_made_with(before))
    gathering = _begun(desk, anew=anew)
    if gathering is None:
        return 1
    try:
        _gather(camera, gathering, desk)
    except KeyboardInterrupt:
        print()
        if gathering.views:
            _show_map(gathering, desk)
        desk.say_broken_off()
        return 130
    desk.ask_no_more()
    return _finish(gathering, desk, replace=replace)


def _begun(desk: Desk, *, anew: bool) -> Gathering | None:
    """What was gathered before, to go on with; None where that would be lost, which is said."""
    from calibration.lens.gathering import Gathering, Kept, kept_views

    kept = kept_views(_views_path(desk))
    if anew:
        _forget_views(desk)
        kept = Kept("", ())
    if not desk.may_go_on_with(kept.camera, len(kept.views)):
        return None
    if kept.views:
        desk.say(GOES_ON, count=len(kept.views))
    gathering = Gathering(kept.views, wait_for_stillness=desk.is_live)
    wishes = gathering.coverage.wishes
    if desk.is_live and wishes:
        desk.ask(SHOW_IT, wish=wishes[0].value)
    return gathering


def _gather(camera: Camera, gathering: Gathering, desk: Desk) -> None:
    """Take pictures until there are enough or no more."""
    from calibration.lens.view import BadViewError

    if gathering.waits and not gathering.coverage.wishes:
        lacks = _lacks(gathering)
        if lacks is None:
            return  # all was shown before, and the lens was not taken
        desk.ask(lacks.message, **lacks.facts)
    complaint, mapped = _Complaint(), len(gathering.views)
    shown: object = None
    for frame in camera.frames():
        is_same = frame.picture is shown
        shown = frame.picture
        if is_same and not gathering.waits:
            continue
        try:
            gathering.look(frame.picture, frame.name)
        except BadViewError as error:
            if not gathering.waits or complaint.note(error.message, frame.seconds):
                desk.say(NOT_TAKEN, name=frame.name, reason=error)
            continue
        complaint = _Complaint()
        if gathering.waits:
            gathering.keep(_views_path(desk), desk.source)
        seen = gathering.coverage
        lacks = None if seen.wishes or not gathering.waits else _lacks(gathering)
        if lacks is not None:
            desk.ask(TAKEN_BUT, name=frame.name, reason=lacks)
        elif not seen.wishes:
            desk.say(TAKEN_LAST, name=frame.name)
            if gathering.waits:
                break
            continue
        else:
            desk.ask(TAKEN, name=frame.name, percent=round(100 * seen.share), wish=seen.wishes[0].value)
        if len(gathering.views) - mapped >= _MAP_EVERY:
            mapped = len(gathering.views)
            _show_map(gathering, desk)
    if len(gathering.views) != mapped:
        _show_map(gathering, desk)


def _lacks(gathering: Gathering) -> BadCalibrationError | None:
    """Why what was shown is not enough for a lens yet; None where showing more wouldn't help."""
    from calibration.lens.solve import BadCalibrationError, calibrate

    try:
        calibrate(gathering.views)
    except BadCalibrationError as error:
        return error if error.wants_more else None
    return None


def _show_map(gathering: Gathering, desk: Desk) -> None:
    from calibration.lens.drawing import MARKS, WANTED, as_text

    signs = dict(zip(("never", "once", "twice", "often"), MARKS, strict=True))
    desk.draw(
        desk.language.say(MAP),
        as_text(gathering.coverage),
        desk.language.say(SIGNS, {**signs, "wanted": WANTED}),
    )


class _Complaint:
    """What is wrong with a live picture: said once it lasts, and only once, not many times a second."""

    def __init__(self) -> None:
        self._message: Message | None = None
        self._since = 0.0
        self._was_said = False

    def note(self, message: Message, now: float) -> bool:
        """Note what is wrong; whether to say it now."""
        if message != self._message:
            self._message, self._since, self._was_said = message, now, False
        if self._was_said or now - self._since < _LASTS_S:
            return False
        self._was_said = True
        return True


def _finish(gathering: Gathering, desk: Desk, *, replace: bool) -> int:
    """Work the lens out and keep it, unless it was a better one that was there before."""
    from calibration.lens.file import KeptLens, Quality, load_lens, save_lens
    from calibration.lens.solve import BadCalibrationError, calibrate

    try:
        found = calibrate(gathering.views)
    except BadCalibrationError as error:
        if gathering.waits and not error.wants_more:
            _forget_views(desk)
            desk.say(FORGOTTEN)
        raise
    # By now another one may be there.
    before = desk.there(load_lens, replace=replace)
    seen = gathering.coverage.seen
    if before is not None and not _may_take_its_place(before, found, seen, desk):
        return 1
    quality = Quality(
        now(), desk.source, len(found.views), found.rms_px, found.held_out_px, found.focal_spread, seen
    )
    save_lens(desk.path, KeptLens(found.lens, quality))
    _forget_views(desk)
    _report(found, gathering, desk)
    _draw(gathering, desk)  # last: if the disk is full, it has been said already that the lens is kept
    return 0


def _may_take_its_place(before: KeptLens, found: Calibration, seen: float, desk: Desk) -> bool:
    """Whether the lens that was there before may give way to one that was seen in that share of the picture."""
    old = _off_px(before, found.lens.size)
    seen_before = before.quality.seen if before.quality is not None and math.isfinite(old) else None
    if seen_before is not None and seen_before > seen + _AS_WIDE:
        shares = {"old": round(100 * seen_before), "new": round(100 * seen)}
        return desk.may_replace(_made_with(before), THE_OTHER_SAW_MORE, **shares)
    is_better = old < _AS_GOOD * found.held_out_px and not (
        seen_before is not None and seen > seen_before + _AS_WIDE
    )
    offs = {"old": Number(old, 2), "new": Number(found.held_out_px, 2)}
    return desk.may_replace(_made_with(before), THE_OTHER_IS_BETTER if is_better else None, **offs)


def _made_with(kept: KeptLens) -> str:
    """The camera of a lens; nothing where that is not known, as of one whose numbers come from elsewhere."""
    return kept.quality.camera if kept.quality is not None else ""


def _off_px(kept: KeptLens, size: tuple[int, int]) -> float:
    """How far a lens is off, in pixels, in pictures of a size; infinite for pictures of another shape, or if
    unknown."""
    from vision.lens import LensSizeError

    if kept.quality is None:
        return math.inf
    try:
        kept.lens.scaled(size)
    except LensSizeError:
        return math.inf
    return kept.quality.held_out_px * size[0] / kept.lens.size[0]


def _draw(gathering: Gathering, desk: Desk) -> None:
    """The map of what was seen, beside the result."""
    from calibration.lens.drawing import as_picture
    from calibration.store import write_in_folder
    from vision.photo import encoded

    drawn = as_picture(gathering.views, gathering.coverage)
    write_in_folder(desk.path.with_suffix(".png"), encoded(drawn, ".png"))


def _report(found: Calibration, gathering: Gathering, desk: Desk) -> None:
    desk.say(
        RESULT,
        path=desk.path,
        focal=round(found.lens.focal),
        percent=Number(100 * found.focal_spread, 2),
        held_out=Number(found.held_out_px, 2),
    )
    if found.left_out:
        desk.say(LEFT_OUT, names=", ".join(found.left_out))
    if gathering.coverage.wishes:
        desk.say(BETTER, wish=gathering.coverage.wishes[0].value)


def _forget_views(desk: Desk) -> None:
    _views_path(desk).unlink(missing_ok=True)


def _views_path(desk: Desk) -> Path:
    """What was taken so far, until there is a result."""
    return desk.path.with_name(f"{desk.path.stem}-views.json")
