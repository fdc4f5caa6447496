"""The pose by printed ArUco markers whose places in the board's world are known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import cv2
import numpy as np

from vision.lens import Floats, Lens
from vision.photo import Picture
from vision.pose import Pose, fit_pose


def pose_by_markers(
    picture: Picture, family: int, where: Mapping[int, Floats], fewest: int, lens: Lens | None = None
) -> Pose | None:
    """The pose by the markers in a picture (H, W, 3) uint8 RGB; None where fewer than `fewest` can be seen.

    where: the corners (4, 3) millimetres of each by its number, in ArUco's order: upper left first, clockwise.
    """
    found, numbers, _ = _detector(family).detectMarkers(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY))
    seen = {
        int(number): corners.reshape(4, 2)
        for number, corners in zip([] if numbers is None else numbers.ravel(), found, strict=True)
        if int(number) in where
    }
    if len(seen) < fewest:
        return None
    world = np.vstack([where[number] for number in seen])
    pixels = np.vstack(list(seen.values())).astype(np.float64)
    try:
        return fit_pose(world, pixels, np.ones(len(world)), (picture.shape[1], picture.shape[0]), lens=lens)
    except ValueError:
        return None


@cache
def _detector(family: int) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(family), parameters)
