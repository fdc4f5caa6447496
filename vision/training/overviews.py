"""Whole pictures from nearer and farther, as shown to the networks that look for a board."""

from __future__ import annotations

import cv2
import numpy as np

from vision.lens import Floats
from vision.overview import INPUT_SIZE
from vision.photo import Picture

_LARGEST = 1.2
"""How far a picture is enlarged at most."""


def overview(
    points: Floats,
    middle: tuple[float, float],
    turn: float,
    wide: tuple[float, float],
    rng: np.random.Generator,
    margin: float = 1.0,
) -> tuple[Floats, float]:
    """An affine map (2, 3) that brings a picture to the network's input, and how much it enlarges.

    points: (N, 2) of a board in the picture, to be turned by `turn` degrees around its middle; wide: the least and
    the greatest share of the input that it fills, with a margin around the points. In one of five it lies partly
    outside; half the time all is mirrored.
    """
    size = np.array(INPUT_SIZE)
    turned = points @ cv2.getRotationMatrix2D((0, 0), turn, 1.0)[:, :2].T
    extent = np.ptp(turned, axis=0) * margin
    scale = float(min((size / extent).min() * rng.uniform(*wide), _LARGEST))
    matrix = cv2.getRotationMatrix2D(middle, turn, scale)
    room = np.maximum(size - extent * scale, 0) / 2
    if rng.random() < 0.2:
        room += 0.5 * extent * scale
    matrix[:, 2] += size / 2 + rng.uniform(-room, room) - middle
    if rng.random() < 0.5:
        matrix = np.diag([-1.0, 1.0]) @ matrix + np.array([[0, 0, size[0] - 1], [0, 0, 0]])
    return np.asarray(matrix, np.float64), scale


def shown(picture: Picture, matrix: Floats, scale: float, border: int) -> Picture:
    """A picture brought to the network's input by such a map; border: what OpenCV puts beside it."""
    # Blurred first where it is made smaller, so that sampling does not alias.
    smooth = cv2.GaussianBlur(picture, (0, 0), max(0.3, 0.45 / scale - 0.15))
    return np.asarray(cv2.warpAffine(smooth, matrix, INPUT_SIZE, borderMode=border), np.uint8)
