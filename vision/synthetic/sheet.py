"""A printed sheet held before a simulated camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.lens import Lens
from vision.photo import Picture
from vision.pose import Pose
from vision.synthetic.arrays import Array

_FINE = 2  # samples along each side of a pixel
_STEP = 8  # pixels
_BLUR_PX = 0.6  # standard deviation of the lens's blur
_NOISE = 2.0  # of the sensor's noise, in levels of 255


@dataclass(frozen=True, eq=False)
class Printed:
    """A sheet of paper: its picture (H, W, 3) uint8 RGB, and how many of its pixels make a millimetre."""

    picture: Picture
    px_per_mm: float


def photograph(sheet: Printed, pose: Pose, rng: np.random.Generator) -> Picture:
    """A photo (H, W, 3) uint8 RGB of a sheet that lies in the world's plane z = 0, x to the right and y up.

    The sheet's upper left corner is the world's origin.
    """
    width, height = pose.lens.size
    seen = _on_sheet(pose) * sheet.px_per_mm * (1, -1) - 0.5
    # Shrunk first until a sample in the photo is about one of the sheet's pixels.
    step = float(np.median(np.linalg.norm(np.diff(seen[::_STEP], axis=1), axis=2)))
    shrunk, factor = sheet.picture, 1.0
    if step > 1:
        factor = 1 / step
        shrunk = np.asarray(
            cv2.resize(sheet.picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
    where = (((seen + 0.5) * factor) - 0.5).astype(np.float32)
    ground = float(rng.uniform(60, 150))
    fine = cv2.remap(
        shrunk,
        where[..., 0],
        where[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(ground, ground, ground),
    )
    seen_as = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    blurred = cv2.GaussianBlur(seen_as, (0, 0), _BLUR_PX)
    light = float(rng.uniform(0.6, 0.95))
    picture = 20 + blurred * light + rng.normal(0, _NOISE, blurred.shape)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _on_sheet(pose: Pose) -> Array:
    """Where in the plane z = 0 each sample of the photo looks, (H * fine, W * fine, 2) millimetres.

    Worked out every few pixels; in between, what a lens bends can't be told from a straight line.
    """
    width, height = pose.lens.size
    xs, ys = (np.arange(-(-side // _STEP) + 1) * _STEP - 0.5 for side in (width, height))
    pixels = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 1, 2)
    rays = cv2.undistortPointsIter(
        pixels, pose.lens.matrix, pose.lens.distortion, np.eye(3), np.eye(3), (3, 40, 1e-8)
    ).reshape(-1, 2)
    matrix, _ = cv2.Rodrigues(pose.rotation)
    directions = np.hstack([rays, np.ones((len(rays), 1))]) @ matrix
    centre = pose.centre
    places = centre[:2] - directions[:, :2] * (centre[2] / directions[:, 2])[:, None]
    nodes = places.reshape(len(ys), len(xs), 2)
    at_x, at_y = (((np.arange(side * _FINE) + 0.5) / _FINE / _STEP) for side in (width, height))
    where = np.stack(np.meshgrid(at_x, at_y), axis=-1).astype(np.float32)
    return np.asarray(cv2.remap(nodes, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.float64)


def held(rng: np.random.Generator, size_mm: tuple[float, float], lens: Lens, at: Array, lean: Array) -> Pose:
    """How a sheet is held so that its middle is seen at `at` (2,), shares of the picture, leaning by `lean`.

    lean: (2,) sines by which its right and its lower edge are farther from the camera; it fills a good part of the
    picture, and is turned a little.
    """
    width, height = size_mm
    normal = np.array([lean[0], lean[1], -np.sqrt(max(1 - float(lean @ lean), 0.05))])
    turn = float(rng.normal(0, 0.12))
    up = np.array([np.sin(turn), -np.cos(turn), 0.0])
    right = np.cross(up, normal)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(normal, right), normal], axis=1)
    far = float(rng.uniform(1.25, 1.75)) * height * lens.focal / lens.size[1]
    x, y = at * lens.size
    middle = far * np.array(
        [(x - lens.matrix[0, 2]) / lens.matrix[0, 0], (y - lens.matrix[1, 2]) / lens.matrix[1, 1], 1.0]
    )
    translation = middle - rotation @ np.array([width / 2, -height / 2, 0.0])
    rvec, _ = cv2.Rodrigues(rotation)
    return Pose(np.asarray(rvec, np.float64).ravel(), translation, lens)
