"""The landscape drawn: pieces of three printed fields, laid side by side by hand."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from engine.netzwerk.material import City, Colour, Kind
from vision.synthetic import noise
from vision.synthetic.arrays import Array, Rgb
from vision.synthetic.camera import View
from vision.synthetic.canvas import box_of, coverage, lay, to_linear
from vision.synthetic.colours import mixed
from vision.synthetic.netzwerk.grid import CORNER_MM, HEX_MM, centre, hexagon, outlines
from vision.synthetic.netzwerk.motifs import motif
from vision.synthetic.netzwerk.numerals import print_number
from vision.synthetic.netzwerk.scene import COLOURS, Laid, PrintLook
from vision.synthetic.stage import Stage

_BLEED_MM = 1.0  # how far beyond its sides a field's face is printed
_GAP_MM = 0.15


def middle_of(laid: Laid) -> Array:
    """The middle (2,) about which a piece is turned, seen from the field 0,0."""
    return np.asarray(np.mean([centre(field) for field in laid.fields], 0))


def where(laid: Laid, origin: Array, points: Array) -> Array:
    """Where points (n, 2), seen from the field 0,0 of a perfect grid, lie on a piece as it is laid."""
    middle = middle_of(laid)
    c, s = np.cos(laid.turn), np.sin(laid.turn)
    turned = (points - middle) @ np.array([[c, s], [-s, c]])
    return np.asarray(turned + middle + np.array(laid.shift) + origin)


def print_centres(laid: Laid, origin: Array) -> Array:
    """Where the centres (fields, 2) of a piece's prints are meant to be, however finely it is drawn."""
    ideal = [
        centre(field) + np.array((dx, dy))
        for field, (dx, dy, _) in zip(laid.fields, laid.prints, strict=True)
    ]
    return where(laid, origin, np.array(ideal))


def drawn_centres(laid: Laid, origin: Array, view: View) -> Array:
    """The true centres (fields, 2) of a piece's prints as drawn for a view: put at whole pixels of its face."""
    scale = _scale(view)
    n = _side(scale)
    corner, _ = _extent(laid, scale)
    squares = [
        _moved(at, print_, scale)
        for at, print_ in zip(_squares(laid, corner, n, scale), laid.prints, strict=True)
    ]
    return where(laid, origin, corner + (np.array(squares) + n / 2) * (1, -1) / scale)


def draw_landscape(stage: Stage, laid: tuple[Laid, ...], look: PrintLook, origin: Array, seed: int) -> None:
    """Lay all pieces into the picture of what things reflect (linear), the farthest first."""
    scale = _scale(stage.view)
    eye = stage.view.eye[:2]
    masks = _masks(_side(scale), scale, look)

    def away(piece: Laid) -> float:
        return float(np.hypot(*(middle_of(piece) + origin - eye)))

    for piece in sorted(laid, key=away, reverse=True):
        _draw_piece(stage, piece, look, masks, origin, scale, seed)


def _draw_piece(
    stage: Stage, laid: Laid, look: PrintLook, masks: _Masks, origin: Array, scale: float, seed: int
) -> None:
    edge = (np.array(look.edge) ** 2.2).astype(np.float32)
    for field in laid.fields:
        side = where(laid, origin, hexagon(HEX_MM - _GAP_MM) + centre(field))
        block = np.vstack([np.column_stack([side, np.full(6, z)]) for z in (0.0, -look.thickness)])
        hull = cv2.convexHull(stage.view.project(block).astype(np.float32))[:, 0]
        if (box := box_of(hull, stage.size)) is not None:
            lay(stage.picture, box, coverage(hull, box, fine=2), edge)
    line = _rounded(_shrunk(outlines(laid.fields)[0]), look.corner_mm)
    flat = where(laid, origin, line)
    top = stage.view.project(np.column_stack([flat, np.zeros(len(flat))]))
    box = box_of(top, stage.size)
    if box is None:
        return
    face, corner = _face(laid, look, masks, scale, seed)
    h, w = face.shape[:2]
    quad = corner + np.array([[0, 0], [w, 0], [w, -h], [0, -h]]) / scale
    target = where(laid, origin, quad)
    target = stage.view.project(np.column_stack([target, np.zeros(4)])) - (box[0], box[1])
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, target.astype(np.float32))
    size = (box[2] - box[0], box[3] - box[1])
    warp = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lay(stage.picture, box, coverage(top, box, convex=False, fine=stage.fine), to_linear(warp))


