"""Masks as the finder would give them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.alien_city.board import CORNERS
from vision.alien_city.find import Mask
from vision.lens import Floats
from vision.overview import to_input
from vision.pose import Pose


def mask_of(pose: Pose, board: Floats = CORNERS) -> Mask:
    """The mask a perfect network would give of a board with such corners: each cell its share of the board."""
    return polygon(to_input(pose.project(board), pose.lens.size))


def polygon(corners: object) -> Mask:
    fine = np.zeros((240, 320), np.uint8)
    fixed = np.round(np.asarray(corners, np.float64) * 16).astype(np.int32)
    cv2.fillPoly(fine, [fixed], 255, cv2.LINE_AA, shift=4)
    return np.asarray(cv2.resize(fine, (80, 60), interpolation=cv2.INTER_AREA) / 255, np.float32)


def lots_off(found: Pose, true: Pose) -> float:
    """The farthest corner's distance in lots; a city turned by 180 degrees is the same."""
    seen, corners = found.project(CORNERS), true.project(CORNERS)
    lot = float(np.linalg.norm(corners[1] - corners[0])) / 8
    return min(float(np.linalg.norm(np.roll(seen, n, axis=0) - corners, axis=1).max()) for n in (0, 2)) / lot
