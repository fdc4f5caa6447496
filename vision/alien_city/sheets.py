"""What the reading network is shown of a picture: three sheets over the board, the lean of towers, the light.

The same few numbers describe the network's input in training and at the table, so they stand in one place.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.alien_city.board import COLUMNS, LENGTH, LOT, ROWS, lot_centres
from vision.cuts import resampled_for, sheet
from vision.photo import Picture
from vision.pose import Pose

LOT_PIXELS = 24
MARGIN = 8
"""Pixels of the sheets outside the board on each side: one cell of the network's stride-8 grid."""
STRIDE = 8
HEIGHTS_MM = (0.0, 16.0, 40.0)
"""The table with the domes' feet, the middle of a tower, the tip of a tower under its cap."""
SIZE = (COLUMNS * LOT_PIXELS + 2 * MARGIN, ROWS * LOT_PIXELS + 2 * MARGIN)
"""(width, height) of a sheet in pixels."""

LIGHT_NUMBERS = 21

Blob = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Sheets:
    """One look at the board.

    colours: (9, height, width) float32, three RGB sheets from low to high, brightness normalised to the board's own.
    lean: (2, height / 8, width / 8) float32: how far, in lots, the tip of a tower is displaced on the table sheet,
        to the right and upwards.
    light: (21,) float32: what colours the board shows as a whole (percentiles of the channels and of their
        differences), against which a single piece's colour is to be judged.
    """

    colours: Blob
    lean: Blob
    light: Blob


def look(picture: Picture, pose: Pose) -> Sheets:
    """Cut the sheets out of a picture (H, W, 3) uint8 RGB seen with a pose."""
    return normalised(cut(picture, pose), lean_of(pose))


def cut(picture: Picture, pose: Pose) -> list[Picture]:
    """The three sheets, each (height, width, 3) uint8 RGB; row 10 of the city is on top, column A on the left."""
    scale = LOT_PIXELS / LOT
    picture, pose = resampled_for(picture, pose, scale, lot_centres())
    return [
        sheet(
            picture,
            pose,
            left_mm=-MARGIN / scale,
            top_mm=LENGTH + MARGIN / scale,
            height_mm=height,
            pixels_per_mm=scale,
            size=SIZE,
        )
        for height in HEIGHTS_MM
    ]


def lean_of(pose: Pose) -> Blob:
    """The displacement of tower tips over the board, (2, rows, columns) at the network's stride."""
    x0, y0, z0 = pose.centre
    tip = HEIGHTS_MM[-1]
    factor = tip / max(z0 - tip, 1.0) / LOT
    step = STRIDE * LOT / LOT_PIXELS
    margin = MARGIN * LOT / LOT_PIXELS
    x = (np.arange(SIZE[0] // STRIDE) + 0.5) * step - margin
    y = LENGTH + margin - (np.arange(SIZE[1] // STRIDE) + 0.5) * step
    across, along = np.meshgrid((x - x0) * factor, (y - y0) * factor)
    return np.stack([across, along]).astype(np.float32)


def normalised(sheets: list[Picture], lean: Blob) -> Sheets:
    """Scale brightness to the board's own and describe its light."""
    board = sheets[0][MARGIN:-MARGIN, MARGIN:-MARGIN]
    colours = board[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE].reshape(-1, 3).astype(np.float32) / 255
    gain = 0.7 / max(float(np.percentile(colours.max(axis=1), 90)), 0.02)
    colours *= gain
    channels = np.percentile(colours, [5, 25, 50, 75, 95], axis=0)
    differences = np.stack([colours[:, 0] - colours[:, 1], colours[:, 2] - colours[:, 1]], axis=1)
    tints = np.percentile(differences, [5, 50, 95], axis=0)
    light = np.concatenate([channels.ravel(), tints.ravel()]).astype(np.float32)
    blob = np.asarray(cv2.dnn.blobFromImages(sheets, scalefactor=gain / 255), np.float32)
    return Sheets(blob.reshape(-1, *blob.shape[2:]), lean, light)
