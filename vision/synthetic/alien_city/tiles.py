"""Tiles drawn: their stock, borders, lines and prints, each a little off its place."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic import noise
from vision.synthetic.alien_city.grid import LOT_MM
from vision.synthetic.alien_city.icons import FIGURES, fitting, widened
from vision.synthetic.alien_city.patterns import printed
from vision.synthetic.alien_city.scene import Mark, Medallion, Tile, TileLook
from vision.synthetic.arrays import Array, Rgb
from vision.synthetic.canvas import box_of, coverage, lay, to_linear
from vision.synthetic.colours import mixed
from vision.synthetic.stage import Stage

TILE_MM = 2 * LOT_MM
BADGES = ("square", "hexagon", "disc", "diamond")
_CORNER_LOT = ((-1, 1), (1, 1), (1, -1), (-1, -1))  # of corners ^ > v <, from the tile's middle
_UPPER_RIGHT = 1
_ROUND = np.column_stack([np.cos(np.linspace(0, 2 * np.pi, 48)), np.sin(np.linspace(0, 2 * np.pi, 48))])
_IN_A_MEDALLION = 0.72  # of its width, the icon at most


def _colour(rgb: Rgb) -> tuple[int, int, int]:
    r, g, b = (round(255 * min(max(c, 0), 1)) for c in rgb)
    return r, g, b


def _place(face: Array, sprite: Array, at: tuple[float, float], size: float, turn: float, rgb: Rgb) -> None:
    """Print a sprite on a face (n, n, 3) around a point (x right, y up from the middle, in pixels)."""
    n, px = len(sprite), len(face)
    c, s = np.cos(turn) * size / n, np.sin(turn) * size / n
    matrix = np.array([[c, s], [-s, c]])  # anticlockwise as seen from above
    reach = int(size * 0.75) + 2
    cx, cy = (px - 1) / 2 + at[0], (px - 1) / 2 - at[1]
    x0, y0 = max(int(cx) - reach, 0), max(int(cy) - reach, 0)
    x1, y1 = min(int(cx) + reach, px), min(int(cy) + reach, px)
    if x1 <= x0 or y1 <= y0:
        return
    start = np.array([cx - x0, cy - y0]) - matrix @ np.full(2, (n - 1) / 2)
    warp = cv2.warpAffine(
        sprite, np.column_stack([matrix, start]), (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR
    )
    alpha = warp[..., :1].astype(np.float32) / 255
    ink = np.clip(np.array(_colour(rgb), np.float32) * (warp[..., 1:2].astype(np.float32) / 128), 0, 255)
    part = face[y0:y1, x0:x1]
    part += alpha * (ink - part)


def tile_face(look: TileLook, tile: Tile, px: int, rng: np.random.Generator) -> Array:
    """The top of a tile (px, px, 3) uint8 sRGB, upper row first, as seen from above."""
    scale = px / TILE_MM
    guild = look.inks[tile.guild]
    base, border = look.base, look.border_colour
    if look.tint == "tile":
        base = mixed(base, guild, look.tint_share)
    elif look.tint == "frame":
        border = guild
    face = np.empty((px, px, 3), np.float32)
    face[:] = _colour(base)
    if look.tint in ("lots", "patch"):
        _tint_lots(face, look, tile, scale)
    if look.pattern is not None:
        parts = printed(look.pattern.kinds[tile.guild], px, look.pattern.mm * scale, rng)
        parts *= np.float32(look.pattern.share)
        face += parts[..., None] * (np.array(_colour(look.pattern.tone), np.float32) - face)
    _lines(face, look, scale)
    width = look.border if look.tint != "frame" else max(look.border, 1.2)
    if width > 0.1:
        w = max(1, round(width * scale))
        for part in (face[:w], face[-w:], face[:, :w], face[:, -w:]):
            part[:] = _colour(border)
    if look.figures:
        _place_figure(face, look, tile, scale)
    any_turn = float(rng.uniform(0, 2 * np.pi))
    icon_turn = {"tile": _turn_of(tile), "upright": 0.0}.get(look.icon_turn, any_turn)
    _place_icon(face, look, tile, scale, icon_turn)
    if look.mark is not None:
        _place_mark(face, look.mark, tile.corner, guild, scale)
    _surface(face, look, rng)
    return np.asarray(np.clip(face * np.float32(tile.shade), 0, 255), np.uint8)


def _turn_of(tile: Tile) -> float:
    """How what is printed on a tile is turned, radians."""
    return float(-tile.corner * np.pi / 2)


def _print_ink(look: TileLook, tile: Tile) -> Rgb:
    """The ink of icons and figures, unless they have inks of their own."""
    return look.inks[tile.guild] if look.one_ink is None else look.one_ink


def _tint_lots(face: Array, look: TileLook, tile: Tile, scale: float) -> None:
    """Print the lots, each by itself, in the guild's colour; or the one with the icon."""
    px, guild = len(face), look.inks[tile.guild]
    half = px // 2
    if look.tint == "patch":
        dx, dy = _CORNER_LOT[tile.corner]
        lot = (slice(0, half) if dy > 0 else slice(half, px), slice(half, px) if dx > 0 else slice(0, half))
        face[lot] = _colour(mixed(look.base, guild, max(look.tint_share, 0.6)))
        return
    gap = max(1, round(1.2 * scale))
    for ys in (slice(gap, half - gap), slice(half + gap, px - gap)):
        for xs in (slice(gap, half - gap), slice(half + gap, px - gap)):
            face[ys, xs] = _colour(mixed(look.base, guild, look.tint_share))


