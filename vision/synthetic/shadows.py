"""The light on table and tiles, with the shadows of all that stands there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.board import Board, Polygon
from vision.synthetic.camera import CENTRE_MM, View
from vision.synthetic.canvas import Box, box_of
from vision.synthetic.light import lamp_light
from vision.synthetic.setting import Lamp, Light

_STEP = 16
_EDGE_MM = 27.0  # no low body so far inside the board throws a shadow on the table
_UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class Caster:
    """What casts a shadow: corners (n, 3) of a convex body; through (3,): the light that it lets pass."""

    corners: Array
    through: tuple[float, float, float] = (0.0, 0.0, 0.0)


def _small(view: View, shrink: int) -> tuple[int, int]:
    width, height = view.size
    return -(-width // shrink), -(-height // shrink)


def _fixed(polygon: Array, shrink: int) -> Array:
    """Pixels (n, 2) in a picture shrunken by a factor, as OpenCV's numbers with four binary places."""
    return np.rint(((np.clip(polygon, -6000, 9000) + 0.5) / shrink - 0.5) * 16).astype(np.int32)


def _lamp_places(lamp: Lamp, samples: int, seed: int) -> Array:
    """Points (n, 3) spread over the face of a lamp."""
    if samples <= 1:
        return np.array([lamp.place])
    turn = np.arange(samples) * 2.39996 + seed % 7
    radius = np.sqrt((np.arange(samples) + 0.5) / samples) * lamp.size / 2
    away = np.array(lamp.place) - CENTRE_MM
    away /= np.linalg.norm(away)
    across = np.cross(away, [0.3, 0.5, 0.81])
    across /= np.linalg.norm(across)
    up = np.cross(away, across)
    around = np.cos(turn)[:, None] * across + np.sin(turn)[:, None] * up
    return np.asarray(np.array(lamp.place) + radius[:, None] * around)


def _cast(view: View, place: Array, casters: list[Caster], ground: float, shrink: int, tinted: bool) -> Array:
    """Light that passes (h, w) or (h, w, 3) uint8 onto the plane at height `ground` from one point of a lamp."""
    width, height = _small(view, shrink)
    passed = np.full((height, width, 3) if tinted else (height, width), 255, np.uint8)
    if not casters:
        return passed
    corners = np.vstack([c.corners for c in casters])
    z = np.clip(corners[:, 2], ground, place[2] - 30)
    t = (z - ground) / (place[2] - z)
    flat = corners[:, :2] + (corners[:, :2] - place[:2]) * t[:, None]
    fixed = _fixed(view.project(np.column_stack([flat, np.full(len(flat), ground)])), shrink)
    start = 0
    for caster in casters:
        n = len(caster.corners)
        hull = cv2.convexHull(fixed[start : start + n])
        cv2.fillConvexPoly(passed, hull, [round(255 * c) for c in caster.through], cv2.LINE_AA, 4)
        start += n
    return passed


def ground_light(view: View, light: Light, casters: list[Caster], board: Board, seed: int) -> Array:
    """Light (H, W, 3) float32 on the table and, inside the board's outline, on top of it."""
    parts = [_block(part, board.thickness) for part in board.parts]
    ordered = sorted(casters, key=lambda c: -sum(c.through))
    beside = [*parts, *[c for c in ordered if _near_edge(c, board)]]
    on_top = [c for c in ordered if _near_top(c, board)]
    groups = [(beside, -board.thickness)]
    area = box_of(view.project(board.corners), view.size, 4)
    if area is not None:
        groups.append((on_top, 0.0))
    grid = view.grid(_STEP)
    spots = np.concatenate([view.on_plane(grid, 0.0), np.zeros((*grid.shape[:2], 1))], -1)
    total = _around(view, light, casters, board)
    strongest = max((sum(lamp.colour) for lamp in light.lamps), default=1.0)
    for lamp in light.lamps:
        penumbra = 30 * lamp.size / float(np.linalg.norm(np.array(lamp.place) - CENTRE_MM)) * view.px_per_mm
        share = sum(lamp.colour) / strongest
        samples = (
            1 if penumbra < 1.2 else max(2, round(min(lamp.samples, 2 + penumbra / 4) * (0.5 + 0.5 * share)))
        )
        shrink = 4 if penumbra / np.sqrt(samples) > 9 else 2
        places = _lamp_places(lamp, samples, seed)
        sums = []
        for group, ground in groups:
            tinted = any(sum(c.through) > 0 for c in group)
            width, height = _small(view, shrink)
            layer = np.zeros((height, width, 3) if tinted else (height, width), np.float32)
            for place in places:
                cv2.accumulate(_cast(view, place, group, ground, shrink, tinted), layer)
            layer *= np.float32(1 / (255 * len(places)))
            blur = (0.6 + penumbra * (0.2 if samples == 1 else 0.45 / np.sqrt(samples))) / shrink
            if blur > 0.35:
                layer = np.asarray(cv2.GaussianBlur(layer, (0, 0), blur), np.float32)
            sums.append(layer if tinted else cv2.merge([layer, layer, layer]))
        if len(sums) > 1 and area is not None:
            _put_inside(view, board, sums[0], sums[1], area, shrink)
        strength = lamp_light(lamp, spots, np.broadcast_to(_UP, spots.shape))
        part = cv2.multiply(view.spread(strength, _STEP, shrink), sums[0])
        if shrink == 4:
            part = cv2.resize(part, _small(view, 2), interpolation=cv2.INTER_LINEAR)
        total += part
    return np.asarray(cv2.resize(total, view.size, interpolation=cv2.INTER_LINEAR), np.float32)


