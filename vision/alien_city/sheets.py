"""What the reading network is shown of a picture: three sheets over the board, the lean of towers, the light.

The same few numbers describe the network's input in training and at the table, so they stand in one place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.alien_city import Lot
from vision.alien_city.board import COLUMNS, LENGTH, LOT, ROWS, lot_centres
from vision.cuts import resampled_for, sheet
from vision.lens import Floats
from vision.light import light_of
from vision.photo import Picture
from vision.pose import Pose

LOT_PIXELS = 24
MARGIN = 8
"""Pixels of the sheets outside the board on each side: one cell of the network's stride-8 grid."""
STRIDE = 8
HEIGHTS_MM = (0.0, 16.0, 40.0)
"""The table with the domes' feet, the middle of a tower, the tip of a tower under its cap."""

Blob = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Sheets:
    """One look at the board.

    colours: (9, height, width) float32, three RGB sheets from low to high, brightness normalised to the board's own.
    lean: (2, height / 8, width / 8) float32: how far, in lots, the tip of a tower is displaced on the table sheet,
        to the right and upwards.
    light: (21,) float32: what colours the board shows as a whole (percentiles of the channels and of their
        differences), by which a single piece's colour is to be judged.
    """

    colours: Blob
    lean: Blob
    light: Blob


@dataclass(frozen=True)
class Window:
    """Some columns and rows of lots, counted from 0 at A1, the ends excluded.

    A window may reach beyond the board; what lies there is looked at too.
    """

    left: int = 0
    right: int = COLUMNS
    low: int = 0
    high: int = ROWS

    @classmethod
    def around(cls, lots: Iterable[Lot]) -> Window:
        """The smallest window that holds the lots and one more on each side."""
        columns, rows = zip(*((lot.column, lot.row) for lot in lots), strict=True)
        return cls(min(columns) - 1, max(columns) + 2, min(rows) - 1, max(rows) + 2)

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of its sheets in pixels."""
        columns, rows = self.right - self.left, self.high - self.low
        return columns * LOT_PIXELS + 2 * MARGIN, rows * LOT_PIXELS + 2 * MARGIN

    @property
    def corner_mm(self) -> tuple[float, float]:
        """World x and y of the upper left corner of its sheets."""
        margin = MARGIN * LOT / LOT_PIXELS
        return self.left * LOT - margin, self.high * LOT + margin


BOARD = Window()
_DARKEST = 0.03


def look(picture: Picture, pose: Pose, window: Window = BOARD) -> Sheets:
    """Cut the sheets out of a picture (H, W, 3) uint8 RGB seen with a pose."""
    picture, pose = at_scale(picture, pose)
    return normalised(cut(picture, pose, window), lean_of(pose, window), board_colours(picture, pose))


def tones_of(sheets: Sheets) -> Floats:
    """The logarithm of the mean colour of each lot of the board on each sheet, (80, 9), lots as in the engine."""
    inner = sheets.colours[:, MARGIN:-MARGIN, MARGIN:-MARGIN]
    # No lot reaches over the edge of a sheet, so all sheets, stacked, can be made smaller at once.
    one = inner.reshape(-1, COLUMNS * LOT_PIXELS)
    means = cv2.resize(one, (COLUMNS, len(inner) * ROWS), interpolation=cv2.INTER_AREA)
    lots = means.reshape(len(inner), ROWS, COLUMNS)[:, ::-1].reshape(len(inner), -1)
    return np.asarray(np.log(lots.T.astype(np.float64) + _DARKEST))


def at_scale(picture: Picture, pose: Pose) -> tuple[Picture, Pose]:
    """The picture at a size from which sheets can be cut without aliasing."""
    return resampled_for(picture, pose, LOT_PIXELS / LOT, lot_centres())


def cut(picture: Picture, pose: Pose, window: Window = BOARD) -> list[Picture]:
    """The three sheets of a picture at scale, each (height, width, 3) uint8 RGB; the highest row is on top."""
    left, top = window.corner_mm
    return [
        sheet(
            picture,
            pose,
            left_mm=left,
            top_mm=top,
            height_mm=height,
            pixels_per_mm=LOT_PIXELS / LOT,
            size=window.size,
        )
        for height in HEIGHTS_MM
    ]


def board_colours(picture: Picture, pose: Pose) -> Picture:
    """Nine spots of colour from each lot of the whole board, (30, 24, 3) uint8, by which its light is judged."""
    return sheet(
        picture,
        pose,
        left_mm=0.0,
        top_mm=LENGTH,
        height_mm=0.0,
        pixels_per_mm=3 / LOT,
        size=(3 * COLUMNS, 3 * ROWS),
    )


def lean_of(pose: Pose, window: Window = BOARD) -> Blob:
    """The displacement of tower tips over the board, (2, rows, columns) at the network's stride."""
    step = STRIDE * LOT / LOT_PIXELS
    width, height = window.size
    left, top = window.corner_mm
    x = left + (np.arange(width // STRIDE) + 0.5) * step
    y = top - (np.arange(height // STRIDE) + 0.5) * step
    return np.moveaxis(lean_at(np.stack(np.meshgrid(x, y), axis=-1), pose), -1, 0)


def lean_at(places: Floats, pose: Pose) -> Blob:
    """The displacement (..., 2) of tips of towers that stand at places (..., 2) on the table, in millimetres."""
    tip, centre = HEIGHTS_MM[-1], pose.centre
    factor = tip / max(centre[2] - tip, 1.0) / LOT
    return np.asarray((places - centre[:2]) * factor, np.float32)


def normalised(sheets: list[Picture], lean: Blob, spots: Picture) -> Sheets:
    """Scale brightness to the board's own and describe its light, both by spots of it (N, M, 3) uint8."""
    gain, light = light_of(spots)
    planes = np.array([channel for each in sheets for channel in cv2.split(each)], np.float32)
    return Sheets(planes * np.float32(gain / 255), lean, light)
