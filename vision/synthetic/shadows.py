"""The light on table and tiles, with the shadows of all that stands there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.camera import BOARD_MM, CORNERS_MM, View
from vision.synthetic.light import lamp_light
from vision.synthetic.scene import Lamp, Light

SHRINK = 2
_STEP = 16


@dataclass(frozen=True, eq=False)
class Caster:
    """What casts a shadow: corners (n, 3) of a convex body; through (3,): the light that it lets pass."""

    corners: Array
    through: tuple[float, float, float] = (0.0, 0.0, 0.0)
    raised: bool = True  # stands on the tiles or near them


def _fixed(polygon: Array) -> Array:
    return np.rint(((polygon + 0.5) / SHRINK - 0.5) * 16).astype(np.int32)


def _lamp_places(lamp: Lamp, seed: int) -> Array:
    """Points (n, 3) spread over the face of a lamp."""
    if lamp.samples <= 1 or lamp.size < 8:
        return np.array([lamp.place])
    n = lamp.samples
    turn = np.arange(n) * 2.39996 + seed % 7
    radius = np.sqrt((np.arange(n) + 0.5) / n) * lamp.size / 2
    away = np.array(lamp.place) - np.array([BOARD_MM[0] / 2, BOARD_MM[1] / 2, 0])
    away /= np.linalg.norm(away)
    across = np.cross(away, [0.3, 0.5, 0.81])
    across /= np.linalg.norm(across)
    up = np.cross(away, across)
    return np.asarray(
        np.array(lamp.place) + radius[:, None] * (np.cos(turn)[:, None] * across + np.sin(turn)[:, None] * up)
    )


def _cast(view: View, place: Array, casters: list[Caster], ground: float) -> Array:
    """Light that passes (h, w, 3) uint8 onto the plane at height `ground` from one point of a lamp."""
    width, height = (-(-n // SHRINK) for n in view.size)
    passed = np.full((height, width, 3), 255, np.uint8)
    if not casters:
        return passed
    corners = np.vstack([c.corners for c in casters])
    low = np.minimum(corners[:, 2], place[2] - 30)
    z = np.maximum(low, ground)
    t = (z - ground) / (place[2] - z)
    flat = corners[:, :2] + (corners[:, :2] - place[:2]) * t[:, None]
    pixels = view.project(np.column_stack([flat, np.full(len(flat), ground)]))
    pixels = np.clip(pixels, -4000, 8000)
    fixed = _fixed(pixels)
    start = 0
    for caster in casters:
        n = len(caster.corners)
        hull = cv2.convexHull(fixed[start : start + n])
        colour = tuple(round(255 * c) for c in caster.through)
        cv2.fillConvexPoly(passed, hull, colour, cv2.LINE_AA, 4)
        start += n
    return passed


def ground_light(view: View, light: Light, casters: list[Caster], thickness: float, seed: int) -> Array:
    """Light (H, W, 3) float32 on the table and, inside the board's outline, on top of the tiles."""
    grid = view.grid(_STEP)
    up = np.array([0.0, 0.0, 1.0])
    board = Caster(np.vstack([CORNERS_MM, CORNERS_MM - (0, 0, thickness)]))
    clear_first = sorted(casters, key=lambda c: -sum(c.through))
    on_tiles = [c for c in clear_first if c.raised]
    beside = [board, *[c for c in clear_first if _near_edge(c)]]
    outline = _fixed(view.project(CORNERS_MM))
    total: Array | None = None
    width, height = (-(-n // SHRINK) for n in view.size)
    inside = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(inside, outline, 255, cv2.LINE_AA, 4)
    mask = inside[..., None].astype(np.float32) / 255
    for lamp in light.lamps:
        spots = np.concatenate([view.on_plane(grid, 0.0), np.zeros((*grid.shape[:2], 1))], -1)
        strength = view.spread(lamp_light(lamp, spots, np.broadcast_to(up, spots.shape)), _STEP, SHRINK)
        places = _lamp_places(lamp, seed)
        sums: list[Array] = []
        for group, ground in ((beside, -thickness), (on_tiles, 0.0)):
            layer = np.zeros((height, width, 3), np.uint16)
            for place in places:
                layer += _cast(view, place, group, ground)
            soft = layer.astype(np.float32) * np.float32(1 / (255 * len(places)))
            blur = _blur_px(view, lamp, len(places))
            if blur > 0.35:
                soft = cv2.GaussianBlur(soft, (0, 0), blur)
            sums.append(soft)
        passed = sums[0] + mask * (sums[1] - sums[0])
        part = strength * passed
        total = part if total is None else total + part
    around = _occlusion(view, light, casters, outline)[..., None] * np.array(light.ambient, np.float32)
    total = around if total is None else total + around
    return np.asarray(cv2.resize(total, view.size, interpolation=cv2.INTER_LINEAR), np.float32)


def _near_edge(caster: Caster) -> bool:
    """Whether a body's shadow may reach the table."""
    x, y = caster.corners[:, 0].mean(), caster.corners[:, 1].mean()
    return not (27 < x < BOARD_MM[0] - 27 and 27 < y < BOARD_MM[1] - 27) or caster.corners[:, 2].max() > 60


def _blur_px(view: View, lamp: Lamp, samples: int) -> float:
    """What hides the steps between the shadows of a lamp's points, pixels of the shrunken picture."""
    distance = float(np.linalg.norm(lamp.place))
    penumbra = 22 * lamp.size / distance * view.px_per_mm / SHRINK
    return 0.3 + penumbra * (0.3 if samples <= 1 else 0.5 / np.sqrt(samples))


def _occlusion(view: View, light: Light, casters: list[Caster], outline: Array) -> Array:
    """Share of the light from all around (h, w) that bodies standing near leave to the ground."""
    width, height = (-(-n // (2 * SHRINK)) for n in view.size)
    dark = np.full((height, width), 255, np.uint8)
    value = 255 * (1 - light.occlusion)
    cv2.polylines(dark, [outline // 2], True, 0.6 * value + 100, 2, cv2.LINE_AA, 4)
    for caster in casters:
        low = caster.corners[:, 2] < caster.corners[:, 2].min() + 1.0
        flat = caster.corners[low] * (1, 1, 1)
        if len(flat) < 3:
            continue
        middle = flat.mean(0)
        polygon = _fixed(view.project(middle + (flat - middle) * 1.25)) // 2
        see = sum(caster.through) / 3
        cv2.fillConvexPoly(dark, cv2.convexHull(polygon), value + (255 - value) * see, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(dark, (0, 0), max(0.8, 3.0 * view.px_per_mm / (2 * SHRINK)))
    full = cv2.resize(soft, tuple(-(-n // SHRINK) for n in view.size), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full.astype(np.float32) * np.float32(1 / 255))
