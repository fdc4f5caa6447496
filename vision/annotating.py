"""Lines, discs and words on a picture, in the inks that readings of all games are drawn in."""

from __future__ import annotations

import cv2
import numpy as np

from vision.lens import Floats
from vision.photo import Picture

Ink = tuple[int, int, int]

WHITE: Ink = (255, 255, 255)
DARK: Ink = (20, 20, 20)
FAULT: Ink = (255, 0, 90)
UNSURE: Ink = (255, 180, 0)

_FONT = cv2.FONT_HERSHEY_SIMPLEX
_SHIFT = 4  # OpenCV draws at 1/16 of a pixel


def line(picture: Picture, points: Floats, ink: Ink, width: float, *, closed: bool = False) -> None:
    """Draw through points (N, 2), `width` pixels wide."""
    fixed = [np.round(points * 2**_SHIFT).astype(np.int32)]
    cv2.polylines(picture, fixed, closed, ink, max(1, round(width)), cv2.LINE_AA, _SHIFT)


def disc(picture: Picture, centre: Floats, radius: float, ink: Ink) -> None:
    """Draw a filled disc around a point (2,)."""
    x, y = (round(float(v) * 2**_SHIFT) for v in centre)
    cv2.circle(picture, (x, y), max(1, round(radius * 2**_SHIFT)), ink, cv2.FILLED, cv2.LINE_AA, _SHIFT)


def text(
    picture: Picture, said: str, centre: Floats, ink: Ink, scale: float, *, outlined: bool = True
) -> None:
    """Write something around a point (2,); a scale of 1 is about 20 pixels high."""
    thick = max(1, round(2 * scale))
    (width, height), _ = cv2.getTextSize(said, _FONT, 0.7 * scale, thick)
    origin = (round(float(centre[0]) - width / 2), round(float(centre[1]) + height / 2))
    if outlined:
        cv2.putText(picture, said, origin, _FONT, 0.7 * scale, DARK, thick + 2, cv2.LINE_AA)
    cv2.putText(picture, said, origin, _FONT, 0.7 * scale, ink, thick, cv2.LINE_AA)
