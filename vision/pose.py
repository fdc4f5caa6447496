"""Where the camera stands above the board, and how to find that from points seen."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats, Lens

# What is assumed of a camera that nobody has calibrated, as the mean and the spread of a normal prior. Horizontal
# fields of view of small cameras and telephones lie between about 50 and 75 degrees (from top to bottom when held
# upright); their distortion is slight.
FOCAL_PER_LONG_SIDE, FOCAL_LOG_SPREAD = 0.93, 0.15
K1, K1_SPREAD = -0.05, 0.08
_ENOUGH = 1e-2  # a step that gains less moves the board by hundredths of a millimetre, rarely by a tenth

_NO_CAMERA = "no camera explains these points"


@dataclass(frozen=True, eq=False)
class Pose:
    """A camera in the board's world: millimetres, x and y on the table, z up, z = 0 on top of the board.

    rotation: (3,) float64, Rodrigues vector from world to camera (OpenCV's rvec).
    translation: (3,) float64, millimetres (OpenCV's tvec).
    """

    rotation: Floats
    translation: Floats
    lens: Lens

    def project(self, points: npt.ArrayLike) -> Floats:
        """Pixel positions (N, 2) of world points (N, 3) in millimetres."""
        world = np.asarray(points, np.float64).reshape(-1, 1, 3)
        pixels, _ = cv2.projectPoints(
            world, self.rotation, self.translation, self.lens.matrix, self.lens.distortion
        )
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def outlines(self, corners: Floats) -> npt.NDArray[np.float32]:
        """Where things with four corners (..., 4, 3), in millimetres, are in the picture, (N, 4, 2) pixels."""
        return self.project(corners).reshape(-1, 4, 2).astype(np.float32)

    @property
    def centre(self) -> Floats:
        """The camera's own place in the world, (3,) millimetres."""
        matrix, _ = cv2.Rodrigues(self.rotation)
        return np.asarray(-matrix.T @ self.translation, np.float64)

    @property
    def tilt_degrees(self) -> float:
        """Angle between the optical axis and straight down."""
        matrix, _ = cv2.Rodrigues(self.rotation)
        return float(np.degrees(np.arccos(np.clip(-matrix[2, 2], -1.0, 1.0))))

    def resampled(self, size: tuple[int, int]) -> Pose:
        """The same view in its picture resampled to another size."""
        return Pose(self.rotation, self.translation, self.lens.resampled(size))


def fit_pose(
    world: Floats,
    pixels: Floats,
    weights: Floats,
    size: tuple[int, int],
    *,
    lens: Lens | None = None,
    start: Pose | None = None,
    steps: int = 30,
    normals: Floats | None = None,
    spread_mm: float = 1.0,
) -> Pose:
    """The pose that best explains where points on the table's plane are seen.

    world: (N, 3) millimetres with z = 0; pixels: (N, 2); weights: (N,) from 0 to 1.
    Without a lens, focal length and first distortion coefficient are estimated too, held by priors, since a
    board seen from straight above says nothing about the focal length. Levenberg-Marquardt with Huber weights,
    from `start` if given, for at most `steps` steps.

    normals: (N, 2) unit vectors in the picture, for points such as those on an edge, of which only the distance along
    these is known. spread_mm: how far off on the board the points usually are; what is farther counts less.
    Raises ValueError when no camera in front of the board explains the points; without `start`, also for fewer than
    four points.
    """
    try:
        if start is None:
            start = _first_pose(world, pixels, lens or usual_lens(size))
        if lens is not None:
            start = Pose(start.rotation, start.translation, lens)
        sight = _Sight(world, pixels, weights, normals, spread_mm)
        found = _descended(start, sight, steps, free=lens is None)
    except (np.linalg.LinAlgError, cv2.error) as error:
        raise ValueError(_NO_CAMERA) from error
    if found.centre[2] <= 0:
        raise ValueError("the board would be seen from below")
    return found


def _descended(current: Pose, sight: _Sight, steps: int, *, free: bool) -> Pose:
    """The pose after at most so many steps; free: whether the lens is estimated too."""
    damping = 1e-3
    cost, step = _normal_equations(current, sight, free)
    for _ in range(steps):
        hessian, gradient = step
        change: Floats = np.linalg.solve(hessian + damping * np.diag(np.diag(hessian)), -gradient).astype(
            np.float64
        )
        trial = _moved(current, change)
        trial_cost, trial_step = _normal_equations(trial, sight, free)
        if trial_cost < cost:
            finished = cost - trial_cost < _ENOUGH
            current, cost, step = trial, trial_cost, trial_step
            damping = max(damping / 5, 1e-9)
            if finished:
                break
        else:
            damping *= 10
            if damping > 1e6:
                break
    return current


def usual_lens(size: tuple[int, int]) -> Lens:
    """What is assumed of a lens that nobody has calibrated."""
    return Lens.pinhole(FOCAL_PER_LONG_SIDE * max(size), size, K1)


def _first_pose(world: Floats, pixels: Floats, lens: Lens) -> Pose:
    """A closed-form start (IPPE) for flat points."""
    found, rotation, translation = cv2.solvePnP(
        world.reshape(-1, 1, 3),
        pixels.reshape(-1, 1, 2),
        lens.matrix,
        lens.distortion,
        flags=cv2.SOLVEPNP_IPPE,
    )
    if not found or not np.isfinite(translation).all():
        raise ValueError(_NO_CAMERA)
    return Pose(np.float64(rotation).ravel(), np.float64(translation).ravel(), lens)


@dataclass(frozen=True, eq=False)
class _Sight:
    """Where points of the world are seen: the arguments of `fit_pose`."""

    world: Floats
    pixels: Floats
    weights: Floats
    normals: Floats | None
    spread_mm: float


def _normal_equations(pose: Pose, sight: _Sight, free: bool) -> tuple[float, tuple[Floats, Floats]]:
    """Cost, and the Gauss-Newton system of rotation, translation and, if free, log focal length and k1."""
    lens = pose.lens
    seen, jacobian = cv2.projectPoints(
        sight.world.reshape(-1, 1, 3), pose.rotation, pose.translation, lens.matrix, lens.distortion
    )
    error = (seen.reshape(-1, 2) - sight.pixels).astype(np.float64)
    columns = jacobian.reshape(len(error), 2, -1)
    if sight.normals is not None:
        error = (error * sight.normals).sum(axis=1, keepdims=True)
        columns = np.einsum("nd,ndp->np", sight.normals, columns)[:, None]
    distance = np.linalg.norm(error, axis=1)
    knee = sight.spread_mm * lens.focal / max(float(np.linalg.norm(pose.translation)), 1.0)
    huber = np.where(distance <= knee, 1.0, knee / np.maximum(distance, 1e-9))
    rho = np.where(distance <= knee, distance**2, 2 * knee * distance - knee**2) / knee**2
    row_weights = np.repeat(sight.weights * huber, error.shape[1]) / knee**2
    # OpenCV's order: rvec 3, tvec 3, fx, fy, cx, cy, k1, ...
    rows = columns.reshape(error.size, -1)
    columns = rows[:, :6]
    if free:
        log_focal = rows[:, 6:7] * lens.matrix[0, 0] + rows[:, 7:8] * lens.matrix[1, 1]
        columns = np.hstack([columns, log_focal, rows[:, 10:11]])
    hessian = columns.T @ (columns * row_weights[:, None])
    gradient = columns.T @ (error.ravel() * row_weights)
    cost = float((sight.weights * rho).sum())
    if free:
        for index, value, spread in (
            (6, np.log(lens.focal / (FOCAL_PER_LONG_SIDE * max(lens.size))), FOCAL_LOG_SPREAD),
            (7, lens.distortion[0] - K1, K1_SPREAD),
        ):
            cost += float(value / spread) ** 2
            hessian[index, index] += 1 / spread**2
            gradient[index] += value / spread**2
    return cost, (hessian, gradient)


def _moved(pose: Pose, change: Floats) -> Pose:
    """The pose after a step of the solver."""
    lens = pose.lens
    if len(change) == 8:
        matrix = lens.matrix.copy()
        matrix[[0, 1], [0, 1]] *= np.exp(np.clip(change[6], -0.3, 0.3))
        distortion = lens.distortion.copy()
        distortion[0] += change[7]
        lens = Lens(matrix, distortion, lens.size)
    return Pose(pose.rotation + change[:3], pose.translation + change[3:6], lens)