def _shrunk(line: Array) -> Array:
    """An anticlockwise outline (n, 2) moved inwards by half a gap."""
    before, after = np.roll(line, 1, 0), np.roll(line, -1, 0)
    along = (line - before) / np.linalg.norm(line - before, axis=1, keepdims=True)
    onward = (after - line) / np.linalg.norm(after - line, axis=1, keepdims=True)
    inward = np.column_stack([-(along + onward)[:, 1], (along + onward)[:, 0]])
    return np.asarray(line + inward / np.linalg.norm(inward, axis=1, keepdims=True) * _GAP_MM / 2 / 0.866)


def _rounded(line: Array, radius: float) -> Array:
    """An outline with its corners cut round."""
    if radius < 0.3:
        return line
    before, after = np.roll(line, 1, 0), np.roll(line, -1, 0)
    points = []
    for a, b, c in zip(before, line, after, strict=True):
        p, q = b + (a - b) * radius * 0.6 / CORNER_MM, b + (c - b) * radius * 0.6 / CORNER_MM
        points += [p, 0.25 * p + 0.5 * b + 0.25 * q, q]
    return np.array(points)


def _face(laid: Laid, look: PrintLook, masks: _Masks, scale: float, seed: int) -> tuple[Array, Array]:
    """The top of a piece (h, w, 3) uint8 sRGB and where its upper left corner lies (2,), seen from the field 0,0."""
    corner, (w, h) = _extent(laid, scale)
    face = np.empty((h, w, 3), np.float32)
    face[:] = _sheet(look, h, w, seed, laid)
    squares = _squares(laid, corner, len(masks.disc), scale)
    for field, kind, at, print_ in zip(laid.fields, laid.kinds, squares, laid.prints, strict=True):
        rng = np.random.default_rng((seed, field.q + 500, field.r + 500))
        _print_field(face, at, masks, scale, kind, look, print_, rng)
    _surface(face, look, np.random.default_rng((seed, 7, laid.fields[0].q + 500, laid.fields[0].r + 500)))
    return np.clip(face * np.float32(laid.shade), 0, 255).astype(np.uint8), corner


def _scale(view: View) -> float:
    """Pixels per millimetre of faces: a little finer than they are seen."""
    return float(np.clip(view.px_per_mm * 1.08, 0.6, 4.0))


def _side(scale: float) -> int:
    """How many pixels wide the square is that a field is printed in."""
    return max(16, round(2 * (CORNER_MM + _BLEED_MM) * scale))


def _extent(laid: Laid, scale: float) -> tuple[Array, tuple[int, int]]:
    """Where a face's upper left corner lies (2,), seen from the field 0,0, and its width and height in pixels."""
    centres = np.array([centre(field) for field in laid.fields])
    half = CORNER_MM + _BLEED_MM
    corner = np.array([centres[:, 0].min() - half, centres[:, 1].max() + half])
    far = np.array([centres[:, 0].max() + half, centres[:, 1].min() - half])
    w, h = (max(8, round(float(v) * scale)) for v in (far - corner) * (1, -1))
    return corner, (w, h)


def _squares(laid: Laid, corner: Array, n: int, scale: float) -> list[tuple[int, int]]:
    """The pixels of a face at which the squares of its fields, n pixels wide, have their corners."""
    fields = np.array([centre(field) for field in laid.fields])
    return [(round(float(x)), round(float(y))) for x, y in (fields - corner) * (1, -1) * scale - n / 2]


