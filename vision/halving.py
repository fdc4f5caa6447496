"""Pictures made smaller by repeated halving, which takes a fraction of the time of a single step."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.photo import Picture


def halvings_for(scale: float) -> int:
    """How often a picture that is to be made smaller by a factor `scale` can be halved on the way."""
    return max(0, math.floor(-math.log2(scale)))


def halved(picture: Picture, times: int) -> Picture:
    """A picture (H, W, 3) or (H, W) uint8, halved so many times, but to no less than a pixel high and wide."""
    for _ in range(times):
        height, width = picture.shape[:2]
        size = (max(width // 2, 1), max(height // 2, 1))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return picture
