"""The whole picture made small, as the networks that look for a board see it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.photo import Picture

INPUT_SIZE = (320, 240)
"""(width, height) of what the network sees; pictures of other shapes get black bars."""


def scale_to_input(width: int, height: int) -> float:
    """The factor from a picture's pixels to the network's."""
    return min(INPUT_SIZE[0] / width, INPUT_SIZE[1] / height)


def to_input(pixels: Floats, size: tuple[int, int]) -> Floats:
    """Where pixels (..., 2) of a picture of that size are in what the network sees; in both, whole numbers are the
    middles of pixels."""
    return (pixels + 0.5) * scale_to_input(*size) - 0.5


def from_input(pixels: Floats, size: tuple[int, int]) -> Floats:
    """The way back: where pixels (..., 2) of what the network sees are in the picture."""
    return (pixels + 0.5) / scale_to_input(*size) - 0.5


def network_input(picture: Picture) -> npt.NDArray[np.float32]:
    """The picture as the network sees it, (3, 240, 320) float32, brightness evened out."""
    height, width = picture.shape[:2]
    scale = scale_to_input(width, height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, size, interpolation=interpolation)
    framed = np.zeros((INPUT_SIZE[1], INPUT_SIZE[0], 3), np.uint8)
    framed[: size[1], : size[0]] = small
    # A dim evening is as good as noon: what counts is contrast.
    gain = 0.5 / max(float(small.mean()) / 255, 0.02)
    return np.asarray(cv2.dnn.blobFromImage(framed, scalefactor=gain / 255)[0], np.float32)
