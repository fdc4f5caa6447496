"""Where the city lies: a small network marks the board in the whole picture, its outline gives a first pose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.alien_city.board import CORNERS
from vision.game import NotSeenError
from vision.lens import Floats, Lens
from vision.network import Network
from vision.photo import Picture
from vision.pose import Pose, fit_pose

INPUT_SIZE = (320, 240)
"""(width, height) of what the network sees; pictures of other shapes get black bars."""

_SMALLEST_SHARE = 0.02  # of the picture: a smaller board has lots of under about 12 pixels in 1280x960
_STEEPEST_DEGREES = 40.0


class NoCityError(NotSeenError):
    """No city in the picture; the text says what was seen instead."""


class Finder:
    """Finds the board's outline in pictures."""

    def __init__(self) -> None:
        """The network is loaded when first needed."""
        self._network = Network(Path(__file__).parent / "models" / "find.onnx", ["board"])

    def poses(self, picture: Picture, lens: Lens | None = None) -> list[Pose]:
        """Poses that would explain the outline, the likeliest first: the long side may be either.

        Raises NoCityError when nothing in the picture looks like a board.
        """
        height, width = picture.shape[:2]
        outline = (quadrilateral(self.board_mask(picture)) + 0.5) / scale_to_input(width, height) - 0.5
        poses = []
        for first in (0, 1):
            # Seen from above the corners A1, H1, H10, A10 run counter-clockwise, as `outline` does.
            corners = np.roll(outline, -first, axis=0)
            try:
                pose = fit_pose(CORNERS, corners, np.ones(4), (width, height), lens=lens)
            except (ValueError, np.linalg.LinAlgError):
                continue
            if pose.tilt_degrees > _STEEPEST_DEGREES:
                continue
            misfit = float(np.linalg.norm(pose.project(CORNERS) - corners, axis=1).max()) / width
            poses.append((misfit + pose.tilt_degrees / 1000, pose))
        if not poses:
            raise NoCityError(
                "something board-like lies there, but not in the shape of a city of 4 by 5 tiles"
            )
        return [pose for _, pose in sorted(poses, key=lambda item: item[0])]

    def board_mask(self, picture: Picture) -> npt.NDArray[np.float32]:
        """Probability of "board" for every 4th pixel of the network's input, (60, 80)."""
        (logits,) = self._network(picture=network_input(picture)[None])
        return np.asarray(1 / (1 + np.exp(-logits[0, 0])), np.float32)


def scale_to_input(width: int, height: int) -> float:
    """The factor from a picture's pixels to the network's."""
    return min(INPUT_SIZE[0] / width, INPUT_SIZE[1] / height)


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


def quadrilateral(mask: npt.NDArray[np.float32]) -> Floats:
    """The corners of the largest region of a mask, (4, 2) in pixels of the network's input, counter-clockwise.

    Sides are fitted to the outline between the corners, where no rounding of the mask misleads.
    Raises NoCityError when there is no region or it is no quadrilateral.
    """
    zoom = 4
    large = cv2.resize(mask, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR)
    found, _ = cv2.findContours((large > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not found:
        raise NoCityError("no board in view")
    contour = max(found, key=cv2.contourArea)
    if cv2.contourArea(contour) < _SMALLEST_SHARE * large.size:
        raise NoCityError("no board in view, or it is too far away")
    hull = cv2.convexHull(contour)
    corners = _four_corners(hull)
    points = contour.reshape(-1, 2).astype(np.float64)
    sides = [_side(points, corners[i], corners[(i + 1) % 4]) for i in range(4)]
    crossings = [_crossing(sides[i - 1], sides[i]) for i in range(4)]
    return np.array(crossings)


def _four_corners(hull: npt.NDArray[Any]) -> Floats:
    """The quadrilateral that loses least of a convex outline, counter-clockwise in the picture."""
    length = cv2.arcLength(hull, closed=True)
    for tolerance in np.linspace(0.01, 0.15, 29):
        corners = cv2.approxPolyDP(hull, tolerance * length, closed=True).reshape(-1, 2).astype(np.float64)
        if len(corners) == 4:
            area = cv2.contourArea(corners.astype(np.float32), oriented=True)
            # Positive: clockwise to the eye, as y grows downwards.
            return corners[::-1] if area > 0 else corners
        if len(corners) < 4:
            break
    raise NoCityError("something board-like lies there, but it has no four corners in the picture")


def _side(points: Floats, start: Floats, end: Floats) -> tuple[Floats, Floats]:
    """A line (point, direction) through the outline's points along one side, away from its ends."""
    along = end - start
    length = float(np.linalg.norm(along))
    along = along / length
    offsets = points - start
    position = offsets @ along / length
    distance = np.abs(offsets @ np.array([-along[1], along[0]]))
    near = points[(position > 0.1) & (position < 0.9) & (distance < 0.08 * length)]
    if len(near) < 8:
        return start, along
    vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
    return np.array([x, y]), np.array([vx, vy])


def _crossing(first: tuple[Floats, Floats], second: tuple[Floats, Floats]) -> Floats:
    """Where two lines meet."""
    (p, u), (q, v) = first, second
    determinant = u[0] * v[1] - u[1] * v[0]
    if abs(determinant) < 1e-6:
        raise NoCityError("something board-like lies there, but its sides are parallel")
    along = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / determinant
    return np.asarray(p + along * u)
