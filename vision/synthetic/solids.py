"""Bodies with flat faces: towers, caps, boxes, standing, leaning or lying."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from vision.synthetic.arrays import Array


@dataclass(frozen=True, eq=False)
class Solid:
    """A convex body: corners (n, 3) in millimetres, faces as corner numbers, anticlockwise from outside."""

    corners: Array
    faces: tuple[tuple[int, ...], ...]

    @cached_property
    def normals(self) -> Array:
        """Outward unit normals of the faces (m, 3)."""
        first = np.array([face[:3] for face in self.faces])
        a, b, c = (self.corners[first[:, k]] for k in range(3))
        u, v = b - a, c - a
        n = u[:, [1, 2, 0]] * v[:, [2, 0, 1]] - u[:, [2, 0, 1]] * v[:, [1, 2, 0]]
        return np.asarray(n / np.sqrt((n * n).sum(1, keepdims=True)))

    @cached_property
    def middles(self) -> Array:
        """Middles of the faces (m, 3)."""
        return np.array([self.corners[list(f)].mean(0) for f in self.faces])

    @cached_property
    def samples(self) -> tuple[Array, Array, Array]:
        """Points (k, 3) on all faces, a little inside their corners, normals (k, 3) and face numbers (k,)."""
        numbers = np.repeat(np.arange(len(self.faces)), [len(f) for f in self.faces])
        corners = self.corners[[i for f in self.faces for i in f]]
        return corners + 0.22 * (self.middles[numbers] - corners), self.normals[numbers], numbers


PYRAMID_FACES = ((0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (3, 2, 1, 0))
BOX_FACES = ((4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (3, 2, 1, 0))
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def circle(count: int) -> Array:
    """So many points (count, 3) of a level circle around the origin, of radius 1, anticlockwise."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([np.cos(t), np.sin(t), np.zeros(count)])


def _turned(points: Array, turn: float) -> Array:
    c, s = np.cos(turn), np.sin(turn)
    x, y = points[:, 0], points[:, 1]
    return np.column_stack([x * c - y * s, x * s + y * c, points[:, 2]])


def pyramid(
    base: float,
    height: float,
    at: tuple[float, float, float],
    turn: float,
    *,
    lies: bool = False,
    lean: tuple[float, float] = (0.0, 0.0),
) -> Solid:
    """A square pyramid on its foot, leaning a little, or lying on a side."""
    foot = np.column_stack([_SQUARE * base, np.zeros(4)])
    corners = np.vstack([foot, [[0, 0, height]]])
    if lies:
        slant = np.arctan2(height, base / 2)
        corners[:, 1] += base / 2
        c, s = np.cos(-(np.pi - slant)), np.sin(-(np.pi - slant))
        y, z = corners[:, 1].copy(), corners[:, 2].copy()
        corners[:, 1], corners[:, 2] = y * c + z * s, -y * s + z * c
        corners[:, 1] -= corners[:, 1].mean()
        corners[:, 2] -= corners[:, 2].min()
    elif lean != (0.0, 0.0):
        corners[:, 0] += corners[:, 2] * lean[0]
        corners[:, 1] += corners[:, 2] * lean[1]
        corners[:, 2] -= corners[:, 0] * lean[0] + corners[:, 1] * lean[1]
    return Solid(_turned(corners, turn) + np.array(at), PYRAMID_FACES)


def box(size: tuple[float, float, float], at: tuple[float, float, float], turn: float) -> Solid:
    """A box standing on its lower face around `at`."""
    foot = np.column_stack([_SQUARE * size[:2], np.zeros(4)])
    corners = np.vstack([foot, foot + np.array([0, 0, size[2]])])
    return Solid(_turned(corners, turn) + np.array(at), BOX_FACES)


def prism(
    sides: int, foot_mm: float, top_mm: float, height: float, at: tuple[float, float, float], turn: float
) -> Solid:
    """A body with a regular polygon for its foot, and one of another width on top, standing around `at`."""
    return lathed(((0.0, foot_mm), (height, top_mm)), sides, at, turn)


def lathed(
    profile: Sequence[tuple[float, float]],
    sides: int,
    at: tuple[float, float, float],
    turn: float,
    *,
    lies: bool = False,
) -> Solid:
    """A body as a lathe turns it, except that its sides are flat, standing around `at` or lying.

    profile: heights and widths there, from its foot to its top, millimetres; two of them at least.
    """
    ring = circle(sides)
    corners = np.vstack([ring * width / 2 + np.array([0, 0, height]) for height, width in profile])
    if lies:
        corners = corners[:, [2, 1, 0]] * (1, 1, -1)
        corners[:, 0] -= profile[-1][0] / 2
        corners[:, 2] -= corners[:, 2].min()
    return Solid(_turned(corners, turn) + np.array(at), _lathed_faces(len(profile), sides))


@cache
def _lathed_faces(rings: int, sides: int) -> tuple[tuple[int, ...], ...]:
    around = [
        (low + k, low + (k + 1) % sides, low + sides + (k + 1) % sides, low + sides + k)
        for low in range(0, (rings - 1) * sides, sides)
        for k in range(sides)
    ]
    return tuple(range((rings - 1) * sides, rings * sides)), *around, tuple(range(sides - 1, -1, -1))


def ball(width: float, at: tuple[float, float, float], levels: int = 6, sides: int = 12) -> Solid:
    """A ball of flat faces that touches the ground at `at`."""
    up, t = np.linspace(-np.pi / 2, np.pi / 2, levels + 1), np.arange(sides) * 2 * np.pi / sides
    rings = [
        np.column_stack([np.cos(t) * np.cos(u), np.sin(t) * np.cos(u), np.full(sides, np.sin(u))]) for u in up
    ]
    corners = (np.vstack(rings) + np.array([0, 0, 1])) * width / 2 + np.array(at)
    return Solid(corners, _ball_faces(levels, sides))


@cache
def _ball_faces(levels: int, sides: int) -> tuple[tuple[int, ...], ...]:
    around = [
        (k * sides + i, k * sides + j, (k + 1) * sides + j, (k + 1) * sides + i)
        for k in range(1, levels - 1)
        for i, j in ((i, (i + 1) % sides) for i in range(sides))
    ]
    low, high = range(2 * sides - 1, sides - 1, -1), range((levels - 1) * sides, levels * sides)
    return *around, tuple(low), tuple(high)