def _moved(at: tuple[int, int], print_: tuple[float, float, float], scale: float) -> tuple[int, int]:
    """The pixel at which the square of a print lies, as it is off the middle of its field."""
    dx, dy, _ = print_
    return at[0] + round(dx * scale), at[1] - round(dy * scale)


def _sheet(look: PrintLook, h: int, w: int, seed: int, laid: Laid) -> Array:
    """What the stock looks like before anything is printed on it: (3,) or (h, w, 3)."""
    base = np.array(look.ground, np.float32) * 255
    if look.stock != "wood":
        return base
    field = noise.grain(seed % 6)
    y, x = (abs(laid.fields[0].r) * 61 + seed) % 600, (abs(laid.fields[0].q) * 97 + seed) % 400
    cut = cv2.resize(field[y : y + 300, x : x + 500], (w, h), interpolation=cv2.INTER_AREA)
    return np.asarray(base * (1 + (cut[..., None].astype(np.float32) - 128) * np.float32(0.0022)), np.float32)


def colour_of(kind: Kind, look: PrintLook) -> Rgb:
    """The ground colour of a field's print, sRGB."""
    if isinstance(kind, Colour):
        return look.colours[COLOURS.index(kind.value)]
    return look.city if isinstance(kind, City) else look.desert


@dataclass(frozen=True, eq=False)
class _Masks:
    """What is printed where in a field's square of n pixels: shares (n, n, 1), 0 to 1."""

    within: Array
    line: Array
    rim: Array
    disc: Array


def _masks(n: int, scale: float, look: PrintLook) -> _Masks:
    steps = (np.arange(n, dtype=np.float32) - (n - 1) / 2) / np.float32(scale)
    x, y = np.abs(steps[None]), np.abs(steps[:, None])
    side = np.maximum(x, x * 0.5 + y * np.float32(0.75**0.5))  # distance as of a hexagon's side
    radius, away = look.disc_mm / 2, np.hypot(x, y)
    if look.shape == "hexagon":
        radius, away = HEX_MM / 2 - look.line_mm / 2 - look.rim_mm, side

    def inside(distance: Array) -> Array:
        return np.asarray(np.clip(distance * scale + 0.5, 0, 1)[..., None], np.float32)

    within = inside(HEX_MM / 2 - side)
    line = inside(look.line_mm / 2 - (HEX_MM / 2 - side)) * within
    return _Masks(within, line, inside(radius + look.rim_mm - away), inside(radius - away))


def _print_field(
    face: Array,
    at: tuple[int, int],
    masks: _Masks,
    scale: float,
    kind: Kind,
    look: PrintLook,
    print_: tuple[float, float, float],
    rng: np.random.Generator,
) -> None:
    """Print a field into a piece's face, its square at the pixel `at`."""
    colour = colour_of(kind, look)
    if look.ground_tint > 0:
        _ink(face, at, masks.within * np.float32(look.ground_tint), colour)
    if look.line_mm > 0.1:
        _ink(face, at, masks.line, look.line)
    middle = _moved(at, print_, scale)
    if look.rim_mm > 0.1:
        _ink(face, middle, masks.rim, look.rim)
    n = len(masks.disc)
    part, cut = _overlap(face, middle, n)
    part += masks.disc[cut] * (_picture(n, scale, kind, look, print_[2], colour, rng)[cut] - part)


def _ink(face: Array, at: tuple[int, int], share: Array, colour: Rgb) -> None:
    """Print one colour where a mask (n, n, 1) says, its corner at a pixel."""
    part, cut = _overlap(face, at, len(share))
    part += share[cut] * (np.array(colour, np.float32) * 255 - part)


