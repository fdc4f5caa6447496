"""Cuts in space: a picture resampled onto flat sheets that hover over the board at several heights.

A tower leans outwards in the picture, over its neighbour's lot. On the sheet at the height of its tip the tip
stands over its own lot; on the sheet at the table its foot does. A reader that sees both is not misled.
"""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.halving import halved, halvings_for
from vision.lens import Floats
from vision.photo import Picture
from vision.pose import Pose

_AT_ONCE = 16  # cuts: the maps of more would fit neither the cache nor a small memory
_COARSE = 8  # pixels of a sheet between points that are projected exactly; between them the map is linear


def resampled_for(picture: Picture, pose: Pose, pixels_per_mm: float, near: Floats) -> tuple[Picture, Pose]:
    """The picture halved as often as a sheet of `pixels_per_mm` allows, so that sampling it does not alias.

    near: (N, 3) world points in millimetres around which the scale is measured.
    """
    beside = near + np.array([1.0, 0.0, 0.0])
    scale = float(np.median(np.linalg.norm(pose.project(beside) - pose.project(near), axis=1)))
    halvings = halvings_for(0.9 * pixels_per_mm / max(scale, 1e-6))
    if halvings == 0:
        return picture, pose
    picture = halved(picture, halvings)
    return picture, pose.resampled(picture.shape[1::-1])


def sheet(
    picture: Picture,
    pose: Pose,
    *,
    left_mm: float,
    top_mm: float,
    height_mm: float,
    pixels_per_mm: float,
    size: tuple[int, int],
) -> npt.NDArray[np.uint8]:
    """One sheet, (h, w, 3) uint8: x to the right, y upwards, as the board is seen from above.

    left_mm, top_mm: world x and y of the sheet's upper left corner (the corner of its first pixel).
    size: (w, h) in pixels. What lies outside the picture is black.
    """
    width, height = size
    # A map of the middles of squares of pixels, reaching beyond the sheet; `resize` makes it finer.
    columns, rows = math.ceil(width / _COARSE) + 2, math.ceil(height / _COARSE) + 2
    world = np.empty((rows, columns, 3))
    world[..., 0] = left_mm + (np.arange(columns) - 0.5) * (_COARSE / pixels_per_mm)
    world[..., 1] = top_mm - (np.arange(rows) - 0.5)[:, None] * (_COARSE / pixels_per_mm)
    world[..., 2] = height_mm
    coarse = pose.project(world.reshape(-1, 3)).reshape(rows, columns, 2).astype(np.float32)
    exact = cv2.resize(coarse, (columns * _COARSE, rows * _COARSE), interpolation=cv2.INTER_LINEAR)
    inside = exact[_COARSE : _COARSE + height, _COARSE : _COARSE + width]
    return np.asarray(sampled(picture, inside, cv2.BORDER_CONSTANT), np.uint8)


def quadrilaterals(
    picture: Picture, corners: npt.NDArray[np.float32], size: tuple[int, int]
) -> npt.NDArray[np.uint8]:
    """What each four corners (N, 4, 2), clockwise from the upper left, frame in a picture, (N, h, w, 3); N is not 0.

    The lens is taken to be free of distortion, as it nearly is over so small a piece as one place of a board.
    """
    width, height = size
    across, down = ((np.arange(side, dtype=np.float32) + 0.5) / side for side in size)
    homographies = _from_unit_square(corners)[..., None, None].astype(np.float32)
    seen = np.empty((len(corners), height, width, 3), np.uint8)
    for first in range(0, len(corners), _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        x, y, scale = (
            rows[0] * across + (rows[1] * down[:, None] + rows[2]) for rows in homographies[:, :, some]
        )
        x /= scale
        y /= scale
        # All in one call: a picture with a row for each of them.
        rows = len(x), height * width
        taken = cv2.remap(picture, x.reshape(rows), y.reshape(rows), cv2.INTER_LINEAR)
        seen[some] = taken.reshape(-1, height, width, 3)
    return seen


def as_planes(pictures: npt.NDArray[np.uint8], gain: float) -> npt.NDArray[np.float32]:
    """Cuts (N, ..., h, w, C) as networks take them: brightened by `gain`, 1 for white, (N, channels of each, h, w).

    Channels are moved while they are bytes: as floats they take four times the room.
    """
    planes = np.ascontiguousarray(np.moveaxis(pictures, -1, -3))
    count, *layers, height, width = planes.shape
    return planes.reshape(count, math.prod(layers), height, width) * np.float32(gain / 255)


def _from_unit_square(corners: npt.NDArray[np.float32]) -> Floats:
    """The homographies that take the corners 0,0 1,0 1,1 0,1 to four others (N, 4, 2), as (3, 3, N).

    In closed form (Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3).
    """
    first, second, third, fourth = corners.astype(np.float64).transpose(1, 2, 0)
    one, other, all_four = second - third, fourth - third, first - second + third - fourth
    area = _crossed(one, other)
    g, h = _crossed(all_four, other) / area, _crossed(one, all_four) / area
    return np.array(
        [
            *np.stack([second - first + g * second, fourth - first + h * fourth, first], axis=1),
            [g, h, np.ones_like(g)],
        ]
    )


def _crossed(one: Floats, other: Floats) -> Floats:
    """The cross products of vectors (2, N), (N,)."""
    return np.asarray(one[0] * other[1] - other[0] * one[1])


def sampled(image: npt.NDArray[Any], where: npt.NDArray[Any], border: int) -> npt.NDArray[Any]:
    """An image (H, W) or (H, W, C) at places (..., 2) float32, linearly between pixels; `border` as in OpenCV."""
    # OpenCV's types do not know that the second map may be left out.
    taken = cv2.remap(image, where, None, cv2.INTER_LINEAR, borderMode=border)  # type: ignore[call-overload]
    return np.asarray(taken)
