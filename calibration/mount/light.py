"""The light on the board, part by part: where it is dark, and where a lamp is mirrored."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.lens import Floats
from vision.light import WHITE
from vision.photo import Picture

_PARTS = 3  # along each side of the board's outline in the picture
_SIDE = 40  # pixels of each part when it is looked at
_BRIGHT = 90  # percentile: the board's own stock, not its prints, its dark tiles and what stands on it


@dataclass(frozen=True, eq=False)
class Light:
    """brightness: (3, 3) levels of 255, of the bright things in each part of the board as the picture shows it, upper
    left first; white: (3, 3) share of each part that is plain white."""

    brightness: Floats
    white: Floats

    @property
    def evenness(self) -> float:
        """The darkest part by the brightest, from 0 to 1."""
        return float(self.brightness.min() / max(self.brightness.max(), 1.0))

    @property
    def darkest(self) -> tuple[int, int]:
        """Row and column of the darkest part."""
        row, column = np.unravel_index(int(self.brightness.argmin()), self.brightness.shape)
        return int(row), int(column)

    @property
    def whitest(self) -> tuple[int, int]:
        """Row and column of the part with most glare."""
        row, column = np.unravel_index(int(self.white.argmax()), self.white.shape)
        return int(row), int(column)


def light_on(picture: Picture, corners: Floats) -> Light:
    """The light on a board in a picture (H, W, 3) uint8 RGB, its corners (4, 2) in pixels in order around it."""
    size = _PARTS * _SIDE
    # The board is laid flat so that its upper left part is that of the picture.
    start = int(corners.sum(axis=1).argmin())
    around = np.roll(corners, -start, axis=0)
    right, down = around[1] - around[0], around[3] - around[0]
    if right[0] * down[1] - right[1] * down[0] < 0:
        around = around[[0, 3, 2, 1]]
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    flat = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(around.astype(np.float32), square), (size, size)
    )
    parts = flat.reshape(_PARTS, _SIDE, _PARTS, _SIDE, 3).swapaxes(1, 2).reshape(_PARTS, _PARTS, -1, 3)
    return Light(
        np.percentile(parts.max(axis=3), _BRIGHT, axis=2),
        (parts.min(axis=3) >= WHITE).mean(axis=2),
    )
