"""How long a picture has been still, and whether a change it shows is of things or only of light."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

from vision.nearby import near_board
from vision.photo import Picture

WIDTH = 160
"""Pixels of the small grey picture that is compared; a lot of a board that fills the picture is about 8 wide."""

Grey = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

# Measured on simulated games in 13 rooms at 640x480 and 800x600: noise alone changes a share under 0.0005, a change
# of light leaves under 0.0002 of the picture with other edges, a hand over the board 0.012 and more.
_LEAST_STEP = 5.0  # grey levels: no noise of the small picture reaches that, nor
_NOISE_STEPS = 6.0  # so many standard deviations of it
# Standard over median deviation of normal noise; a hand in the picture hardly moves the median.
_DEVIATION = 1.4826
# The most that noise may grow from one frame to the next, or a bump over a patterned cloth would pass for noise.
_NOISE_GROWS = 1.05
_STILL_SHARE = 0.0008
_LIGHT_GAIN = 1.15  # a whole picture brighter or darker by more is a change of light, by less it is flicker
_UNLIKE = 0.5  # correlation of edges below which something else is there
_FAINT = 0.06  # edges weaker than that are noise
_UNLIKE_SHARE, _UNLIKE_PART = 0.003, 0.1  # of the picture, and of what changed: with less, it is light


class Change(StrEnum):
    """What happened to the picture since it was last still. When the camera is bumped, all things have moved."""

    NONE = "none"
    THINGS = "things"
    LIGHT = "light"


@dataclass(frozen=True)
class Stillness:
    """What a frame says about motion.

    still_for: seconds since anything last moved, 0 while it does; a change of light alone moves nothing.
    change: what kind it is.
    """

    still_for: float
    change: Change = Change.NONE


class Motion:
    """Compares each picture with the one in which stillness began. Keeps two small arrays and no picture."""

    def __init__(self) -> None:
        """Nothing has been seen."""
        self._base: Grey | None = None
        self._shape: tuple[int, ...] = ()
        self._since = 0.0
        self._noise = np.inf  # deviation, in grey levels
        self._last: weakref.ref[Picture] | None = None

    def seen(
        self, picture: Picture, seconds: float, board: Sequence[tuple[float, float]] | None = None
    ) -> Stillness:
        """What a picture (H, W, 3) RGB or (H, W) grey, uint8, taken at `seconds`, says.

        The same array as last time costs nothing: nothing has moved. With a picture of another shape it starts anew.
        board: its corners in the picture, in pixels (x, y); what moves far from it does not count. None: all counts.
        """
        if self._last is not None and self._last() is picture:
            return Stillness(seconds - self._since)
        self._last = weakref.ref(picture)
        small = shrunk(picture)
        if self._base is None or self._shape != picture.shape:
            self._base, self._shape, self._since = small, picture.shape, seconds
            return Stillness(0.0)
        if np.array_equal(self._base, small):
            # Given twice, as by a camera that is asked more often than it takes one: that says nothing of its noise.
            return Stillness(seconds - self._since)
        near = _near(board, small.shape, small.shape[1] / picture.shape[1])
        lit = _lit(self._base, small, near)
        gain = 1.0 if lit is None else _gain(self._base[lit], small[lit])
        off = np.abs(small - self._base * gain)
        steps = _DEVIATION * float(np.median(off if lit is None else off[lit]))
        self._noise = min(steps, _NOISE_GROWS * self._noise + 0.01)
        change = _compared(self._base, small, near, gain, self._noise)
        if change is not Change.NONE:
            self._base = small
            if change is not Change.LIGHT:
                self._since = seconds
        return Stillness(seconds - self._since, change)


def shrunk(picture: Picture) -> Grey:
    """The picture about WIDTH wide, grey, 0 to 255."""
    height, width = picture.shape[:2]
    # Green alone and, at 1280 wide, every second row and column: four times cheaper, and noise still averages out.
    step = max(1, width // (4 * WIDTH))
    green = picture[::step, ::step, 1] if picture.ndim == 3 else picture[::step, ::step]
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    return np.asarray(cv2.resize(green, size, interpolation=cv2.INTER_AREA), np.float32)


def _near(board: Sequence[tuple[float, float]] | None, shape: tuple[int, ...], scale: float) -> Mask:
    """Where (h, w) in the small picture it counts what moves: near the board, if any of it is in the picture."""
    near = None if board is None else near_board(board, shape, scale) > 0
    return near if near is not None and near.any() else np.ones(shape, np.bool_)


def _compared(base: Grey, now: Grey, near: Mask, gain: float, noise: float) -> Change:
    """What kind of change there is."""
    changed = _changed(base, now, gain, noise) & near
    share = float(changed.mean())
    if share < _STILL_SHARE:
        other = max(gain, 1 / gain) > _LIGHT_GAIN
        return Change.LIGHT if other else Change.NONE
    unlike = float((_unlike(_edges(base), _edges(now)) & changed).mean())
    return Change.LIGHT if unlike < min(_UNLIKE_SHARE, _UNLIKE_PART * share) else Change.THINGS


def _lit(base: Grey, now: Grey, near: Mask) -> Mask | None:
    """Where (h, w) of what is near it is neither black nor white, and thus shows noise and flicker; None where hardly
    anywhere."""
    lit = (base > 12) & (base < 245) & (now < 245) & near
    return np.asarray(lit) if lit.mean() >= 0.1 * near.mean() else None


def _gain(base: Grey, now: Grey) -> float:
    """The factor by which the lit pixels (N,) have become brighter: the median of theirs."""
    return float(np.clip(np.median((now + 1) / (base + 1)), 0.2, 5.0))


def _changed(base: Grey, now: Grey, gain: float, noise: float) -> Mask:
    """Where (h, w) the picture differs by more than noise does."""
    off = np.abs(now - np.minimum(base * gain, 255))
    # Where it is bright, slightly uneven light makes larger steps.
    return np.asarray(off > max(_LEAST_STEP, _NOISE_STEPS * noise) + 0.03 * np.maximum(now, base))


def _edges(grey: Grey) -> Grey:
    """Each pixel relative to its surroundings, which light changes much less than brightness itself."""
    around = cv2.GaussianBlur(grey, (0, 0), 3)
    return np.asarray((grey - around) / (around + 8), np.float32)


def _unlike(base: Grey, now: Grey) -> Mask:
    """Where (h, w) the edges around a pixel are not what they were; light leaves them alike."""

    def around(values: Grey) -> Grey:
        return np.asarray(cv2.boxFilter(values, -1, (9, 9)), np.float32)

    # A box filter adds and subtracts as it goes along, so rounding may leave a little less than 0.
    was, is_now = np.maximum(around(base * base), 0), np.maximum(around(now * now), 0)
    both = around(base * now)
    plain = np.maximum(was, is_now) < _FAINT**2
    return np.asarray(~plain & (both < _UNLIKE * np.sqrt(was * is_now)))
