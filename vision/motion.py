"""How long a picture has been still, and what kind of change ended that: things, light or the camera itself."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.photo import Picture

WIDTH = 160
"""Pixels of the small grey picture that is compared; a lot of a board that fills the picture is about 8 wide."""

Grey = npt.NDArray[np.float32]

# Measured on some 2,000 frames of simulated games at 800x600 and 1280x960: noise alone leaves a share under 0.0005,
# the smallest piece put down changes 0.001 and more, a hand that is coming 0.01 and more.
_LEAST_STEP = 5.0  # grey levels that no noise of the small picture reaches, and
_NOISE_STEPS = 6.0  # deviations of its noise
_STILL_SHARE = 0.0008
_WIDE_SHARE = 0.05  # a change of light or a bump reaches at least that much of the picture
_LIGHT_SHARE = 0.1
_LIGHT_GAIN = 1.15  # all of the picture brighter or darker by that is a change of light, less is flicker
_SAME_PATTERN = 0.7  # correlation of edges under which something else is seen
_LEFT_OVER = 0.5  # share of the change that a shift has to explain
_LEAST_SHIFT = 0.25  # pixels of the small picture


class Change(StrEnum):
    """What happened to the picture since it was last still."""

    NONE = "none"
    THINGS = "things"
    LIGHT = "light"
    SHIFT = "shift"


@dataclass(frozen=True)
class Stillness:
    """What a frame says about motion.

    still_for: seconds since anything last moved, 0 while it does; a change of light alone moves nothing.
    moving_share: share of the picture that changed, light evened out, 0 to 1. change: what kind it is.
    shift: (x, y) in pixels of the picture given by which all of it has moved, (0, 0) without a shift.
    """

    still_for: float
    moving_share: float = 0.0
    change: Change = Change.NONE
    shift: tuple[float, float] = (0.0, 0.0)


class Motion:
    """Compares each picture with the one in which stillness began. Keeps two small arrays and no picture."""

    def __init__(self) -> None:
        """Nothing has been seen."""
        self._base: Grey | None = None
        self._since = 0.0
        self._last: weakref.ref[Picture] | None = None

    def seen(self, picture: Picture, seconds: float) -> Stillness:
        """What a picture (H, W, 3) RGB or (H, W) grey, uint8, taken at a time says.

        The same array as last time costs nothing: nothing has moved. A picture of another shape starts anew.
        """
        if self._last is not None and self._last() is picture:
            return Stillness(seconds - self._since)
        self._last = weakref.ref(picture)
        small = shrunk(picture)
        if self._base is None or self._base.shape != small.shape:
            self._base, self._since = small, seconds
            return Stillness(0.0)
        share, change, shift = _compared(self._base, small)
        if change is not Change.NONE:
            self._base = small
            if change is not Change.LIGHT:
                self._since = seconds
        scale = picture.shape[1] / small.shape[1]
        return Stillness(seconds - self._since, share, change, (shift[0] * scale, shift[1] * scale))


def shrunk(picture: Picture) -> Grey:
    """The picture about WIDTH wide, grey, 0 to 255."""
    height, width = picture.shape[:2]
    # Every second row and column carries enough: a board is seen by its lots, and noise is averaged all the same.
    step = max(1, width // (4 * WIDTH))
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    small = cv2.resize(picture[::step, ::step], size, interpolation=cv2.INTER_AREA)
    if small.ndim == 3:
        small = cv2.cvtColor(small, cv2.COLOR_RGB2GRAY)
    return np.asarray(small, np.float32)


def _compared(base: Grey, now: Grey) -> tuple[float, Change, tuple[float, float]]:
    """Share that changed, what kind of change it is, and the shift in pixels of the small picture."""
    gain = _gain(base, now)
    changed = _changed(base, now, gain)
    share = float(changed.mean())
    if share < _STILL_SHARE:
        other = max(gain, 1 / gain) > _LIGHT_GAIN
        return share, Change.LIGHT if other else Change.NONE, (0.0, 0.0)
    if share > _WIDE_SHARE:
        if share > _LIGHT_SHARE and _same_pattern(base, now, changed):
            return share, Change.LIGHT, (0.0, 0.0)
        shift = _shift(base, now, gain, share)
        if shift is not None:
            return share, Change.SHIFT, shift
    return share, Change.THINGS, (0.0, 0.0)


def _gain(base: Grey, now: Grey) -> float:
    """By how much all of the picture has become brighter, as most of it says."""
    lit = (base > 12) & (base < 245) & (now < 245)
    if lit.mean() < 0.1:
        return 1.0
    return float(np.clip(np.median((now[lit] + 1) / (base[lit] + 1)), 0.2, 5.0))


def _changed(base: Grey, now: Grey, gain: float) -> npt.NDArray[np.bool_]:
    """Where (h, w) the picture differs by more than noise does."""
    off = np.abs(now - np.minimum(base * gain, 255))
    noise = 1.4826 * float(np.median(off))
    # Where it is bright, light that is not quite even makes larger steps.
    return np.asarray(off > max(_LEAST_STEP, _NOISE_STEPS * noise) + 0.03 * np.maximum(now, base))


def _edges(grey: Grey) -> Grey:
    """The picture less its surroundings, which light changes much less than brightness itself."""
    around = cv2.GaussianBlur(grey, (0, 0), 3)
    return np.asarray((grey - around) / (around + 8), np.float32)


def _same_pattern(base: Grey, now: Grey, changed: npt.NDArray[np.bool_]) -> bool:
    """Whether what is seen where the picture changed is the same in another light."""
    where = cv2.dilate(changed.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    return _likeness(_edges(base)[where], _edges(now)[where]) > _SAME_PATTERN


def _likeness(one: Grey, other: Grey) -> float:
    """Correlation, -1 to 1."""
    a, b = one - one.mean(), other - other.mean()
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))


def _shift(base: Grey, now: Grey, gain: float, share: float) -> tuple[float, float] | None:
    """The shift of the picture's middle that explains most of a change, as of a bumped camera; None without one."""
    window = cv2.createHanningWindow(base.shape[::-1], cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(_edges(base), _edges(now), window)
    start = np.array([[1, 0, x], [0, 1, y]], np.float32)
    steps = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-3)
    try:
        _, found = cv2.findTransformECC(_edges(base), _edges(now), start, cv2.MOTION_EUCLIDEAN, steps)
    except cv2.error:  # it says so when it finds no way
        return None
    moved = np.asarray(found, np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    back = np.asarray(cv2.warpAffine(now, moved, base.shape[::-1], flags=flags, borderValue=(-255.0,)))
    inside = back >= 0
    left = float(_changed(base, np.where(inside, back, base * gain).astype(np.float32), gain).mean())
    height, width = base.shape
    dx, dy = _at(moved, (width / 2, height / 2))
    corner = max(float(np.hypot(*_at(moved, (u, v)))) for u in (0, width) for v in (0, height))
    if left > _LEFT_OVER * share or corner < _LEAST_SHIFT or inside.mean() < 0.5:
        return None
    return dx, dy


def _at(moved: Floats, point: tuple[float, float]) -> tuple[float, float]:
    """How far a transform (2, 3) moves a point."""
    x, y = moved[:, :2] @ np.array(point) + moved[:, 2]
    return float(x) - point[0], float(y) - point[1]
