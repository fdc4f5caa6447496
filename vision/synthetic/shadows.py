"""The light on table and tiles, with the shadows of all that stands there."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.board import CENTRE_MM, Board, Polygon
from vision.synthetic.camera import View
from vision.synthetic.canvas import Box, box_of
from vision.synthetic.light import lamp_light
from vision.synthetic.setting import Lamp, Light

_STEP = 16
_SHRINK = 2  # light is worked out at half size
_UP = np.array([0.0, 0.0, 1.0])
_TALL_MM = 30.0  # the edges of a tower's shadow are as wide as for a body of this height
_LOW_MM = (7.0, 13.0, 22.0)
"""Bodies that end below these throw shadows of their own sharpness: a stick's edges are sharper than a stone's."""
_HIGHER = 0.7  # of a low body's height, the same
_REACHES = 0.35  # of a body's height: how far around its foot it takes light from the board


@dataclass(frozen=True, eq=False)
class Caster:
    """What casts a shadow: corners (n, 3) of a convex body; through (3,): the share of light that it lets pass;
    throws: the share of the light on its upright sides that they throw back onto what it stands on."""

    corners: Array
    through: tuple[float, float, float] = (0.0, 0.0, 0.0)
    throws: float = 0.0


def _small(view: View, shrink: int) -> tuple[int, int]:
    width, height = view.size
    return -(-width // shrink), -(-height // shrink)


def _fixed(polygon: Array, shrink: int) -> Array:
    """Pixels (n, 2) in a picture shrunk by a factor, as OpenCV's fixed-point numbers with four fractional bits."""
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


def _cast(view: View, place: Array, casters: list[Caster], ground: float, tinted: bool) -> Array:
    """Light that passes (h, w) or (h, w, 3) uint8 onto the plane at height `ground` from one point of a lamp."""
    width, height = _small(view, _SHRINK)
    passed = np.full((height, width, 3) if tinted else (height, width), 255, np.uint8)
    if not casters:
        return passed
    corners = np.vstack([c.corners for c in casters])
    z = np.clip(corners[:, 2], ground, place[2] - 30)
    t = (z - ground) / (place[2] - z)
    flat = corners[:, :2] + (corners[:, :2] - place[:2]) * t[:, None]
    fixed = _fixed(view.project(np.column_stack([flat, np.full(len(flat), ground)])), _SHRINK)
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
    planes = [([(_TALL_MM, beside)], -board.thickness)]
    area = box_of(view.project(board.corners), view.size, 4)
    if area is not None:
        planes.append((_by_height(on_top), 0.0))
    grid = view.grid(_STEP)
    spots = np.concatenate([view.on_plane(grid, 0.0), np.zeros((*grid.shape[:2], 1))], -1)
    total = _around(view, light, casters, board)
    strongest = max((sum(lamp.colour) for lamp in light.lamps), default=1.0)
    for lamp in light.lamps:
        spread = lamp.size / float(np.linalg.norm(np.array(lamp.place) - CENTRE_MM)) * view.px_per_mm
        penumbra = _TALL_MM * spread
        share = sum(lamp.colour) / strongest
        samples = (
            1 if penumbra < 1.2 else max(2, round(min(lamp.samples, 2 + penumbra / 4) * (0.5 + 0.5 * share)))
        )
        places = _lamp_places(lamp, samples, seed)
        sums = [_shadowed(view, places, bodies, ground, spread) for bodies, ground in planes]
        if len(sums) > 1 and area is not None:
            _put_inside(view, board, sums[0], sums[1], area)
        strength = lamp_light(lamp, spots, np.broadcast_to(_UP, spots.shape))
        total += cv2.multiply(view.spread(strength, _STEP, _SHRINK), sums[0])
    return np.asarray(cv2.resize(total, view.size, interpolation=cv2.INTER_LINEAR), np.float32)


def _by_height(casters: Sequence[Caster]) -> list[tuple[float, list[Caster]]]:
    """Groups of bodies of about the same height, each with the height (mm) from which their shadows are thrown."""
    bands: list[list[Caster]] = [[] for _ in (*_LOW_MM, None)]
    for caster in casters:
        bands[int(np.searchsorted(_LOW_MM, caster.corners[:, 2].max()))].append(caster)
    heights = (*(_HIGHER * top for top in _LOW_MM), _TALL_MM)
    return [(height, band) for height, band in zip(heights, bands, strict=True) if band] or [(_TALL_MM, [])]


