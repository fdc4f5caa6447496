"""Bodies as triangles: tiles and pieces with edges as round as saws, moulds and hands leave them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.domes import bead_shape
from vision.synthetic.solids import Solid


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles: corners (n, 3) in mm, with normals (n, 3) and places on the texture (n, 2); faces (m, 3)."""

    corners: Array
    normals: Array
    places: Array
    faces: Array

    def moved(self, matrix: Array, shift: Array) -> Mesh:
        """Taken through a linear map (3, 3), then shifted by (3,) millimetres."""
        normals = self.normals @ np.linalg.inv(matrix)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        return Mesh(self.corners @ matrix.T + shift, normals, self.places, self.faces)

    def at(self, middle: Sequence[float], turn: float) -> Mesh:
        """Turned by so many radians about the vertical, then put at (3,) millimetres."""
        return self.moved(turned(turn), np.array(middle))

    def printed(self, low: tuple[float, float], size: tuple[float, float]) -> Mesh:
        """With its texture taken from a part of a larger one."""
        return Mesh(self.corners, self.normals, self.places * size + low, self.faces)


def turned(turn: float) -> Array:
    """The rotation (3, 3) by so many radians about the vertical."""
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """All of them as one."""
    starts = np.cumsum([0, *[len(mesh.corners) for mesh in meshes[:-1]]])
    return Mesh(
        np.vstack([mesh.corners for mesh in meshes]),
        np.vstack([mesh.normals for mesh in meshes]),
        np.vstack([mesh.places for mesh in meshes]),
        np.vstack([mesh.faces + start for mesh, start in zip(meshes, starts, strict=True)]),
    )


@dataclass(frozen=True, eq=False)
class _Ring:
    """A level of a body: its outline (n, 3), anticlockwise, with normals (n, 3) and places on the texture (n, 2)."""

    corners: Array
    normals: Array
    places: Array


def _lofted(rings: Sequence[_Ring], *, top: bool = True, bottom: bool = True) -> Mesh:
    """The skin over rings from the bottom up, closed at the `top` and `bottom` if asked for."""
    n = len(rings[0].corners)
    here = np.arange(n)
    after = (here + 1) % n
    parts = [
        np.vstack([ring.corners for ring in rings]),
        np.vstack([ring.normals for ring in rings]),
        np.vstack([ring.places for ring in rings]),
    ]
    faces = []
    for level in range(len(rings) - 1):
        low, high = level * n, level * n + n
        faces += [
            np.column_stack([low + here, low + after, high + after]),
            np.column_stack([low + here, high + after, high + here]),
        ]
    for ring, up, closed in ((rings[-1], 1.0, top), (rings[0], -1.0, bottom)):
        if not closed:
            continue
        first = len(parts[0])
        lid = np.vstack([ring.corners, ring.corners.mean(0)])
        parts = [
            np.vstack([parts[0], lid]),
            np.vstack([parts[1], np.tile((0.0, 0.0, up), (n + 1, 1))]),
            np.vstack([parts[2], ring.places, ring.places.mean(0)]),
        ]
        a, b = (here, after) if up > 0 else (after, here)
        faces.append(np.column_stack([first + a, first + b, np.full(n, first + n)]))
    return Mesh(
        parts[0], parts[1] / np.linalg.norm(parts[1], axis=1, keepdims=True), parts[2], np.vstack(faces)
    )


def _square(steps: int) -> tuple[Array, Array]:
    """Where the arcs at a square's corners have their middles (n, 2), in half sides, and outward normals (n, 2)."""
    angles = np.concatenate([np.linspace(0, np.pi / 2, steps) + k * np.pi / 2 for k in range(4)])
    middles = np.repeat([[1.0, 1], [-1, 1], [-1, -1], [1, -1]], steps, axis=0)
    return middles, np.column_stack([np.cos(angles), np.sin(angles)])


def slab(side: float, corner: float, thickness: float, bevel: float) -> Mesh:
    """A square tile with its top at z = 0, corners and upper edges round; the texture lies on it from above."""
    middles, normals = _square(5)
    half, corner = side / 2, max(corner, bevel)

    def ring(inset: float, z: float, rise: float) -> _Ring:
        flat = middles * (half - corner) + normals * (corner - inset)
        tilted = np.column_stack([normals * np.cos(rise), np.full(len(normals), np.sin(rise))])
        return _Ring(np.column_stack([flat, np.full(len(flat), z)]), tilted, flat / side + 0.5)

    rises = np.linspace(0, np.pi / 2, 4)
    edge = [ring(bevel * (1 - np.cos(rise)), bevel * (np.sin(rise) - 1), rise) for rise in rises]
    return _lofted([ring(0, -thickness, 0), *edge])


def pyramid(
    base: float, height: float, corner: float, tip: float, *, bottom: bool, cut: float | None = None
) -> Mesh:
    """A square pyramid on z = 0 with round edges; tip: how far it is blunt, as a share of its height.

    cut: the height (mm) at which it ends flat, where something hollow stands over its tip.
    """
    middles, normals = _square(4)
    half = base / 2
    slope = float(np.arctan2(half, height))
    around = np.linspace(0, 4, len(middles), endpoint=False)

    def ring(share: float, z: float, rise: float) -> _Ring:
        flat = (middles * (half - corner) + normals * corner) * share
        tilted = np.column_stack([normals * np.cos(rise), np.full(len(normals), np.sin(rise))])
        return _Ring(
            np.column_stack([flat, np.full(len(flat), z)]),
            tilted,
            np.column_stack([around, np.full(len(flat), z / height)]),
        )

    foot = min(corner / 2, 0.8)
    shoulder = height * (1 - tip)
    rings = [ring(1 - foot / half, 0, -0.6), ring(1 - foot / height, foot, slope)]
    if cut is not None and foot < cut < shoulder:
        there = float(np.interp(cut, (foot, shoulder), (1 - foot / height, tip)))
        return _lofted([*rings, ring(there, cut, slope)], bottom=bottom)
    rings.append(ring(tip, shoulder, slope))
    for share in (0.4, 0.7, 0.95):
        bent = share * np.pi / 2
        z = shoulder + tip * height * 0.45 * np.sin(bent)
        rings.append(ring(tip * np.cos(bent), z, slope + (np.pi / 2 - slope) * share))
    return _lofted(rings, bottom=bottom)


