"""Cameras for tests."""

from __future__ import annotations

import cv2
import numpy as np

from vision.alien_city.board import CORNERS
from vision.lens import Lens
from vision.pose import Pose

SIZE = (1280, 960)
LENS = Lens(np.array([[1210.0, 0, 645], [0, 1210, 470], [0, 0, 1]]), np.array([-0.08, 0.01, 0, 0, 0]), SIZE)


def pose_above(height_mm: float, tilt_degrees: float, lens: Lens = LENS) -> Pose:
    """A camera over the middle of the board, leaning sideways and turned a little."""
    tilt = np.radians(tilt_degrees)
    down = np.array([[1.0, 0, 0], [0, -1, 0], [0, 0, -1]])
    lean = np.array([[np.cos(tilt), 0, np.sin(tilt)], [0, 1, 0], [-np.sin(tilt), 0, np.cos(tilt)]])
    turn, _ = cv2.Rodrigues(np.array([0, 0, 0.3]))
    matrix = lean @ down @ turn
    rotation, _ = cv2.Rodrigues(matrix)
    return Pose(rotation.ravel(), np.array([0, 0, height_mm]) - matrix @ CORNERS.mean(axis=0), lens)