def _place_figure(face: Array, look: TileLook, tile: Tile, scale: float) -> None:
    """Print the figure of a tile."""
    figure = fitting(FIGURES[tile.figure], look.variant, False, look.figure_mm * scale)
    turn = _turn_of(tile)
    c, s = np.cos(turn), np.sin(turn)
    fx, fy = look.figure_at
    at = ((fx * c - fy * s) * scale, (fx * s + fy * c) * scale)
    _place(face, figure, at, look.figure_mm * scale, turn, look.figure_ink or _print_ink(look, tile))


def _place_icon(face: Array, look: TileLook, tile: Tile, scale: float, icon_turn: float) -> None:
    """Print a tile's icon, on what lies under it."""
    guild = look.inks[tile.guild]
    dx, dy = _CORNER_LOT[tile.corner]
    ox, oy = look.icon_at
    at = ((dx * LOT_MM / 2 + ox) * scale, (dy * LOT_MM / 2 + oy) * scale)
    size = look.icon_mm * scale
    if look.medallion is not None:
        _place_medallion(face, look.medallion, at, guild, scale)
        size = min(size, _IN_A_MEDALLION * look.medallion.width * scale)
    icon = fitting(look.icons[tile.guild], look.variant, look.outline, size)
    ink = (0.95, 0.94, 0.9) if look.pale_icons else _print_ink(look, tile)
    if look.tint == "badge":
        ground = fitting(BADGES[look.variant % len(BADGES)], 0, False, size)
        _place(face, ground, at, size, _turn_of(tile), guild)
        size, ink = size * 0.62, (0.95, 0.94, 0.9)
    if look.tint in ("tile", "lots", "patch") and not look.pale_icons and look.one_ink is None:
        ink = mixed(guild, (0, 0, 0), 0.55) if sum(guild) > 0.5 else (0.75, 0.75, 0.75)
        ink = ink if look.tint_share > 0.5 else guild
    if look.halo is not None:
        _place(face, widened(look.icons[tile.guild], look.variant, size), at, size, icon_turn, look.halo)
    _place(face, icon, at, size, icon_turn, ink)


def _place_medallion(
    face: Array, medallion: Medallion, at: tuple[float, float], guild: Rgb, scale: float
) -> None:
    """Print the round field around an icon: its rim, and the face within."""
    middle = (len(face) - 1) / 2 + np.array([at[0], -at[1]])
    outer, inner = medallion.width / 2, medallion.width / 2 - medallion.rim
    for radius, ink in ((outer, medallion.rim_ink or guild), (inner, medallion.face)):
        circle = middle + radius * scale * _ROUND
        box = box_of(circle, (len(face), len(face)))
        if box is not None:
            lay(face, box, coverage(circle, box), np.array(_colour(ink), np.float32))


def _place_mark(face: Array, mark: Mark, corner: int, guild: Rgb, scale: float) -> None:
    """Print the mark of a tile whose icon is at a corner."""
    quarters = corner - _UPPER_RIGHT
    x, y = mark.at
    for _ in range(quarters % 4):
        x, y = y, -x
    size = mark.size * scale
    sign = fitting(mark.kind, 0, mark.outline, size)
    _place(face, sign, (x * scale, y * scale), size, -quarters * np.pi / 2, guild)


def _lines(face: Array, look: TileLook, scale: float) -> None:
    """The cross that parts the four lots."""
    if look.lines == "none":
        return
    px = len(face)
    wide = look.line_mm * scale
    strength = min(1.0, wide)
    n = max(1, round(wide))
    first = (px - n) // 2
    ink = np.array(_colour(look.line_colour), np.float32)
    along = np.ones(px, np.float32) * strength
    if look.lines == "dashed":
        along *= (np.arange(px) / (2.1 * scale) % 1 < 0.6).astype(np.float32)
    for part, weight in (
        (face[first : first + n], along[None, :, None]),
        (face[:, first : first + n], along[:, None, None]),
    ):
        part += weight * (ink - part)
    if look.lines == "groove":
        for part in (face[first + n : first + 2 * n], face[:, first + n : first + 2 * n]):
            part *= 1.06