def _overlap(face: Array, at: tuple[int, int], n: int) -> tuple[Array, tuple[slice, slice]]:
    """The part of a face under a square of n pixels at `at`, and the part of the square over the face."""
    y0, y1 = max(at[1], 0), min(at[1] + n, face.shape[0])
    x0, x1 = max(at[0], 0), min(at[0] + n, face.shape[1])
    return face[y0:y1, x0:x1], (slice(y0 - at[1], y1 - at[1]), slice(x0 - at[0], x1 - at[0]))


def _picture(
    n: int, scale: float, kind: Kind, look: PrintLook, turn: float, colour: Rgb, rng: np.random.Generator
) -> Array:
    """What is printed within a field (n, n, 3) float32, 0 to 255, in its middle."""
    face = np.empty((n, n, 3), np.float32)
    face[:] = np.array(colour, np.float32) * 255
    across = look.disc_mm if look.shape == "disc" else HEX_MM
    if isinstance(kind, City):
        if look.drawing == "picture":
            _textured(face, look.strength * 0.5, rng)
        print_number(face, look.numerals, kind.value, turn, scale, across)
        return face
    name = look.desert_motif if not isinstance(kind, Colour) else look.motifs[COLOURS.index(kind.value)]
    seed = look.number + (0 if look.alike else int(rng.integers(0, 10_000)))
    if look.drawing == "picture":
        _textured(face, look.strength, np.random.default_rng(seed) if look.alike else rng)
    if look.drawing != "none" and name != "none":
        share = across / (2 * (CORNER_MM + _BLEED_MM)) * 1.15
        dark, light = motif(name, seed, turn, max(8, round(n * share)))
        m = len(dark)
        a = (n - m) // 2
        inner = face[a : a + m, a : a + m] if a >= 0 else face
        cut = slice(max(-a, 0), max(-a, 0) + len(inner))
        lower = 1 - 0.75 * look.strength
        inks = mixed((0, 0, 0), colour, lower), mixed(colour, (1, 1, 0.95), 0.3 + 0.6 * look.strength)
        for ink, pen in zip(inks, (dark, light), strict=True):
            alpha = pen[cut, cut, None].astype(np.float32) * np.float32(1 / 255)
            inner += alpha * (np.array(ink, np.float32) * 255 - inner)
    return face


def _textured(face: Array, strength: float, rng: np.random.Generator) -> None:
    """Blotches of lighter and darker, warmer and colder paint."""
    n = len(face)
    field = (
        noise.cloud(int(rng.integers(0, 6))) if rng.random() < 0.6 else noise.rough(int(rng.integers(0, 4)))
    )
    span = int(rng.integers(max(40, n // 2), 500))
    x, y = (int(v) for v in rng.integers(0, noise.SIZE - span, 2))
    cut = cv2.resize(field[y : y + span, x : x + span], (n, n), interpolation=cv2.INTER_AREA)
    wave = (cut[..., None].astype(np.float32) - 128) * np.float32(1 / 64)
    tone = np.array([1.0, 0.9, 0.75], np.float32) + rng.normal(0, 0.2, 3).astype(np.float32)
    face *= 1 + wave * tone * np.float32(0.5 * strength)
    if rng.random() < 0.4:  # a sky, or light from one side
        slope = np.linspace(-0.3, 0.3, n, dtype=np.float32) * np.float32(strength * rng.choice([-1, 1]))
        face *= 1 + slope[:, None, None]
    np.clip(face, 0, 255, out=face)


def _surface(face: Array, look: PrintLook, rng: np.random.Generator) -> None:
    """Unevenness of the stock and worn edges."""
    h, w = face.shape[:2]
    field = noise.weave(look.number % 3) if look.stock == "linen" else noise.rough(int(rng.integers(0, 4)))
    y, x = (int(v) for v in rng.integers(0, noise.SIZE - 500, 2))
    cut = field[y : y + h, x : x + w]
    if cut.shape != (h, w):
        cut = cv2.resize(field[y : y + 500, x : x + 500], (w, h), interpolation=cv2.INTER_AREA)
    face *= 1 + (cut[..., None].astype(np.float32) - 128) * np.float32(look.grain / 64)
