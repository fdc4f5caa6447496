"""Towers and caps drawn: flat faces and the edges between them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic import noise
from vision.synthetic.arrays import Array
from vision.synthetic.canvas import Box, blend, box_of, coverage, cut, inside, ramp, stroke
from vision.synthetic.clear import clear_walls
from vision.synthetic.mirrors import mirrored
from vision.synthetic.setting import Material
from vision.synthetic.solids import Solid
from vision.synthetic.stage import Stage
from vision.synthetic.walls import Walls

_LEAST_GLOSS = 0.02
_BLUR_MM = 8.0  # by which the roughest walls blur what they mirror


def draw_solid(
    stage: Stage,
    solid: Solid,
    albedo: Array,
    material: Material,
    light: Array,
    *,
    edge: float = 0.0,
) -> None:
    """Draw a body: albedo (3,) or (faces, 3) in linear light; light (m, 3) at the points of `solid.samples`.

    edge: how much brighter or darker edges are than faces.
    """
    pixels = stage.view.project(solid.corners)
    box = box_of(pixels, stage.size, 2)
    if box is None:
        return
    points, normals, _ = solid.samples
    shine = stage.shine(points, normals, material)
    to_eye = stage.view.eye - solid.middles
    facing = (solid.normals * to_eye).sum(1)
    albedos = np.broadcast_to(albedo, (len(solid.faces), 3))
    walls = Walls(solid, pixels, box, facing, albedos, light, shine)
    keep, add = (
        clear_walls(stage, walls, material, edge) if material.clear else _solid_walls(stage, walls, material)
    )
    if material.speckle > 0.01:
        add *= _speckle(material.speckle, box, int(pixels[0, 0]))
    if abs(edge) > 0.03:
        mean = albedos.mean(0) * light.mean(0)
        target = mean * (1 + 2.5 * edge) + (0.12 * light.mean() * edge if edge > 0 else 0)
        thick = max(0.5, 0.55 * stage.view.px_per_mm)
        for a, b in _ridges(solid, facing > 0):
            line = stroke(pixels[[a, b]], box, thick, fine=stage.fine)[..., None] * min(abs(edge) * 1.6, 0.7)
            add += line * (target.astype(np.float32) - add)
            keep *= 1 - line
    blend(stage.picture, box, keep, add)


def _solid_walls(stage: Stage, walls: Walls, material: Material) -> tuple[Array, Array]:
    """The share that walls keep of what is behind them, and what they add, (h, w, 3)."""
    box, (points, normals, numbers) = walls.box, walls.solid.samples
    shine = walls.shine + stage.room(points, normals, material)
    height, width = box[3] - box[1], box[2] - box[0]
    add, alpha = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32)
    for number in np.flatnonzero(walls.facing > 0):
        mine = numbers == number
        polygon = walls.pixels[list(walls.solid.faces[number])]
        part = cut(box, polygon)
        if part is None:
            continue
        at = inside(box, part)
        cover = coverage(polygon, part, fine=stage.fine)
        shade = walls.albedos[number] * walls.light[mine] + shine[mine]
        wall = ramp(polygon, shade, part)
        if material.gloss > _LEAST_GLOSS:
            share, image = mirrored(stage, walls.solid, int(number), polygon, part)
            share *= material.gloss * (1 - material.rough / 2)
            if share > 0:
                blur = max(material.rough * _BLUR_MM * stage.view.px_per_mm, 0.5)
                wall += np.float32(share) * (cv2.GaussianBlur(image, (0, 0), blur) - wall)
        add[at] += cover[..., None] * wall
        alpha[at] += cover
    add /= np.maximum(alpha, 1)[..., None]
    keep = np.ones((height, width, 3), np.float32) - np.minimum(alpha, 1)[..., None]
    return keep, add


def _speckle(strength: float, box: Box, number: int) -> Array:
    """Unevenness of a painted or wooden face (h, w, 1) around 1."""
    field = noise.grain(number % 6) if strength > 0.07 else noise.rough(number % 4)
    y, x = number * 37 % 500, number * 91 % 500
    cut = field[y : y + box[3] - box[1], x : x + box[2] - box[0]]
    cut = cut if cut.shape == (box[3] - box[1], box[2] - box[0]) else np.full((1, 1), 128, np.uint8)
    return np.asarray(1 + (cut[..., None].astype(np.float32) - 128) * np.float32(strength / 64))


def _ridges(solid: Solid, seen: Array) -> list[tuple[int, int]]:
    """Edges between two faces that are seen."""
    sides: dict[tuple[int, int], int] = {}
    for number, face in enumerate(solid.faces):
        if seen[number]:
            for a, b in zip(face, (*face[1:], face[0]), strict=True):
                key = (min(a, b), max(a, b))
                sides[key] = sides.get(key, 0) + 1
    return [key for key, count in sides.items() if count == 2]
