"""Tables: planks, cloths, marble, glass, print, and patterns nearly as wide as a place of a board."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic import noise
from vision.synthetic.arrays import Array, Rgb
from vision.synthetic.camera import View
from vision.synthetic.chance import named, some_of
from vision.synthetic.colours import any_colour, mixed, wood_colour
from vision.synthetic.setting import Table

Ink = tuple[int, ...]

_PLACE_MM = 25.4  # a lot of Alien City, half a field of Netzwerk

KINDS = {
    "planks": 0.2,
    "laminate": 0.12,
    "plain": 0.14,
    "felt": 0.1,
    "cloth": 0.1,
    "gingham": 0.06,
    "stripes": 0.05,
    "dots": 0.03,
    "flowers": 0.03,
    "marble": 0.04,
    "glass": 0.03,
    "print": 0.03,
    "noise": 0.04,
    "grid": 0.05,
    "checker": 0.03,
}


def random_table(rng: np.random.Generator) -> Table:
    """Any table."""
    kind = named(rng, KINDS)
    vivid = 0.9 if rng.random() < 0.35 else 0.5
    colours: list[Rgb] = [any_colour(rng, vivid) for _ in range(3)]
    if kind in ("planks", "laminate") and rng.random() < 0.92:
        colours[0] = wood_colour(rng)
        colours[1] = mixed(colours[0], (0.05, 0.03, 0.01), float(rng.uniform(0.2, 0.6)))
    elif kind in ("plain", "cloth", "marble", "print") and rng.random() < 0.6:
        v = float(rng.uniform(0.1, 0.97))
        colours[0] = mixed((v, v, v), any_colour(rng), float(rng.random() * 0.15))
        colours[1] = mixed(colours[0], (0.1, 0.1, 0.1), 0.6)
    elif kind in ("gingham", "stripes", "dots", "flowers") and rng.random() < 0.7:
        v = float(rng.uniform(0.75, 0.97))
        colours[0] = (v, v, v * float(rng.uniform(0.85, 1)))
    elif kind == "glass":
        v = float(rng.uniform(0.02, 0.16))
        colours[0] = (v, v * float(rng.uniform(0.95, 1.15)), v * float(rng.uniform(0.95, 1.2)))
    pitch = {
        "planks": float(rng.uniform(50, 180)),
        "grid": _PLACE_MM * float(rng.choice([0.5, 1.0, 1.0, 2.0])) * float(rng.uniform(0.8, 1.25)),
        "checker": _PLACE_MM * float(rng.uniform(0.75, 2.2)),
    }.get(kind, float(rng.uniform(8, 60)))
    cloth = kind in ("cloth", "gingham", "stripes", "dots", "flowers", "felt")
    return Table(
        kind,
        (colours[0], colours[1], colours[2]),
        int(rng.integers(0, 10_000)),
        pitch,
        float(rng.uniform(0, 2 * np.pi)),
        float(rng.uniform(0.6, 1.8)),
        float(rng.uniform(0.3, 1.2)),
        float(rng.uniform(0.1, 1.0)) if cloth and rng.random() < 0.6 else 0.0,
        {"glass": 0.9, "marble": 0.6}.get(kind, float(rng.random() ** 3 * 0.6)) if not cloth else 0.0,
    )


def _ladder(dark: Rgb, light: Rgb) -> Array:
    """A table (256, 3) of sRGB uint8 from dark to light."""
    t = np.linspace(0, 1, 256)[:, None]
    return np.asarray(np.clip(255 * ((1 - t) * np.array(dark) + t * np.array(light)), 0, 255), np.uint8)


def _toned(field: Array, dark: Rgb, light: Rgb) -> Array:
    """A field (h, w) uint8 as colours between two."""
    ladder = _ladder(dark, light)
    return np.asarray(cv2.applyColorMap(field, ladder.reshape(256, 1, 3)))


def texture(table: Table, px_per_mm: float) -> Array:
    """A piece of the table's surface (1024, 1024, 3) uint8 sRGB that may be repeated by mirroring."""
    rng = np.random.default_rng(table.number)
    n = noise.SIZE
    a, b, c = table.colours
    number = int(rng.integers(0, 6))
    k = table.contrast
    fine = cv2.addWeighted(noise.rough(number % 4), 0.6, noise.cloud(number), 0.4, 0)
    pitch = max(3, round(table.pitch * px_per_mm))
    if table.kind in ("planks", "laminate"):
        wood = _toned(noise.grain(number), mixed(a, b, 0.35 + 0.5 * k), mixed(a, (1, 0.95, 0.85), 0.25 * k))
        return _planks(wood, pitch, rng) if table.kind == "planks" else wood
    if table.kind == "marble":
        return _toned(noise.veins(number), mixed(a, b, 0.15), mixed(b, a, 0.5 - 0.4 * k))
    if table.kind == "noise":
        field = noise.cloud(number) if rng.random() < 0.6 else noise.rough(number % 4)
        return _toned(cv2.convertScaleAbs(field, alpha=2.2 * k, beta=128 - 281.6 * k), a, b)
    if table.kind in ("plain", "glass", "felt", "cloth"):
        spread = {"plain": 0.12, "glass": 0.03, "felt": 0.5, "cloth": 0.35}[table.kind] * k
        field = fine
        if table.kind == "cloth":
            field = cv2.addWeighted(noise.weave(number % 3), 0.6, fine, 0.4, 0)
        elif table.kind == "felt":
            field = noise.rough(number % 4)
        return _toned(field, mixed(a, (0, 0, 0), spread), mixed(a, (1, 1, 1), spread * 0.5))
    flat = np.full((n, n, 3), [round(255 * v) for v in a], np.uint8)
    ink = tuple(round(255 * v) for v in b)
    second = tuple(round(255 * v) for v in c)
    if table.kind == "gingham":
        _gingham(flat, pitch, ink)
    elif table.kind == "stripes":
        _stripes(flat, pitch, ink, second, rng)
    elif table.kind in ("dots", "flowers"):
        _scattered(flat, pitch, ink, second, rng, flowers=table.kind == "flowers")
    elif table.kind == "print":
        _newsprint(flat, pitch, px_per_mm, ink, rng)
    elif table.kind == "grid":
        w = max(1, round(rng.uniform(0.4, 3) * px_per_mm))
        for at in range(0, n, pitch):
            flat[:, at : at + w] = ink
            flat[at : at + w] = ink
    elif table.kind == "checker":
        odd = (np.arange(n) // pitch) % 2
        flat[(odd[:, None] + odd[None]) % 2 == 1] = ink
    soft = _toned(fine, (0.42, 0.42, 0.42), (0.62, 0.62, 0.62))
    return cv2.multiply(flat, soft, scale=1 / 132)


def _gingham(flat: Array, pitch: int, ink: Ink) -> None:
    """Stripes both ways, darkest where they cross."""
    odd = ((np.arange(len(flat)) // pitch) % 2).astype(np.float32)
    level = (odd[:, None] + odd[None])[..., None] / 2
    flat[:] = flat * (1 - level) + np.array(ink, np.float32) * level


def _stripes(flat: Array, pitch: int, ink: Ink, second: Ink, rng: np.random.Generator) -> None:
    """Stripes of several widths."""
    widths = rng.integers(1, 6, 5)
    at, turn = 0, 0
    while at < len(flat):
        w = max(1, int(widths[turn % 5] * pitch / 5))
        if turn % 2:
            flat[:, at : at + w] = ink if turn % 4 == 1 or rng.random() < 0.7 else second
        at, turn = at + w, turn + 1


def _scattered(
    flat: Array, pitch: int, ink: Ink, second: Ink, rng: np.random.Generator, *, flowers: bool
) -> None:
    """Dots or flowers in rows."""
    radius = max(1, int(pitch * rng.uniform(0.15, 0.4)))
    turns = np.arange(5) * 1.257
    for i, y in enumerate(range(0, len(flat) + pitch, pitch)):
        for x in range((i % 2) * pitch // 2, len(flat) + pitch, pitch):
            if not flowers:
                cv2.circle(flat, (x * 16, y * 16), radius * 16, ink, -1, cv2.LINE_AA, 4)
                continue
            for turn in turns:
                at = (
                    round((x + radius * 0.7 * np.cos(turn)) * 16),
                    round((y + radius * 0.7 * np.sin(turn)) * 16),
                )
                cv2.circle(flat, at, radius * 8, ink, -1, cv2.LINE_AA, 4)
            cv2.circle(flat, (x, y), max(1, radius // 3), second, -1, cv2.LINE_AA)


def _planks(wood: Array, pitch: int, rng: np.random.Generator) -> Array:
    """Boards with seams out of one piece of grain."""
    n = len(wood)
    seam = max(1, pitch // 60)
    out = np.empty_like(wood)
    for at in range(0, n, pitch):
        w = min(pitch, n - at)
        x, y = (int(v) for v in rng.integers(0, n, 2))
        board = np.roll(wood, x, 1)[[(y + i) % n for i in range(w)]]
        out[at : at + w] = cv2.convertScaleAbs(board, alpha=float(rng.uniform(0.86, 1.1)))
        out[at : at + seam] = out[at : at + seam] // 2
        end = int(rng.integers(0, n))
        out[at : at + w, end : end + seam] //= 2
    return out


def _newsprint(flat: Array, pitch: int, px_per_mm: float, ink: Ink, rng: np.random.Generator) -> None:
    """Columns of lines, headings and pictures."""
    n = len(flat)
    column = max(40, round(55 * px_per_mm))
    line = max(3, round(rng.uniform(2.5, 5) * px_per_mm))
    for x in range(0, n, column):
        y = int(rng.integers(0, pitch))
        while y < n:
            pick = rng.random()
            if pick < 0.06:
                h = int(rng.uniform(15, 45) * px_per_mm)
                cv2.rectangle(flat, (x + 4, y), (x + column - 6, y + h), [int(v * 0.6 + 60) for v in ink], -1)
                y += h + line
            elif pick < 0.1:
                size = float(rng.uniform(0.25, 0.6)) * px_per_mm
                text = "".join(some_of(rng, "ABCDEFGHIKLMNOPRSTUVWZ ", 12))
                cv2.putText(
                    flat, text, (x + 4, y + 4 * line), cv2.FONT_HERSHEY_TRIPLEX, size, ink, 2, cv2.LINE_AA
                )
                y += 6 * line
            else:
                at = x + 4
                stop = x + column - 6 - (int(rng.integers(0, column // 2)) if rng.random() < 0.15 else 0)
                while at < stop:
                    w = int(rng.integers(2, 9) * line * 0.35) + 1
                    cv2.line(flat, (at, y), (min(at + w, stop), y), ink, max(1, line // 3), cv2.LINE_AA)
                    at += w + max(2, line // 2)
                y += line


def draw_table(view: View, table: Table, thickness: float) -> Array:
    """What the table reflects in every pixel (H, W, 3) uint8 sRGB."""
    scale = view.px_per_mm * (
        table.scale if table.kind in ("plain", "felt", "marble", "noise", "planks", "laminate") else 1.0
    )
    cloth = texture(table, scale)
    grid = view.grid(16)
    spot = view.on_plane(grid, -thickness)
    c, s = np.cos(table.turn), np.sin(table.turn)
    u = ((spot[..., 0] * c - spot[..., 1] * s) * scale + 512).astype(np.float32)
    v = ((spot[..., 0] * s + spot[..., 1] * c) * scale + 512).astype(np.float32)
    u, v = np.clip(u, -9000, 9000), np.clip(v, -9000, 9000)
    ground = cv2.remap(
        cloth, view.spread(u, 16), view.spread(v, 16), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    if table.folds > 0.02:
        coarse = 0.55 * table.scale
        field = cv2.remap(
            noise.folds(table.number % 5),
            (spot[..., 0] * coarse + table.number % 700).astype(np.float32),
            (spot[..., 1] * coarse + table.number % 500).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_WRAP,
        )
        light = cv2.convertScaleAbs(
            view.spread(field, 16), alpha=0.9 * table.folds, beta=128 - 115 * table.folds
        )
        ground = cv2.multiply(ground, cv2.merge([light, light, light]), scale=1 / 128)
    return np.asarray(ground, np.uint8)
