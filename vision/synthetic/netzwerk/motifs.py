"""Little drawings of landscapes: mountains, grain, trees, waves, coins and the like, in two inks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from vision.synthetic.arrays import Array

_Pens = tuple[Array, Array]  # masks (n, n) uint8 of the dark and of the light ink
_N = 96


def _at(x: float, y: float) -> tuple[int, int]:
    return round((_N / 2 + x) * 16), round((_N / 2 + y) * 16)


def _fill(ink: Array, points: list[tuple[float, float]]) -> None:
    cv2.fillPoly(ink, [np.array([_at(*p) for p in points], np.int32)], (255,), cv2.LINE_AA, 4)


def _line(ink: Array, points: list[tuple[float, float]], width: float) -> None:
    path = np.array([_at(*p) for p in points], np.int32)
    cv2.polylines(ink, [path], False, (255,), max(1, round(width)), cv2.LINE_AA, 4)


def _dot(ink: Array, x: float, y: float, radius: float, width: float = -1) -> None:
    thick = -1 if width < 0 else max(1, round(width))
    cv2.circle(ink, _at(x, y), max(1, round(radius * 16)), (255,), thick, cv2.LINE_AA, 4)


def _mountains(pens: _Pens, rng: np.random.Generator) -> None:
    for x in rng.uniform(-22, 22, int(rng.integers(1, 4))):
        h, w, foot = rng.uniform(24, 46), rng.uniform(12, 26), rng.uniform(8, 24)
        _fill(pens[0], [(x - w, foot), (x, foot - h), (x + w, foot)])
        if rng.random() < 0.7:
            s = rng.uniform(0.2, 0.4)
            _fill(pens[1], [(x - w * s, foot - h * (1 - s)), (x, foot - h), (x + w * s, foot - h * (1 - s))])


def _stalks(pens: _Pens, rng: np.random.Generator) -> None:
    lean = rng.normal(0, 0.15)
    for x in np.linspace(-26, 26, int(rng.integers(3, 8))):
        top, foot = -rng.uniform(14, 32), rng.uniform(18, 32)
        _line(pens[0], [(x, foot), (x + lean * 40, top)], rng.uniform(1, 3))
        for y in np.linspace(top, top + 22, 5):
            k = pens[0] if rng.random() < 0.8 else pens[1]
            _dot(k, x + lean * (foot - y) + 3, y, rng.uniform(1.5, 3.5))
            _dot(k, x + lean * (foot - y) - 3, y, rng.uniform(1.5, 3.5))


def _trees(pens: _Pens, rng: np.random.Generator) -> None:
    fir = rng.random() < 0.5
    for x, y in rng.uniform((-26, -16), (26, 22), (int(rng.integers(1, 7)), 2)):
        s = rng.uniform(9, 18)
        _line(pens[1] if rng.random() < 0.3 else pens[0], [(x, y), (x, y + s * 0.9)], 3)
        if fir:
            for k in range(int(rng.integers(1, 4))):
                w = s * (0.8 - 0.18 * k)
                _fill(
                    pens[0],
                    [(x - w, y + 3 - k * s * 0.4), (x, y - s - k * s * 0.4), (x + w, y + 3 - k * s * 0.4)],
                )
        else:
            _dot(pens[0], x, y - s * 0.4, s * 0.75)
            _dot(pens[1], x - s * 0.2, y - s * 0.6, s * 0.2)


def _waves(pens: _Pens, rng: np.random.Generator) -> None:
    t = np.linspace(-38, 38, 28)
    high, long, thick = rng.uniform(1.5, 7), rng.uniform(8, 26), rng.uniform(1.5, 5)
    for k, y in enumerate(np.linspace(-28, 28, int(rng.integers(2, 8)))):
        path = [(float(x), float(y + high * np.sin(x / long * 3.1 + k * 1.3))) for x in t]
        _line(pens[1] if rng.random() < 0.75 else pens[0], path, thick)


def _coins(pens: _Pens, rng: np.random.Generator) -> None:
    for x, y in rng.uniform(-22, 22, (int(rng.integers(1, 7)), 2)):
        r = rng.uniform(7, 14)
        _dot(pens[0], x, y, r + 2)
        _dot(pens[1], x, y, r, 2.5)
        if rng.random() < 0.4:
            _dot(pens[1], x, y, r * 0.4)


def _bricks(pens: _Pens, rng: np.random.Generator) -> None:
    h, w = rng.uniform(8, 14), rng.uniform(14, 26)
    for k in range(-3, 3):
        for j in range(-3, 3):
            x, y = (j + 0.5 * (k % 2)) * w, k * h
            if np.hypot(x + w / 2, y + h / 2) < 32:
                ink = pens[0] if rng.random() < 0.8 else pens[1]
                _fill(ink, [(x + 1, y + 1), (x + w - 2, y + 1), (x + w - 2, y + h - 2), (x + 1, y + h - 2)])


def _drops(pens: _Pens, rng: np.random.Generator) -> None:
    for x, y in rng.uniform(-24, 24, (int(rng.integers(1, 7)), 2)):
        s = rng.uniform(5, 13)
        ink = pens[int(rng.random() < 0.6)]
        _dot(ink, x, y, s)
        _fill(ink, [(x - s * 0.9, y - s * 0.4), (x, y - s * 2.2), (x + s * 0.9, y - s * 0.4)])


def _leaves(pens: _Pens, rng: np.random.Generator) -> None:
    for x, y in rng.uniform(-22, 22, (int(rng.integers(1, 7)), 2)):
        s, turn = rng.uniform(9, 20), rng.uniform(0, 360)
        axes = (max(1, round(s * 16)), max(1, round(s * rng.uniform(0.3, 0.5) * 16)))
        cv2.ellipse(pens[0], _at(x, y), axes, turn, 0, 360, (255,), -1, cv2.LINE_AA, 4)
        c, d = np.cos(np.deg2rad(turn)) * s, np.sin(np.deg2rad(turn)) * s
        _line(pens[1], [(x - c, y - d), (x + c, y + d)], 1.5)


def _sun(pens: _Pens, rng: np.random.Generator) -> None:
    r, rays = rng.uniform(10, 18), int(rng.integers(6, 16))
    ink = pens[int(rng.random() < 0.5)]
    _dot(ink, 0, 0, r)
    for t in np.arange(rays) * 2 * np.pi / rays:
        c, s = np.cos(t), np.sin(t)
        _line(ink, [(c * (r + 4), s * (r + 4)), (c * 34, s * 34)], 3)


def _rocks(pens: _Pens, rng: np.random.Generator) -> None:
    for x, y in rng.uniform(-24, 24, (int(rng.integers(2, 8)), 2)):
        t = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(5, 8))))
        r = rng.uniform(6, 15)
        ring = [
            (x + np.cos(a) * r * rng.uniform(0.7, 1.2), y + np.sin(a) * r * rng.uniform(0.6, 1)) for a in t
        ]
        _fill(pens[0], ring)
        _line(pens[1], ring[:3], 1.5)


def _houses(pens: _Pens, rng: np.random.Generator) -> None:
    for x, y in rng.uniform((-18, -8), (18, 16), (int(rng.integers(1, 4)), 2)):
        s = rng.uniform(8, 15)
        _fill(pens[0], [(x - s, y), (x + s, y), (x + s, y + s), (x - s, y + s)])
        _fill(pens[int(rng.random() < 0.5)], [(x - s * 1.2, y), (x, y - s), (x + s * 1.2, y)])


def _stripes(pens: _Pens, rng: np.random.Generator) -> None:
    step, turn = rng.uniform(7, 20), rng.uniform(0, np.pi)
    c, s = np.cos(turn), np.sin(turn)
    for at in np.arange(-34, 35, step):
        a, b = (at * c - 40 * s, at * s + 40 * c), (at * c + 40 * s, at * s - 40 * c)
        _line(pens[int(rng.random() < 0.3)], [a, b], step * rng.uniform(0.25, 0.6))


def _dots(pens: _Pens, rng: np.random.Generator) -> None:
    for x, y in rng.uniform(-34, 34, (int(rng.integers(8, 50)), 2)):
        _dot(pens[int(rng.random() < 0.4)], x, y, rng.uniform(1, 4.5))


def _rings(pens: _Pens, rng: np.random.Generator) -> None:
    for r in np.arange(rng.uniform(6, 12), 36, rng.uniform(6, 12)):
        _dot(pens[int(rng.random() < 0.5)], 0, 0, r, rng.uniform(2, 5))


def _tufts(pens: _Pens, rng: np.random.Generator) -> None:
    for x, y in rng.uniform(-28, 28, (int(rng.integers(4, 16)), 2)):
        for lean in (-4, 0, 4):
            _line(pens[int(rng.random() < 0.25)], [(x, y), (x + lean, y - rng.uniform(6, 12))], 2)


_DRAWN: dict[str, Callable[[_Pens, np.random.Generator], None]] = {
    "mountains": _mountains, "stalks": _stalks, "trees": _trees, "waves": _waves, "coins": _coins,
    "bricks": _bricks, "drops": _drops, "leaves": _leaves, "sun": _sun, "rocks": _rocks, "houses": _houses,
    "stripes": _stripes, "dots": _dots, "rings": _rings, "tufts": _tufts,
}  # fmt: skip
MOTIFS = tuple(_DRAWN)
USUAL = {
    "Y": ("stalks", "sun", "coins"),
    "O": ("bricks", "coins", "dots"),
    "R": ("mountains", "bricks", "rocks", "houses"),
    "G": ("trees", "leaves", "tufts"),
    "B": ("waves", "drops"),
}
"""What landscapes of a colour bear more often than not."""


def motif(name: str, seed: int, turn: float, n: int) -> _Pens:
    """A drawing, turned anticlockwise, as masks (n, n) uint8 of the dark and of the light ink; a field fills them."""
    pens = _drawn(name, seed)
    k = n / _N
    c, s = np.cos(turn) * k, np.sin(turn) * k
    matrix = np.array([[c, s], [-s, c]])
    start = (n - 1) / 2 - matrix @ np.full(2, (_N - 1) / 2)
    dark, light = (
        np.asarray(cv2.warpAffine(pen, np.column_stack([matrix, start]), (n, n)), np.uint8) for pen in pens
    )
    return dark, light


@lru_cache(maxsize=256)
def _drawn(name: str, seed: int) -> _Pens:
    pens = np.zeros((_N, _N), np.uint8), np.zeros((_N, _N), np.uint8)
    if name in _DRAWN:
        _DRAWN[name](pens, np.random.default_rng(seed))
    return pens
