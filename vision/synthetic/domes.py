"""Domes drawn: half beads with a highlight, and flat round pieces with or without a print."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.canvas import Box, box_of, coverage, lay, stroke
from vision.synthetic.light import ambient_light
from vision.synthetic.setting import Material
from vision.synthetic.stage import Stage

_TURN = np.linspace(0, 2 * np.pi, 28, endpoint=False)
_CIRCLE = np.column_stack([np.cos(_TURN), np.sin(_TURN)])
SIDES = np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
"""Which way the sides of a disc look (4, 3)."""
_UP = np.array([[0.0, 0, 1]])
_RIM_SIDE, _RIM_FACE = 0.27, 0.78  # of a quarter round as it is seen from above
_RIM_AND_FACE = np.vstack([(SIDES + _UP) * np.sqrt(0.5), _UP])


def bead_shape(width: float, height: float) -> tuple[float, float, float]:
    """Half axes and height of the middle of the ellipsoid that a bead is the upper part of, millimetres."""
    a = width / 2
    if height > a * 1.1:
        return a, a, height - a
    return a, height, 0.0


def outline(stage: Stage, at: Array, width: float, height: float, *, flat: bool) -> Array:
    """The silhouette (n, 2) in pixels of a round piece standing at `at` (3,)."""
    if flat:
        rings = [(width / 2, 0.0), (width / 2, height)]
    else:
        a, b, middle = bead_shape(width, height)
        levels = np.array([0.0, 0.25, 0.45, 0.65, 0.82, 0.95]) * height
        rings = [(a * np.sqrt(max(0.0, 1 - ((z - middle) / b) ** 2)), z) for z in levels]
    points = np.vstack([np.column_stack([_CIRCLE * r, np.full(len(_CIRCLE), z)]) for r, z in rings]) + at
    hull = cv2.convexHull(stage.view.project(points).astype(np.float32))
    return np.asarray(hull[:, 0], np.float64)


def draw_bead(
    stage: Stage, at: Array, width: float, height: float, albedo: Array, material: Material, shade: Array
) -> None:
    """A half bead at `at` (3,); shade (lamps,) is the share of each lamp's light that reaches it."""
    edge = outline(stage, at, width, height, flat=False)
    box = box_of(edge, stage.size)
    if box is None:
        return
    cover = coverage(edge, box, fine=stage.fine)
    pixel, step = stage.view.affine(at)
    back = np.linalg.inv(step[:, :2])
    dx, dy = (float(v) for v in -back @ step[:, 2])
    xs, ys = np.arange(box[0], box[2]) - pixel[0], np.arange(box[1], box[3]) - pixel[1]
    x0 = (back[0, 0] * xs[None] + back[0, 1] * ys[:, None]).astype(np.float32)
    y0 = (back[1, 0] * xs[None] + back[1, 1] * ys[:, None]).astype(np.float32)
    a, b, middle = bead_shape(width, height)
    ka, kb = 1 / a**2, 1 / b**2
    qa = (dx * dx + dy * dy) * ka + kb
    qb = (dx * x0 + dy * y0) * ka - middle * kb
    qc = (x0 * x0 + y0 * y0) * ka + middle * middle * kb - 1
    root = np.sqrt(np.maximum(qb * qb - qa * qc, 0))
    s = np.maximum((root - qb) / qa, 0)
    normal = np.dstack([(x0 + s * dx) * ka, (y0 + s * dy) * ka, (s - middle) * kb])
    normal /= np.sqrt((normal * normal).sum(-1, keepdims=True)) + 1e-6
    top = at + np.array([0, 0, height * 0.6])
    light = ambient_light(stage.light, normal)
    light *= (1 - stage.light.occlusion * 0.5 * (1 - s / height))[..., None]
    gloss = np.zeros_like(light)
    eye = stage.view.eye - top
    eye /= np.linalg.norm(eye)
    for lamp, passed in zip(stage.light.lamps, shade, strict=True):
        part = float(passed)
        way = np.array(lamp.place) - top
        distance = float(np.linalg.norm(way))
        way = way / distance
        straight = max(0.25, lamp.place[2] / float(np.linalg.norm(np.array(lamp.place) - CENTRE_MM)))
        cosine = np.clip(normal @ way.astype(np.float32) + 0.06, 0, None)
        light += (cosine * np.float32(part / straight))[..., None] * np.array(lamp.colour, np.float32)
        if material.gloss > 0.02:
            half = way + eye
            half /= np.linalg.norm(half)
            spread = 0.05 + 0.4 * material.rough + 0.5 * lamp.size / (distance + lamp.size)
            fit = np.clip(normal @ half.astype(np.float32), 0, 1)
            lobe = np.exp((fit - 1) * np.float32(2 / spread**2)) * np.float32(
                material.gloss * 0.14 * part / spread
            )
            gloss += lobe[..., None] * np.array(lamp.colour, np.float32)
    if material.gloss > 0.02:  # the room mirrors itself, most of all at the rim
        rim = 0.04 + 0.25 * (1 - np.clip(normal @ eye.astype(np.float32), 0, 1)) ** 4
        gloss += (rim * np.float32(material.gloss))[..., None] * np.array(stage.light.ambient, np.float32)
    lay(stage.picture, box, cover, albedo.astype(np.float32) * light + gloss)


