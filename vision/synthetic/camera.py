"""The camera above the simulated table: where it stands, and where it projects things."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.lens import Lens
from vision.pose import Pose
from vision.synthetic.arrays import Array
from vision.synthetic.board import CENTRE_MM


@dataclass(frozen=True)
class View:
    """A camera's place and lens in OpenCV's conventions; millimetres and pixels."""

    size: tuple[int, int]
    focal_px: float
    principal: tuple[float, float]
    dist: tuple[float, float, float, float, float]
    rvec: tuple[float, float, float]
    tvec: tuple[float, float, float]

    @cached_property
    def pose(self) -> Pose:
        """The same camera in the form that the readers of pictures use."""
        matrix = np.array(
            [[self.focal_px, 0, self.principal[0]], [0, self.focal_px, self.principal[1]], [0, 0, 1]]
        )
        return Pose(np.array(self.rvec), np.array(self.tvec), Lens(matrix, np.array(self.dist), self.size))

    @cached_property
    def rotation(self) -> Array:
        """Rotation (3, 3) from the world to the camera."""
        return np.asarray(cv2.Rodrigues(np.array(self.rvec))[0], np.float64)

    @cached_property
    def eye(self) -> Array:
        """The camera's place in the world (3,), millimetres."""
        return np.asarray(-self.rotation.T @ np.array(self.tvec))

    @cached_property
    def px_per_mm(self) -> float:
        """Scale of the picture at the board's middle."""
        p = self.project(CENTRE_MM + np.array([[-20, 0, 0], [20, 0, 0]]))
        q = self.project(CENTRE_MM + np.array([[0, -20, 0], [0, 20, 0]]))
        return float(np.hypot(*(p[1] - p[0])) + np.hypot(*(q[1] - q[0]))) / 80

    def project(self, points: Array) -> Array:
        """Pixels (..., 2) of world points (..., 3) in millimetres."""
        p = points @ self.rotation.T + np.array(self.tvec)
        xy = p[..., :2] / p[..., 2:3]
        r2 = (xy * xy).sum(-1, keepdims=True)
        k1, k2 = self.dist[:2]
        return np.asarray(
            xy * (1 + r2 * (k1 + k2 * r2)) * self.focal_px + np.array(self.principal), np.float64
        )

    def affine(self, point: Array) -> tuple[Array, Array]:
        """The picture around a world point: its pixel (2,) and pixels per millimetre along x, y, z (2, 3)."""
        steps = np.vstack([np.zeros((1, 3)), np.eye(3), -np.eye(3)]) * 4.0 + point
        p = self.project(steps)
        return p[0], ((p[1:4] - p[4:7]) / 8.0).T

    def on_plane(self, pixels: Array, z: float) -> Array:
        """World x, y (..., 2) in millimetres where the rays of pixels (..., 2) meet the plane at height z."""
        d = (pixels - np.array(self.principal)) / self.focal_px
        k1, k2 = self.dist[:2]
        u = d.copy()
        for _ in range(8):
            r2 = (u * u).sum(-1, keepdims=True)
            u = d / (1 + r2 * (k1 + k2 * r2))
        rays = np.concatenate([u, np.ones_like(u[..., :1])], -1) @ self.rotation
        s = (z - self.eye[2]) / np.minimum(rays[..., 2:3], -1e-3)
        return np.asarray(self.eye[:2] + s * rays[..., :2])

    def grid(self, step: int) -> Array:
        """Pixel positions (h, w, 2) every `step` pixels, one node more on each side; see `spread`."""
        nx, ny = (-(-n // step) + 2 for n in self.size)
        xs = (np.arange(nx) - 0.5) * step - 0.5
        ys = (np.arange(ny) - 0.5) * step - 0.5
        return np.stack(np.meshgrid(xs, ys), -1)

    def spread(self, values: Array, step: int, shrink: int = 1) -> Array:
        """Values on `grid(step)` brought to the picture's size (divided by `shrink`), linearly between nodes."""
        k = step // shrink
        h, w = values.shape[:2]
        big = cv2.resize(values, (w * k, h * k), interpolation=cv2.INTER_LINEAR)
        width, height = (-(-n // shrink) for n in self.size)
        return big[k : k + height, k : k + width]


def look(
    size: tuple[int, int],
    hfov_deg: float,
    height_mm: float,
    tilt_deg: float,
    tilt_to_deg: float,
    roll_deg: float,
    aim_mm: tuple[float, float],
    *,
    dist: tuple[float, float] = (0.0, 0.0),
    shift: tuple[float, float] = (0.0, 0.0),
) -> View:
    """A camera `height_mm` above the board, whose optical axis meets it at `aim_mm`."""
    tilt, azimuth, roll = np.deg2rad([tilt_deg, tilt_to_deg, roll_deg])
    forward = np.array([np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), -np.cos(tilt)])
    up = np.array([np.cos(roll), np.sin(roll), 0.0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    eye = np.array([*aim_mm, 0.0]) - forward * height_mm / np.cos(tilt)
    focal = size[0] / 2 / np.tan(np.deg2rad(hfov_deg) / 2)
    rvec = cv2.Rodrigues(rotation)[0].ravel()
    tvec = -rotation @ eye
    principal = (size[0] / 2 - 0.5 + shift[0] * size[0], size[1] / 2 - 0.5 + shift[1] * size[0])
    return View(
        size,
        float(focal),
        principal,
        (dist[0], dist[1], 0.0, 0.0, 0.0),
        (float(rvec[0]), float(rvec[1]), float(rvec[2])),
        (float(tvec[0]), float(tvec[1]), float(tvec[2])),
    )


def reaches_corners(view: View) -> bool:
    """Whether the distortion still grows, and not too slowly, out to the picture's corners."""
    k1, k2 = view.dist[:2]
    r = np.linspace(0, 2, 200)
    out = r * (1 + k1 * r**2 + k2 * r**4)
    slope = 1 + 3 * k1 * r**2 + 5 * k2 * r**4
    corner = 1.05 * np.hypot(*view.size) / 2 / view.focal_px
    steep = np.flatnonzero(slope < 0.45)
    first = int(steep[0]) if len(steep) else len(r)
    return bool(out[:first].max() > corner)
