"""Tiles cut out of a picture as they lie on the table, to compare their prints.

Brightness is given relative to each lot's own median, so that neither lamp nor shadow matters much.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.alien_city.board import COLUMNS, LENGTH, LOT, ROWS, TILE_COLUMNS, TILE_ROWS, lot_centres
from vision.alien_city.own_set.palette import HUES
from vision.cuts import resampled_for, sheet
from vision.lens import Floats
from vision.photo import Picture
from vision.pose import Pose

LOT_PIXELS = 12
TILE_PIXELS = 2 * LOT_PIXELS
_DARK = 0.15  # of 1: prints on black tiles differ by less than this says

_Array = npt.NDArray[np.floating]


def tile_cuts(picture: Picture, pose: Pose) -> Floats:
    """The tiles (20, 24, 24, 3) in lightness and two hues, each lot relative to its own median."""
    scaled, there = resampled_for(picture, pose, LOT_PIXELS / LOT, lot_centres())
    size = COLUMNS * LOT_PIXELS, ROWS * LOT_PIXELS
    board = sheet(
        scaled, there, left_mm=0, top_mm=LENGTH, height_mm=0, pixels_per_mm=LOT_PIXELS / LOT, size=size
    )
    seen = np.log(board / 255 + _DARK) @ HUES.T
    lots = seen.reshape(ROWS, LOT_PIXELS, COLUMNS, LOT_PIXELS, 3)
    lots -= np.median(lots, axis=(1, 3), keepdims=True)
    tiles = lots.reshape(TILE_ROWS, TILE_PIXELS, TILE_COLUMNS, TILE_PIXELS, 3)[::-1].swapaxes(1, 2)
    return np.asarray(tiles.reshape(-1, TILE_PIXELS, TILE_PIXELS, 3), np.float64)


def bare_pixels(bare: npt.NDArray[np.bool_]) -> Floats:
    """Which pixels of the tiles, (20, 24, 24) from 0 to 1, belong to bare lots (80,)."""
    rows = bare.reshape(ROWS, COLUMNS)[::-1].repeat(LOT_PIXELS, axis=0).repeat(LOT_PIXELS, axis=1)
    tiles = rows.reshape(TILE_ROWS, TILE_PIXELS, TILE_COLUMNS, TILE_PIXELS)[::-1].swapaxes(1, 2)
    return tiles.reshape(-1, TILE_PIXELS, TILE_PIXELS).astype(np.float64)


def turned_left(tiles: _Array, quarters: int) -> _Array:
    """Tiles (N, 24, 24, ...) turned left by quarters, so that the corner of that number comes to the upper left."""
    return np.rot90(tiles, quarters, axes=(1, 2))
