"""Many small opaque bodies drawn at once: each face in one colour, the faces in front painted over the others."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

import cv2
import numpy as np

from vision.synthetic import noise
from vision.synthetic.arrays import Array
from vision.synthetic.canvas import box_of
from vision.synthetic.netzwerk.bodies import Body
from vision.synthetic.solids import Solid
from vision.synthetic.stage import Stage

_BRIGHTEST = 1.44  # linear light; painted as its square root in eight bits, as a sensor would
_STRIP_MM = 12.0  # a longer face is painted in strips, so that shadows across it show
_EDGE_MM = 0.5
_BANDS = 3  # from the foot of a stone to its top: where its shadow is near, the board throws back less light


@dataclass(frozen=True, eq=False)
class _Faces:
    """Faces that are seen, in the order of painting: corners [(k, 3)], middles, normals (n, 3), whose (n,)."""

    corners: list[Array]
    middles: Array
    normals: Array
    whose: Array


def draw_blocks(stage: Stage, bodies: Sequence[Body], owners: Sequence[int], edge: float) -> None:
    """Paint bodies one over the other.

    owners: the row of the stage's blockers that each is, so that it does not shade itself. edge: how much brighter
    or darker edges are than faces, -1 to 1.
    """
    faces = _seen(bodies, stage.view.eye)
    if not len(faces.whose):
        return
    colours = _lit(stage, bodies, faces, np.array(owners))
    pixels = stage.view.project(np.vstack(faces.corners))
    area = box_of(np.clip(pixels, -9000, 9000), stage.size, 2)
    if area is None:
        return
    fine = 2 if stage.size[0] >= 1000 else 3
    page = np.zeros(((area[3] - area[1]) * fine, (area[2] - area[0]) * fine, 4), np.uint8)
    fixed = np.rint((((np.clip(pixels, -9000, 9000) - area[:2]) + 0.5) * fine - 0.5) * 16).astype(np.int32)
    inks = 255 * np.sqrt(np.clip(colours / _BRIGHTEST, 0, 1))
    rims = np.clip(inks * (1 + 0.6 * edge) + 12 * edge, 0, 255)
    thick = max(1, round(_EDGE_MM * stage.view.px_per_mm * fine))
    starts = np.cumsum([0, *map(len, faces.corners)])
    for n, (start, end) in enumerate(itertools.pairwise(starts)):
        polygon = fixed[start:end]
        cv2.fillConvexPoly(page, polygon, (*map(float, inks[n]), 255.0), cv2.LINE_8, 4)
        has_edges = bodies[faces.whose[n]].piece.kind != "miner" and end - start == 4
        if abs(edge) > 0.03 and has_edges and faces.normals[n, 2] > 0.5:
            cv2.polylines(page, [polygon], True, (*map(float, rims[n]), 255.0), thick, cv2.LINE_8, 4)
    small = cv2.resize(page, (area[2] - area[0], area[3] - area[1]), interpolation=cv2.INTER_AREA)
    ys, xs = np.nonzero(small[..., 3])
    if not len(ys):
        return
    mixed = small[ys, xs].astype(np.float32)
    alpha = mixed[:, 3:] / 255
    colour = np.square(mixed[:, :3] / (255 * alpha)) * np.float32(_BRIGHTEST)
    speckle = float(np.mean([body.material.speckle for body in bodies]))
    rough = noise.rough(0)[(ys + area[1]) % noise.SIZE, (xs + area[0]) % noise.SIZE]
    colour *= 1 + (rough[:, None].astype(np.float32) - 128) * np.float32(speckle / 64)
    part = stage.picture[area[1] : area[3], area[0] : area[2]]
    part[ys, xs] += alpha * (colour - part[ys, xs])


def _seen(bodies: Sequence[Body], eye: Array) -> _Faces:
    """The faces that face the eye, long ones in strips."""
    normals_of = _outwards([solid for body in bodies for solid in body.solids], eye)
    corners: list[Array] = []
    normals: list[Array] = []
    whose: list[int] = []
    for k, body in enumerate(bodies):
        for solid in body.solids:
            for number, normal in normals_of[id(solid)]:
                face = solid.corners[list(solid.faces[number])]
                upright = body.piece.kind == "stone" and abs(normal[2]) < 0.5
                strips = _bands(face) if upright else _strips(face)
                corners += strips
                normals += [normal] * len(strips)
                whose += [k] * len(strips)
    if not corners:
        return _Faces([], np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0, np.int64))
    lengths = np.array([len(c) for c in corners])
    starts = np.cumsum(lengths) - lengths
    middles = np.add.reduceat(np.vstack(corners), starts) / lengths[:, None]
    return _Faces(corners, middles, np.array(normals), np.array(whose, np.int64))


def _outwards(solids: Sequence[Solid], eye: Array) -> dict[int, list[tuple[int, Array]]]:
    """By solid's id: the numbers of its faces that face the eye, with their normals; alike solids all at once."""
    alike: dict[int, list[Solid]] = {}
    for solid in solids:
        alike.setdefault(id(solid.faces), []).append(solid)
    found: dict[int, list[tuple[int, Array]]] = {}
    for group in alike.values():
        first = np.array([face[:3] for face in group[0].faces])
        a, b, c = np.moveaxis(np.array([solid.corners for solid in group])[:, first], 2, 0)
        normals = np.cross(b - a, c - a)
        normals /= np.linalg.norm(normals, axis=2, keepdims=True)
        facing = (normals * (eye - a)).sum(2) > 0
        for solid, its, seen in zip(group, normals, facing, strict=True):
            found[id(solid)] = [(int(number), its[number]) for number in np.flatnonzero(seen)]
    return found


def _strips(face: Array) -> list[Array]:
    if len(face) != 4:
        return [face]
    one, other = dist(face[0], face[1]), dist(face[0], face[3])
    count = int(max(one, other) // _STRIP_MM)
    if count < 2:
        return [face]
    a, b, c, d = face if one > other else face[[1, 2, 3, 0]]
    cuts = np.linspace(0, 1, count + 1)[:, None]
    near, far = a + (b - a) * cuts, d + (c - d) * cuts
    return [np.array([near[k], near[k + 1], far[k + 1], far[k]]) for k in range(count)]


def _bands(wall: Array) -> list[Array]:
    """A wall (4, 3) in bands from its foot upwards."""
    lowest = int(np.argmin(wall[:, 2] + np.roll(wall[:, 2], -1)))
    a, b, c, d = np.roll(wall, -lowest, axis=0)
    cuts = np.linspace(0, 1, _BANDS + 1)[:, None]
    left, right = a + (d - a) * cuts, b + (c - b) * cuts
    return [np.array([left[k], right[k], right[k + 1], left[k + 1]]) for k in range(_BANDS)]


def _lit(stage: Stage, bodies: Sequence[Body], faces: _Faces, owners: Array) -> Array:
    """The light (n, 3) that comes from each face."""
    albedo = np.array([body.albedo for body in bodies])[faces.whose]
    colours = albedo * stage.lit(faces.middles, faces.normals, owners[faces.whose])
    for material in {body.material for body in bodies}:
        mine = np.array([body.material == material for body in bodies])[faces.whose]
        points, normals = faces.middles[mine], faces.normals[mine]
        colours[mine] += stage.shine(points, normals, material) + stage.room(points, normals, material)
        share, board = stage.mirrored_board(points, normals, material)
        colours[mine] += share * (board - colours[mine])
    return np.asarray(colours, np.float32)
