"""Pictures in a terminal: two pixels a character, in colour."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Picture

_UPPER_HALF = "▀"
_PLAIN = "\x1b[0m"


def lines(picture: Picture, columns: int) -> list[str]:
    """A picture (H, W, 3) uint8 RGB as lines of that many characters, with ANSI colours (24 bit)."""
    height, width = picture.shape[:2]
    rows = max(2, 2 * round(columns * height / width / 2))
    small = cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA)
    return [
        "".join(map(_character, upper, lower)) + _PLAIN
        for upper, lower in zip(small[::2], small[1::2], strict=True)
    ]


def _character(upper: np.ndarray, lower: np.ndarray) -> str:
    """One character: the upper pixel in front, the lower one behind."""
    (r, g, b), (x, y, z) = upper, lower
    return f"\x1b[38;2;{r};{g};{b};48;2;{x};{y};{z}m{_UPPER_HALF}"