def _put_inside(view: View, board: Board, table: Array, top: Array, area: Box, shrink: int) -> None:
    """Put the light on the board into the light on the table, inside the board's outline."""
    inside = board_mask(view, board, shrink)
    ys = slice(area[1] // shrink, area[3] // shrink + 1)
    xs = slice(area[0] // shrink, area[2] // shrink + 1)
    mask = inside[ys, xs, None].astype(np.float32) * np.float32(1 / 255)
    table[ys, xs] += mask * (top[ys, xs] - table[ys, xs])


def board_mask(view: View, board: Board, shrink: int) -> Array:
    """Where the board is in a picture shrunken by a factor (h, w) uint8, 255 inside."""
    width, height = _small(view, shrink)
    inside = np.zeros((height, width), np.uint8)
    for part in board.parts:
        cv2.fillConvexPoly(inside, _fixed(view.project(_flat(part)), shrink), (255,), cv2.LINE_AA, 4)
    return inside


def _flat(polygon: Polygon) -> Array:
    """A polygon's corners (n, 3) on top of the board."""
    return np.column_stack([np.array(polygon, np.float64), np.zeros(len(polygon))])


def _block(polygon: Polygon, thickness: float) -> Caster:
    top = _flat(polygon)
    return Caster(np.vstack([top, top - (0, 0, thickness)]))


def _near_edge(caster: Caster, board: Board) -> bool:
    """Whether a body's shadow may reach the table."""
    x, y = caster.corners[:, 0].mean(), caster.corners[:, 1].mean()
    return bool(caster.corners[:, 2].max() > 60) or board.depth(float(x), float(y)) <= _EDGE_MM


def _near_top(caster: Caster, board: Board) -> bool:
    """Whether a body's shadow may reach the board."""
    at = caster.corners[:, :2].mean(0)
    reach = 20 + 2.5 * float(caster.corners[:, 2].max())
    return bool((board.low - reach < at).all() and (at < board.high + reach).all())


def _around(view: View, light: Light, casters: list[Caster], board: Board) -> Array:
    """Light from all around (h, w, 3) at half size, less where bodies stand near."""
    dark = np.full(_small(view, 4)[::-1], 255, np.uint8)
    value = 255 * (1 - light.occlusion)
    for rim in board.rims:
        line = _fixed(view.project(_flat(rim) - (0, 0, 1)), 4)
        cv2.polylines(dark, [line], True, (0.6 * value + 100,), 2, cv2.LINE_AA, 4)
    for caster in casters:
        foot = caster.corners[caster.corners[:, 2] < caster.corners[:, 2].min() + 1.0]
        if len(foot) < 3 or foot[0, 2] > 12:
            continue
        middle = foot.mean(0)
        polygon = _fixed(view.project(middle + (foot - middle) * 1.25), 4)
        shade = value + (255 - value) * sum(caster.through) / 3
        cv2.fillConvexPoly(dark, cv2.convexHull(polygon), (shade,), cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(dark, (0, 0), max(0.8, 0.75 * view.px_per_mm))
    full = cv2.resize(soft, _small(view, 2), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full[..., None].astype(np.float32) * (np.array(light.ambient, np.float32) / 255))