def _shadowed(
    view: View, places: Array, bodies: Sequence[tuple[float, list[Caster]]], ground: float, spread: float
) -> Array:
    """The share of a lamp's light (h, w, 3), at half size, that reaches the plane at height `ground`.

    places: points (n, 3) of the lamp; bodies: those that throw shadows from heights, mm; spread: how many pixels
    wide the edge of a shadow becomes with each millimetre.
    """
    layers = [_layer(view, places, casters, ground, tall * spread) for tall, casters in bodies]
    if any(layer.ndim == 3 for layer in layers):
        layers = [layer if layer.ndim == 3 else cv2.merge([layer, layer, layer]) for layer in layers]
    passed = np.asarray(functools.reduce(cv2.multiply, layers), np.float32)
    return passed if passed.ndim == 3 else np.asarray(cv2.merge([passed, passed, passed]), np.float32)


def _layer(view: View, places: Array, casters: list[Caster], ground: float, penumbra: float) -> Array:
    """The share of a lamp's light (h, w), or (h, w, 3) where some bodies are tinted, that these let pass."""
    tinted = any(sum(c.through) > 0 for c in casters)
    width, height = _small(view, _SHRINK)
    layer = np.zeros((height, width, 3) if tinted else (height, width), np.float32)
    for place in places:
        cv2.accumulate(_cast(view, place, casters, ground, tinted), layer)
    layer *= np.float32(1 / (255 * len(places)))
    blur = (0.6 + penumbra * (0.2 if len(places) == 1 else 0.45 / np.sqrt(len(places)))) / _SHRINK
    return np.asarray(cv2.GaussianBlur(layer, (0, 0), blur), np.float32) if blur > 0.35 else layer


def _put_inside(view: View, board: Board, table: Array, top: Array, area: Box) -> None:
    """Put the light on the board into the light on the table, inside the board's outline."""
    inside = board_mask(view, board, _SHRINK)
    ys = slice(area[1] // _SHRINK, area[3] // _SHRINK + 1)
    xs = slice(area[0] // _SHRINK, area[2] // _SHRINK + 1)
    mask = inside[ys, xs, None].astype(np.float32) * np.float32(1 / 255)
    table[ys, xs] += mask * (top[ys, xs] - table[ys, xs])


def board_mask(view: View, board: Board, shrink: int) -> Array:
    """Where the board is in a picture shrunk by a factor, (h, w) uint8, 255 inside."""
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


def _reach(caster: Caster) -> float:
    """How far from its middle a body may throw its shadow, millimetres."""
    return 20 + 2.5 * float(caster.corners[:, 2].max())


def _near_edge(caster: Caster, board: Board) -> bool:
    """Whether a body's shadow may reach the table."""
    x, y = caster.corners[:, :2].mean(0)
    return board.depth(float(x), float(y)) <= _reach(caster)


def _near_top(caster: Caster, board: Board) -> bool:
    """Whether a body's shadow may reach the board."""
    at, reach = caster.corners[:, :2].mean(0), _reach(caster)
    return bool((board.low - reach < at).all() and (at < board.high + reach).all())


def _around(view: View, light: Light, casters: list[Caster], board: Board) -> Array:
    """Light from all around (h, w, 3) at half size, less where bodies stand near."""
    dark = np.full(_small(view, 4)[::-1], 255, np.uint8)
    value = 255 * (1 - light.occlusion)
    for rim in board.rims:
        line = _fixed(view.project(_flat(rim) - (0, 0, 1)), 4)
        cv2.polylines(dark, [line], True, (0.6 * value + 100,), 2, cv2.LINE_AA, 4)
    standing = [caster for caster in casters if len(_foot(caster)) >= 3 and _foot(caster)[0, 2] <= 12]
    for caster in standing:
        if caster.corners[:, 2].max() >= _LOW_MM[0]:  # a coin's edge blocks too little
            _fill_foot(dark, view, caster, value)
    soft = cv2.GaussianBlur(dark, (0, 0), max(0.8, 0.75 * view.px_per_mm)).astype(np.float32)
    for height, band in _by_height(standing):
        dark[:] = 255
        for caster in band:
            _fill_foot(dark, view, caster, value)
        wide = _REACHES / _HIGHER * height * view.px_per_mm / 4
        soft *= cv2.GaussianBlur(dark, (0, 0), wide).astype(np.float32) / 255
    full = cv2.resize(soft, _small(view, _SHRINK), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full[..., None] * (np.array(light.ambient, np.float32) / 255))


def _foot(caster: Caster) -> Array:
    """The corners (n, 3) that a body stands on."""
    return np.asarray(caster.corners[caster.corners[:, 2] < caster.corners[:, 2].min() + 1.0])


def _fill_foot(dark: Array, view: View, caster: Caster, value: float) -> None:
    """Darken in a picture at a quarter of the size where a body stands."""
    polygon = _fixed(view.project(_foot(caster)), 4)
    shade = value + (255 - value) * max(sum(caster.through) / 3, caster.throws)
    cv2.fillConvexPoly(dark, cv2.convexHull(polygon), (shade,), cv2.LINE_AA, 4)
