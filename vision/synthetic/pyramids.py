"""Towers and caps drawn: flat faces, opaque or of clear plastic through which one sees the far walls."""

from __future__ import annotations

import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.canvas import blend, box_of, coverage, ramp, stroke
from vision.synthetic.scene import Material
from vision.synthetic.solids import Solid
from vision.synthetic.stage import Stage


def draw_solid(
    stage: Stage,
    solid: Solid,
    albedo: Array,
    material: Material,
    light: Array,
    *,
    edge: float = 0.0,
    inner: Array | None = None,
) -> None:
    """Draw a body: albedo (3,) or (faces, 3) in linear light; light (m, 3) at the points of `solid.samples`.

    edge: how much brighter or darker edges are than faces; inner: light (m, 3) on the inside of clear walls.
    """
    pixels = stage.view.project(solid.corners)
    box = box_of(pixels, stage.size, 2)
    if box is None:
        return
    points, normals, numbers = solid.samples
    shine = stage.shine(points, normals, material)
    to_eye = stage.view.eye - solid.middles
    facing = (solid.normals * to_eye).sum(1)
    height, width = box[3] - box[1], box[2] - box[0]
    keep = np.ones((height, width, 3), np.float32)
    add = np.zeros((height, width, 3), np.float32)
    albedos = np.broadcast_to(albedo, (len(solid.faces), 3))
    if material.clear:
        _clear_walls(stage, solid, pixels, box, facing, albedos, material, light, inner, shine, keep, add)
    else:
        alpha = np.zeros((height, width), np.float32)
        for number in np.flatnonzero(facing > 0):
            mine = numbers == number
            polygon = pixels[list(solid.faces[number])]
            cover = coverage(polygon, box, fine=stage.fine)
            add += cover[..., None] * ramp(polygon, albedos[number] * light[mine] + shine[mine], box)
            alpha += cover
        over = np.maximum(alpha, 1)
        add /= over[..., None]
        keep -= np.minimum(alpha, 1)[..., None]
    if abs(edge) > 0.03:
        mean = albedos.mean(0) * light.mean(0)
        target = mean * (1 + 2.5 * edge) + (0.12 * light.mean() * edge if edge > 0 else 0)
        thick = max(0.5, 0.55 * stage.view.px_per_mm)
        for a, b in _ridges(solid, facing > 0):
            line = stroke(pixels[[a, b]], box, thick, fine=stage.fine)[..., None] * min(abs(edge) * 1.6, 0.7)
            add += line * (target.astype(np.float32) - add)
            keep *= 1 - line
    blend(stage.picture, box, keep, add)


def _ridges(solid: Solid, seen: Array) -> list[tuple[int, int]]:
    """Edges between two faces that are seen."""
    sides: dict[tuple[int, int], int] = {}
    for number, face in enumerate(solid.faces):
        if seen[number]:
            for a, b in zip(face, (*face[1:], face[0]), strict=True):
                key = (min(a, b), max(a, b))
                sides[key] = sides.get(key, 0) + 1
    return [key for key, count in sides.items() if count == 2]


def _clear_walls(
    stage: Stage,
    solid: Solid,
    pixels: Array,
    box: tuple[int, int, int, int],
    facing: Array,
    albedos: Array,
    material: Material,
    light: Array,
    inner: Array | None,
    shine: Array,
    keep: Array,
    add: Array,
) -> None:
    """A hollow body of tinted plastic: each wall dims what is behind it and scatters some light itself."""
    numbers = solid.samples[2]
    sides = [n for n in np.argsort(facing) if n != len(solid.faces) - 1]
    for number in sides:
        mine = numbers == number
        polygon = pixels[list(solid.faces[number])]
        cover = coverage(polygon, box, fine=stage.fine)[..., None]
        tint = albedos[number] / max(float(albedos[number].max()), 1e-3)
        through = (tint * (0.9 - 0.25 * (1 - material.clear)) + 0.1 * material.clear) * (
            0.45 + 0.5 * material.clear
        )
        scatter = (1 - 0.75 * material.clear) * 0.8
        lit = light[mine] if inner is None else light[mine] * 0.65 + inner[mine] * 0.45
        shade = albedos[number] * lit * scatter
        if facing[number] > 0:
            shade = shade + shine[mine] + 0.012 * light[mine].mean()
        wall = ramp(polygon, shade, box)
        pass_on = 1 - cover * (1 - through.astype(np.float32))
        keep *= pass_on
        add *= pass_on
        add += cover * wall
    foot = pixels[:4]
    rim = stroke(foot, box, max(0.5, 0.8 * stage.view.px_per_mm), closed=True, fine=stage.fine)[..., None]
    tint = albedos[0] / max(float(albedos[0].max()), 1e-3)
    soft = 1 - rim * (1 - tint.astype(np.float32) * 0.6) * 0.6
    keep *= soft
    add *= soft
    add += rim * (albedos[0] * light.mean(0) * 0.3).astype(np.float32)
