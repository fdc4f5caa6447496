"""Pyramids of clear plastic drawn: walls that dim, scatter, bend and mirror, and the far walls seen through them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.canvas import Box, coverage, cut, inside, ramp, stroke
from vision.synthetic.mirrors import mirrored
from vision.synthetic.setting import Material
from vision.synthetic.stage import Stage
from vision.synthetic.walls import Walls


def clear_walls(stage: Stage, walls: Walls, material: Material, edge: float) -> tuple[Array, Array]:
    """A hollow body of tinted plastic: each wall dims what is behind it and scatters some light itself.

    The share kept of what is behind, and what is added, (h, w, 3) in the body's box; edge as in `draw_solid`.
    """
    solid, pixels, box, facing, albedos = walls.solid, walls.pixels, walls.box, walls.facing, walls.albedos
    shape = (box[3] - box[1], box[2] - box[0], 3)
    keep, add = np.ones(shape, np.float32), np.zeros(shape, np.float32)
    points, normals, numbers = solid.samples
    clear = material.clear
    mean = walls.light.mean(0)
    # What walls bend and mirror into the eye differs from wall to wall.
    rng = np.random.default_rng(int(abs(pixels).sum()))
    strays = np.exp(rng.normal(0, material.uneven, len(solid.faces)))
    if material.bend:
        front = [pixels[list(solid.faces[n])] for n in np.flatnonzero(facing > 0) if len(solid.faces[n]) == 3]
        _bend(stage, box, front, material.bend, rng)
    to_eye = stage.view.eye - points
    to_eye /= np.linalg.norm(to_eye, axis=1, keepdims=True)
    # What a wall mirrors of the room: little when looked at straight on, most at grazing angles.
    grazing = (1 - np.abs((normals * to_eye).sum(1))) ** 3
    mirror = (0.015 + 0.22 * material.gloss * grazing)[:, None] * np.array(stage.light.ambient)
    height = solid.corners[:, 2]
    rise = (height - height.min()) / max(float(np.ptp(height)), 1.0)
    for number in np.argsort(facing):
        face = solid.faces[number]
        if len(face) != 3:
            continue
        mine = numbers == number
        polygon = pixels[list(face)]
        part = cut(box, polygon)
        if part is None:
            continue
        at = inside(box, part)
        cover = coverage(polygon, part, fine=stage.fine)[..., None]
        tint = albedos[number] / max(float(albedos[number].max()), 1e-3)
        wall = (tint * (0.92 - 0.12 * clear) + 0.08 + 0.06 * clear) * (0.5 + 0.45 * clear)
        # The plastic is thickest at the tip.
        through = np.clip(wall, 0.01, 0.97) ** ((0.75 + 0.9 * rise[list(face)]) / strays[number])[:, None]
        scatter = (1 - 0.8 * clear) * (1.0 if facing[number] > 0 else 0.6)
        shade = albedos[number] * (walls.light[mine] * 0.7 + mean * 0.4) * scatter * strays[number]
        if facing[number] > 0:
            shade = shade + walls.shine[mine] + mirror[mine]
        pass_on = 1 - cover * (1 - ramp(polygon, through, part))
        keep[at] *= pass_on
        add[at] *= pass_on
        add[at] += cover * ramp(polygon, shade, part)
        if facing[number] > 0:
            share, image = mirrored(stage, solid, number, polygon, part)
            keep[at] *= 1 - cover * share * material.gloss
            add[at] += cover * share * material.gloss * (image - add[at])
    _draw_edges(stage, walls, edge, keep, add)
    return keep, add


def _draw_edges(stage: Stage, walls: Walls, edge: float, keep: Array, add: Array) -> None:
    """Draw the foot's edge and the ridges, where there is most plastic to look through."""
    solid, albedo, mean = walls.solid, walls.albedos[0], walls.light.mean(0)
    tint = albedo / max(float(albedo.max()), 1e-3)
    depth = min(max(0.4 - 1.2 * edge, 0.1), 0.9)
    for line, width in ((solid.corners[:4], 0.9), *((solid.corners[[k, 4]], 0.7) for k in range(4))):
        thick = max(0.5, width * stage.view.px_per_mm)
        rim = stroke(stage.view.project(line), walls.box, thick, closed=len(line) == 4, fine=stage.fine)
        dim = (1 - rim[..., None] * (1 - tint.astype(np.float32) * 0.5) * depth).astype(np.float32)
        keep *= dim
        add *= dim
        add += rim[..., None] * (albedo * mean * 0.22).astype(np.float32)


def _bend(stage: Stage, box: Box, walls: list[Array], share: float, rng: np.random.Generator) -> None:
    """Bend what lies behind clear walls (3, 2): each shows it displaced, turned or mirrored, as if broken up."""
    width, height = box[2] - box[0], box[3] - box[1]
    around = (
        max(box[0] - width, 0),
        max(box[1] - height, 0),
        min(box[2] + width, stage.size[0]),
        min(box[3] + height, stage.size[1]),
    )
    behind = stage.picture[around[1] : around[3], around[0] : around[2]].copy()
    part = stage.picture[box[1] : box[3], box[0] : box[2]]
    for wall in walls:
        turn, scale = rng.normal(0, 0.6), float(np.exp(rng.normal(0, 0.25)))
        c, s = scale * np.cos(turn), scale * np.sin(turn)
        matrix = np.array([[c, -s], [s, c]]) * rng.choice([-1, 1], (1, 2))
        middle = wall.mean(0)
        place = middle + rng.normal(0, 0.4, 2) * (width, height) - matrix @ (middle - box[:2]) - around[:2]
        seen = cv2.warpAffine(
            behind,
            np.column_stack([matrix, place]),
            (width, height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REFLECT,
        )
        part += coverage(wall, box, fine=stage.fine)[..., None] * float(share * rng.random()) * (seen - part)
