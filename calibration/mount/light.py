"""The light on the board, part by part: where it is dark, and where a lamp is mirrored."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.lens import Floats
from vision.light import WHITE
from vision.photo import Picture
from vision.sharpness import Outlines, inside

_PARTS = 3  # along each side of the board's outline in the picture
_SIDE = 40  # pixels of each part when it is looked at
_LEAST = 0.1  # of a part: with less board in it, the table around would be judged
_BRIGHT = 90  # percentile: the board's own stock, not its prints, its dark tiles and what stands on it


@dataclass(frozen=True, eq=False)
class Light:
    """brightness: (3, 3) levels of 255, of the bright things in each part of the board as the picture shows it, upper
    left first, nan where there is next to no board; white: (3, 3) share of each part that is plain white."""

    brightness: Floats
    white: Floats

    @property
    def evenness(self) -> float:
        """The darkest part by the brightest, from 0 to 1."""
        return float(np.nanmin(self.brightness) / max(np.nanmax(self.brightness), 1.0))

    @property
    def darkest(self) -> tuple[int, int]:
        """Row and column of the darkest part."""
        row, column = np.unravel_index(int(np.nanargmin(self.brightness)), self.brightness.shape)
        return int(row), int(column)

    @property
    def whitest(self) -> tuple[int, int]:
        """Row and column of the part with most glare."""
        row, column = np.unravel_index(int(self.white.argmax()), self.white.shape)
        return int(row), int(column)


def light_on(picture: Picture, corners: Floats, parts: Outlines) -> Light:
    """The light on a board in a picture (H, W, 3) uint8 RGB.

    corners: (4, 2) of a rectangle around it, in pixels, in order; parts: of what in there is board, and no table.
    """
    size = _PARTS * _SIDE
    # The board is laid flat so that its upper left part is that of the picture.
    start = int(corners.sum(axis=1).argmin())
    around = np.roll(corners, -start, axis=0)
    right, down = around[1] - around[0], around[3] - around[0]
    if right[0] * down[1] - right[1] * down[0] < 0:
        around = around[[0, 3, 2, 1]]
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    flatten = cv2.getPerspectiveTransform(around.astype(np.float32), square)
    flat = cv2.warpPerspective(picture, flatten, (size, size))
    is_board = cv2.warpPerspective(inside(picture, parts).astype(np.uint8), flatten, (size, size)) > 0
    brightness, white = np.full((_PARTS, _PARTS), np.nan), np.zeros((_PARTS, _PARTS))
    for row, column in np.ndindex(_PARTS, _PARTS):
        part = slice(row * _SIDE, (row + 1) * _SIDE), slice(column * _SIDE, (column + 1) * _SIDE)
        board = flat[part][is_board[part]]
        if len(board) >= _LEAST * _SIDE**2:
            brightness[row, column] = np.percentile(board.max(axis=1), _BRIGHT)
            white[row, column] = (board.min(axis=1) >= WHITE).mean()
    return Light(brightness, white)
