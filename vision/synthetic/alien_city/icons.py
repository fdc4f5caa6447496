"""Icons, suits, rank figures and invented signs as sprites: how much ink, and how bright it is."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.synthetic.alien_city.signs import FINE, PX, Sheet, draw
from vision.synthetic.arrays import Array

V22 = {"R": "bolt", "B": "ring", "G": "star", "K": "pyramid"}
SUITS = {"R": "sun", "B": "lily", "G": "crown", "K": "moon"}
INVENTED = (
    *("heart", "drop", "hexagon", "gear", "cross", "diamond", "arrow", "leaf", "flower", "square"),
    *("triangle", "spiral", "eye", "flame", "wave", "target", "frame", "disc", "spade", "club", "house"),
    *("bolt", "ring", "star", "pyramid", "sun", "lily", "crown", "moon"),
    *(f"letter {c}" for c in "ABEFGHKMNPRSTXZ&#?%"),
    *(f"blob {i}" for i in range(10)),
    *(f"star {n}" for n in (4, 6, 8)),
)
FIGURES = ("figure 0", "figure A", "figure 2", "figure 3", "figure 4", "figure 5")


@lru_cache(maxsize=1024)
def sprite(name: str, variant: int = 0, outline: bool = False, px: int = PX) -> Array:
    """The icon `name`: ink and tone (px, px, 2) uint8; tone 128 leaves the ink's colour as it is."""
    sheet = Sheet()
    draw(sheet, name, variant)
    if outline:
        kernel = np.ones((PX * FINE // 11,) * 2, np.uint8)
        sheet.ink = np.asarray(sheet.ink - cv2.erode(sheet.ink, kernel, borderValue=(0,)), np.uint8)
    full = sheet.done()
    if px == PX:
        return full
    return np.asarray(cv2.resize(full, (px, px), interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=256)
def _widened(name: str, variant: int, px: int) -> Array:
    wide = sprite(name, variant).copy()
    wide[..., 0] = cv2.dilate(wide[..., 0], np.ones((PX // 14,) * 2, np.uint8))
    wide[..., 1] = 128
    return np.asarray(cv2.resize(wide, (px, px), interpolation=cv2.INTER_AREA), np.uint8)


def widened(name: str, variant: int, size_px: float) -> Array:
    """What shows around an icon that is sewn on, or printed over a pale ground of its shape."""
    return _widened(name, variant, _at_least(size_px))


def fitting(name: str, variant: int, outline: bool, size_px: float) -> Array:
    """The sprite of the resolution that is just above `size_px`, so that shrinking it needs no more blur."""
    return sprite(name, variant, outline, _at_least(size_px))


def _at_least(size_px: float) -> int:
    px = 16
    while px < size_px and px < PX:
        px *= 2
    return px
