"""The ink of icons: its colour against the lot it is printed on, how much of it there is, and how it is spread.

These numbers don't depend on which way an icon lies. Under one lamp, an ink looks the same on all tiles of a set, so
the numbers can tell guilds apart whose icons have the same shape, or the same colour.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.alien_city.board import LOT, lot_centres, squares
from vision.alien_city.own_set.palette import HUES
from vision.cuts import quadrilaterals, resampled_for
from vision.lens import Floats
from vision.photo import Picture
from vision.pose import Pose

_SIDE = 32  # pixels of a lot
_INNER = 0.08  # of a lot at each side is left out: lines and neighbours
_BLUR = 0.67  # pixels
_DARK = 0.06  # of 1: ink on black tiles differs by less than this says
_HUES_COUNT = np.array([1.0, 1.5, 1.5])  # weights of lightness and hues in telling what is ink at all
_STRONGEST = 0.93  # of the pixels differ less from the lot's median than those by which its ink is measured
_INK = 0.4  # share of their difference below which a pixel is no ink
_SHARES = (0.35, 0.5, 0.7)
_RINGS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.35)  # lots from the middle of the ink
_LEAST = 0.005  # of a lot; and of a pixel that is of the lot's own colour

INK_NUMBERS = 3 + 1 + len(_SHARES) + len(_RINGS) - 1
"""The ink's colour, how much it stands out, its areas above some shares of that (in logarithms), and how much of it
lies in each ring around its middle."""


def inks_of(picture: Picture, pose: Pose, lots: npt.NDArray[np.intp]) -> Floats:
    """The ink on lots (N,), at least one, as (N, 13); of lots on which something stands it means nothing.

    picture: (H, W, 3) uint8 RGB.
    """
    scaled, there = resampled_for(picture, pose, _SIDE / LOT, lot_centres())
    outlines = there.outlines(squares(lot_centres()[lots], LOT))
    return np.stack([_ink(it) for it in quadrilaterals(scaled, outlines, (_SIDE, _SIDE))])


def _ink(lot: Picture) -> Floats:
    """The numbers (13,) of a lot's picture (32, 32, 3)."""
    rim = round(_INNER * _SIDE)
    inner = cv2.GaussianBlur(lot, (0, 0), _BLUR)[rim:-rim, rim:-rim]
    colours = (np.log(inner / 255 + _DARK) @ HUES.T).reshape(-1, 3)
    off = colours - np.median(colours, axis=0)
    strength = np.linalg.norm(off * _HUES_COUNT, axis=1) + _LEAST
    strongest = np.sort(strength)[int(_STRONGEST * len(strength)) :].mean()
    ink = np.maximum(strength / strongest - _INK, 0.0)
    ink /= ink.sum()
    places = np.indices(inner.shape[:2]).reshape(2, -1).T / _SIDE
    away = np.linalg.norm(places - ink @ places, axis=1)
    areas = np.log([np.mean(strength > share * strongest) + _LEAST for share in _SHARES])
    rings, _ = np.histogram(away, _RINGS, weights=ink)
    return np.concatenate([ink @ off, [strongest], areas, rings])