def like(mesh: Mesh, base: float, height: float, body: Solid) -> Mesh:
    """A pyramid's mesh, standing on the origin, brought to where a drawn pyramid stands, leans or lies."""
    half = base / 2
    standing = np.array(
        [[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0], [0, 0, height]]
    )
    fit, *_ = np.linalg.lstsq(np.column_stack([standing, np.ones(5)]), body.corners, rcond=None)
    return mesh.moved(fit[:3].T, fit[3])


def _circle(steps: int) -> Array:
    angles = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def bead(width: float, height: float) -> Mesh:
    """The upper part of an ellipsoid, standing on z = 0."""
    circle = _circle(40)
    a, b, middle = bead_shape(width, height)
    low = float(np.arcsin(np.clip(-middle / b, -1, 0)))
    rings = []
    for rise in np.linspace(low, np.pi / 2 - 0.03, 16):
        flat = circle * a * np.cos(rise)
        normal = np.column_stack([circle * np.cos(rise) / a, np.full(len(circle), np.sin(rise) / b)])
        z = middle + b * np.sin(rise)
        rings.append(_Ring(np.column_stack([flat, np.full(len(flat), z)]), normal, flat / width + 0.5))
    return _lofted(rings)


def coin(width: float, height: float, bevel: float) -> Mesh:
    """A flat round piece on z = 0 with its upper edge broken; the texture lies on it from above."""
    circle = _circle(48)
    radius = width / 2

    def ring(inset: float, z: float, rise: float) -> _Ring:
        flat = circle * (radius - inset)
        tilted = np.column_stack([circle * np.cos(rise), np.full(len(circle), np.sin(rise))])
        return _Ring(np.column_stack([flat, np.full(len(flat), z)]), tilted, flat / width + 0.5)

    rises = np.linspace(0, np.pi / 2, 4)
    edge = [ring(bevel * (1 - np.cos(rise)), height + bevel * (np.sin(rise) - 1), rise) for rise in rises]
    return _lofted([ring(0, 0, 0), *edge])


def turned_on_lathe(profile: Sequence[tuple[float, float]]) -> Mesh:
    """A body of revolution about the vertical, by radius and height (mm) of its outline from the foot on; open."""
    circle = _circle(48)
    parts = []
    for (r0, z0), (r1, z1) in pairwise(profile):
        out, up = (z1 - z0, r0 - r1)
        normal = np.column_stack([circle * out, np.full(len(circle), up)])
        rings = [
            _Ring(
                np.column_stack([circle * max(r, 1e-3), np.full(len(circle), z)]), normal, circle * 0.5 + 0.5
            )
            for r, z in ((r0, z0), (r1, z1))
        ]
        parts.append(_lofted(rings, top=False, bottom=False))
    return joined(parts)


def ball(width: float) -> Mesh:
    """A ball that rests on z = 0."""
    rises = np.linspace(-np.pi / 2, np.pi / 2, 16)
    radius = width / 2
    return turned_on_lathe([(radius * np.cos(rise), radius + radius * np.sin(rise)) for rise in rises])


def prism(outline: Array, thickness: float, low: Array, size: float) -> Mesh:
    """A convex outline (n, 2), anticlockwise, with its top at z = 0; the texture covers a square from above.

    low: (2,) millimetres, the square's lower left corner; size: how wide it is.
    """
    places = (outline - low) / size
    ahead = np.roll(outline, -1, axis=0) - outline
    out = np.column_stack([ahead[:, 1], -ahead[:, 0]])
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    sides = []
    for k, normal in enumerate(out):
        two = [k, (k + 1) % len(outline)]
        corners = np.vstack(
            [
                np.column_stack([outline[two], (-thickness,) * 2]),
                np.column_stack([outline[two[::-1]], (0.0,) * 2]),
            ]
        )
        normals = np.tile((*normal, 0.0), (4, 1))
        sides.append(
            Mesh(
                corners,
                normals,
                np.vstack([places[two], places[two[::-1]]]),
                np.array([[0, 1, 2], [0, 2, 3]]),
            )
        )
    n = len(outline)
    fan = np.array([(0, k, k + 1) for k in range(1, n - 1)])
    top = Mesh(np.column_stack([outline, np.zeros(n)]), np.tile((0.0, 0, 1), (n, 1)), places, fan)
    return joined([top, *sides])


def of_solid(body: Solid) -> Mesh:
    """A body with flat faces as it is, each face with the whole texture on it."""
    corners, normals, places, faces = [], [], [], []
    square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    first = 0
    for face, normal in zip(body.faces, body.normals, strict=True):
        n = len(face)
        corners.append(body.corners[list(face)])
        normals.append(np.tile(normal, (n, 1)))
        places.append(square[:n])
        faces += [(first, first + k, first + k + 1) for k in range(1, n - 1)]
        first += n
    return Mesh(np.vstack(corners), np.vstack(normals), np.vstack(places), np.array(faces))