@dataclass(frozen=True, eq=False)
class Print:
    """What is printed on a disc in `ink` (3,): a ring at its edge of a width, 0 for none, and a sprite (n, n, 2) from
    `icons`, of a size and turned."""

    ink: Array
    rim_mm: float = 0.0
    sprite: Array | None = None
    sprite_mm: float = 0.0
    turn: float = 0.0


def draw_disc(
    stage: Stage,
    at: Array,
    width: float,
    height: float,
    albedo: Array,
    material: Material,
    light: tuple[Array, Array],
    printed: Print | None = None,
) -> None:
    """A disc or coin at `at` (3,); light: on its face (3,) and on its `SIDES` (4, 3).

    The rougher the material, the rounder the rim between side and face: it is the rim that shows a coin on a tile of
    the same stock, light towards the lamp and dark away from it.
    """
    edge = outline(stage, at, width, height, flat=True)
    box = box_of(edge, stage.size)
    if box is None:
        return
    top = at + np.array([0.0, 0.0, height])
    around = _all_around(stage, top, box)
    sides = (around @ light[1].astype(np.float32)) * albedo.astype(np.float32)
    lay(stage.picture, box, coverage(edge, box, fine=stage.fine), sides)
    bevel = min(1.0, height * (0.08 + 0.4 * material.rough))
    rim = coverage(stage.view.project(_circle(top, width / 2)), box, fine=stage.fine)
    tops = np.tile(top, (5, 1))
    *leaning, shine = stage.shine(tops, _RIM_AND_FACE, material) + stage.room(tops, _RIM_AND_FACE, material)
    face_light = albedo * light[0]
    lay(
        stage.picture,
        box,
        rim,
        (_RIM_SIDE * sides + _RIM_FACE * face_light + around @ np.array(leaning)).astype(np.float32),
    )
    face = coverage(stage.view.project(_circle(top, width / 2 - bevel)), box, fine=stage.fine)
    lay(stage.picture, box, face, (face_light + shine).astype(np.float32))
    if printed is None:
        return
    ink, ring, sprite = printed.ink * light[0], printed.rim_mm, printed.sprite
    if ring > 0:
        inset = stage.view.project(_circle(top, width / 2 - bevel - ring))
        line = stroke(inset, box, ring * 0.6 * stage.view.px_per_mm, closed=True, fine=stage.fine)
        lay(stage.picture, box, line, (ink + shine).astype(np.float32))
    if sprite is not None:
        pixel, step = stage.view.affine(top)
        n = len(sprite)
        c, s = np.cos(printed.turn), np.sin(printed.turn)
        way = np.array([[c, -s], [s, c]]) @ np.array([[1.0, 0], [0, -1.0]])
        matrix = step[:, :2] @ way * (printed.sprite_mm / n)
        start = pixel - matrix @ np.full(2, (n - 1) / 2) - (box[0], box[1])
        warp = cv2.warpAffine(sprite, np.column_stack([matrix, start]), (box[2] - box[0], box[3] - box[1]))
        tone = warp[..., 1:2].astype(np.float32) / 128
        colour = ink.astype(np.float32) * tone + shine.astype(np.float32)
        lay(stage.picture, box, warp[..., 0] * face / 255, colour)


def _circle(middle: Array, radius: float) -> Array:
    """A level circle's points (n, 3) around `middle` (3,)."""
    return np.asarray(np.column_stack([_CIRCLE * radius, np.zeros(len(_CIRCLE))]) + middle)


def _all_around(stage: Stage, top: Array, box: Box) -> Array:
    """Towards which of `SIDES` the pixels of a box lie from `top` (3,), as shares (h, w, 4)."""
    pixel, step = stage.view.affine(top)
    back = np.linalg.inv(step[:, :2])
    xs, ys = np.arange(box[0], box[2]) - pixel[0], np.arange(box[1], box[3]) - pixel[1]
    away = np.dstack([back[i, 0] * xs[None] + back[i, 1] * ys[:, None] for i in (0, 1)])
    away /= np.linalg.norm(away, axis=2, keepdims=True) + 1e-6
    shares = np.clip(away @ SIDES[:, :2].T, 0, None) ** 2
    return np.asarray(shares, np.float32)