def _surface(face: Array, look: TileLook, rng: np.random.Generator) -> None:
    """Grain, unevenness and worn edges of the stock."""
    px = len(face)
    number = int(rng.integers(0, 6))
    field = noise.grain(number) if look.stock in ("wood", "ply") else noise.rough(number % 4)
    if look.stock == "linen":
        field = noise.weave(number % 3)
    span = min(noise.SIZE // 2, max(24, round(TILE_MM * look.grain_px)))
    x, y = (int(v) for v in rng.integers(0, noise.SIZE - span, 2))
    cut = cv2.resize(field[y : y + span, x : x + span], (px, px), interpolation=cv2.INTER_AREA)
    if look.stock in ("wood", "ply") and rng.random() < 0.3:
        cut = cut.T
    strength = look.grain if look.stock != "linen" else look.grain + 0.06
    factor = 1 + (cut.astype(np.float32) - 128) * np.float32(strength / 64)
    if look.worn > 0.05 or look.stock == "ply":
        edge = np.minimum(np.arange(px), np.arange(px)[::-1]).astype(np.float32)
        near = np.minimum(edge[:, None], edge[None]) / (px * 0.03)
        burnt = 0.45 if look.stock == "ply" else 0.25 * look.worn
        factor *= 1 - burnt * np.exp(-near)
    face *= factor[..., None]


def _rounded(size: float, corner: float) -> Array:
    """Outline (n, 2) in millimetres of a square with round corners."""
    h = size / 2
    r = min(max(corner, 0.05), h / 2)
    t = np.linspace(0, np.pi / 2, 4)
    arcs = []
    for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        a = t + k * np.pi / 2
        arcs.append(np.column_stack([sx * (h - r) + r * np.cos(a), sy * (h - r) + r * np.sin(a)]))
    return np.vstack(arcs)


def tile_matrix(number: int, tile: Tile) -> tuple[Array, Array]:
    """Middle (2,) and turn (2, 2) of tile `number` as it lies."""
    middle = np.array([(number % 4 + 0.5) * TILE_MM, (number // 4 + 0.5) * TILE_MM]) + tile.shift
    c, s = np.cos(tile.turn), np.sin(tile.turn)
    return middle, np.array([[c, -s], [s, c]])


def board_corners(tiles: tuple[Tile, ...]) -> Array:
    """The true outer corners (4, 3) of the corner tiles at A1, H1, H10, A10."""
    corners = []
    for number, (x, y) in ((0, (-1, -1)), (3, (1, -1)), (19, (1, 1)), (16, (-1, 1))):
        middle, turn = tile_matrix(number, tiles[number])
        corners.append([*(middle + turn @ (np.array([x, y]) * TILE_MM / 2)), 0.0])
    return np.array(corners)


def draw_tiles(stage: Stage, tiles: tuple[Tile, ...], look: TileLook, seed: int) -> None:
    """Lay all tiles into the picture of what things reflect (linear)."""
    px = int(np.clip(round(TILE_MM * stage.view.px_per_mm * 1.2), 24, 220))
    size = TILE_MM - 0.15
    square = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * size / 2
    shape = _rounded(size, look.corner)
    eye = stage.view.eye[:2]
    order = sorted(range(20), key=lambda n: -float(np.hypot(*(tile_matrix(n, tiles[n])[0] - eye))))
    edge = np.array(look.base if look.stock != "ply" else (0.25, 0.15, 0.08)) ** 2.2 * 0.55
    corners_of_face = np.array([[0, 0], [px, 0], [px, px], [0, px]], np.float32) - 0.5
    for number in order:
        rng = np.random.default_rng((seed, number))
        middle, turn = tile_matrix(number, tiles[number])
        flat = shape @ turn.T + middle
        top = stage.view.project(np.column_stack([flat, np.zeros(len(flat))]))
        foot = stage.view.project(np.column_stack([flat, np.full(len(flat), -look.thickness)]))
        both = cv2.convexHull(np.vstack([top, foot]).astype(np.float32))[:, 0]
        box = box_of(both, stage.size)
        if box is None:
            continue
        lay(stage.picture, box, coverage(both, box, fine=stage.fine), edge.astype(np.float32))
        quad = square @ turn.T + middle
        target = stage.view.project(np.column_stack([quad, np.zeros(4)])) - (box[0], box[1])
        matrix = cv2.getPerspectiveTransform(corners_of_face, target.astype(np.float32))
        face = tile_face(look, tiles[number], px, rng)
        warp = cv2.warpPerspective(
            face,
            matrix,
            (box[2] - box[0], box[3] - box[1]),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        lay(stage.picture, box, coverage(top, box, fine=stage.fine), to_linear(warp))
