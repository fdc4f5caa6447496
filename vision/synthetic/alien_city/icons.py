"""Icons, suits, rank figures and invented signs as sprites: how much ink, and how bright it is."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.synthetic.arrays import Array

PX = 128
_FINE = 4

V22 = {"R": "bolt", "B": "ring", "G": "star", "K": "pyramid"}
SUITS = {"R": "sun", "B": "lily", "G": "crown", "K": "moon"}
INVENTED = (
    *("heart", "drop", "hexagon", "gear", "cross", "diamond", "arrow", "leaf", "flower", "square"),
    *("triangle", "spiral", "eye", "flame", "wave", "target", "frame", "disc", "spade", "club", "house"),
    *("bolt", "ring", "star", "pyramid", "sun", "lily", "crown", "moon"),
    *(f"letter {c}" for c in "ABEFGHKMNPRSTXZ&#?%"),
    *(f"blob {i}" for i in range(10)),
    *(f"star {n}" for n in (4, 6, 8)),
)
FIGURES = ("figure 0", "figure A", "figure 2", "figure 3", "figure 4", "figure 5")


def _polar(radii: Array, turns: Array) -> Array:
    return np.column_stack([radii * np.sin(turns), -radii * np.cos(turns)])


def _circle(x: float, y: float, r: float, n: int = 48) -> Array:
    t = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.column_stack([x + r * np.cos(t), y + r * np.sin(t)])


def _zigzag(points: int, inner: float, outer: float = 1.0) -> Array:
    t = np.arange(2 * points) * np.pi / points
    return _polar(np.where(np.arange(2 * points) % 2, inner, outer), t)


class _Sheet:
    """A sprite being drawn; coordinates from -1 to 1, y downwards."""

    def __init__(self) -> None:
        self.ink = np.zeros((PX * _FINE, PX * _FINE), np.uint8)
        self.tone = np.full((PX * _FINE, PX * _FINE), 128, np.uint8)

    def _at(self, points: Array) -> Array:
        half = PX * _FINE / 2
        return np.rint((points * 0.96 * half + half) * 16).astype(np.int32)

    def fill(self, points: Array, *, ink: int = 255, tone: int | None = None) -> None:
        cv2.fillPoly(self.ink, [self._at(points)], (ink,), cv2.LINE_8, 4)
        if tone is not None:
            cv2.fillPoly(self.tone, [self._at(points)], (tone,), cv2.LINE_8, 4)

    def line(self, points: Array, width: float, *, closed: bool = False, ink: int = 255) -> None:
        thick = max(1, round(width * PX * _FINE / 2))
        cv2.polylines(self.ink, [self._at(points)], closed, (ink,), thick, cv2.LINE_8, 4)

    def text(self, text: str, font: int, weight: float) -> None:
        thick = max(2, round(weight * PX * _FINE / 14))
        (w, h), base = cv2.getTextSize(text, font, 10.0, thick)
        scale = 10.0 * 0.82 * PX * _FINE / max(w, h + base * 0.2)
        (w, h), _ = cv2.getTextSize(text, font, scale, thick)
        at = (int((PX * _FINE - w) / 2), int((PX * _FINE + h) / 2))
        cv2.putText(self.ink, text, at, font, scale, (255,), thick, cv2.LINE_AA)

    def done(self) -> Array:
        both = np.dstack([self.ink, self.tone])
        return np.asarray(cv2.resize(both, (PX, PX), interpolation=cv2.INTER_AREA), np.uint8)


def _draw(s: _Sheet, name: str, variant: int) -> None:
    v = variant
    rng = np.random.default_rng(9000 + variant)
    t = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    lobes = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)  # of a heart
    match name.split():
        case ["bolt"]:
            shapes = (
                [(0.25, -1), (-0.5, 0.15), (-0.02, 0.12), (-0.28, 1), (0.52, -0.25), (0.02, -0.2)],
                [(0.45, -1), (-0.45, 0.1), (0.05, 0.1), (-0.45, 1), (0.55, -0.2), (0.08, -0.2), (0.55, -1)],
                [(-0.1, -1), (-0.55, 0), (-0.1, -0.05), (-0.3, 0.45), (0.1, 0.4), (-0.05, 1), (0.55, -0.1),
                 (0.15, -0.02), (0.4, -0.5), (0.05, -0.45), (0.25, -1)],
            )  # fmt: skip
            s.fill(np.array(shapes[v % 3]))
        case ["ring"]:
            s.fill(_circle(0, 0, 0.95))
            s.fill(_circle(0, 0, (0.55, 0.68, 0.42)[v % 3]), ink=0)
        case ["star", *points]:
            s.fill(_zigzag(int(points[0]) if points else 5, (0.4, 0.5, 0.34)[v % 3]))
        case ["pyramid"]:
            if v % 3 == 2:
                s.fill(np.array([(0, -0.9), (0.95, 0.8), (-0.95, 0.8)]))
                s.line(np.array([(0, -0.9), (0.3, 0.8)]), 0.08, ink=0)
            else:
                s.fill(np.array([(0, -0.95), (0.25, 0.95), (-0.85, 0.55)]), tone=105)
                s.fill(np.array([(0, -0.95), (0.85, 0.45), (0.25, 0.95)]), tone=(215, 165)[v % 3])
        case ["sun"]:
            s.fill(_zigzag((12, 10, 16)[v % 3], (0.62, 0.55, 0.7)[v % 3]))
            s.fill(_circle(0, 0, 0.58), ink=0)
            s.fill(_circle(0, 0, (0.46, 0.42, 0.5)[v % 3]))
        case ["lily"]:
            s.fill(
                np.array(
                    [(0, -1), (0.22, -0.55), (0.16, 0), (0.1, 0.35), (-0.1, 0.35), (-0.16, 0), (-0.22, -0.55)]
                )
            )
            for side in (-1, 1):
                curl = np.array(
                    [(0.08, 0.3), (0.3, -0.25), (0.62, -0.62), (0.92, -0.35), (0.85, 0.02), (0.6, 0.05), (0.66, -0.2),
                     (0.5, -0.22), (0.34, 0.05), (0.2, 0.38)]
                )  # fmt: skip
                s.fill(curl * (side, 1))
                s.line(np.array([(0.05, 0.5), (0.25, 0.62), (0.42, 0.85)]) * (side, 1), 0.13)
            s.fill(np.array([(-0.45, 0.3), (0.45, 0.3), (0.45, 0.46), (-0.45, 0.46)]))
            s.fill(np.array([(0, 0.4), (0.14, 0.7), (0, 1), (-0.14, 0.7)]))
        case ["crown"]:
            if v % 3 == 1:
                s.fill(
                    np.array(
                        [
                            (-0.9, -0.5),
                            (-0.4, 0.1),
                            (0, -0.75),
                            (0.4, 0.1),
                            (0.9, -0.5),
                            (0.7, 0.7),
                            (-0.7, 0.7),
                        ]
                    )
                )
                for x, y in ((-0.9, -0.55), (0, -0.8), (0.9, -0.55)):
                    s.fill(_circle(x, y, 0.13))
            else:
                s.fill(
                    np.array([(-1, -0.55), (-0.55, 0.0), (-0.35, -0.7), (0, -0.02), (0.35, -0.7), (0.55, 0.0),
                              (1, -0.55), (0.75, 0.7), (-0.75, 0.7)])
                )  # fmt: skip
                s.line(np.array([(-0.72, 0.45), (0.72, 0.45)]), 0.07, ink=0)
        case ["moon"]:
            s.fill(_circle(0, 0, 0.95))
            s.fill(_circle((0.4, 0.3, 0.5)[v % 3], -0.12, (0.75, 0.8, 0.72)[v % 3]), ink=0)
        case ["figure", "0"]:
            if v % 2:
                s.fill(np.column_stack([0.62 * np.sin(t), 0.85 * np.cos(t)]))
                s.fill(np.column_stack([0.45 * np.sin(t), 0.68 * np.cos(t)]), ink=0)
            else:
                s.fill(_circle(0, 0, 0.62))
                s.fill(_circle(0, 0, 0.48), ink=0)
                if v % 4 == 2:
                    s.line(np.array([(-0.9, 0), (0.9, 0)]), 0.1)
                    s.line(np.array([(0, -0.9), (0, 0.9)]), 0.1)
        case ["figure", "A"] if v % 2:
            turn = np.linspace(0.4, 6.6 * np.pi / 1.2, 90)
            s.line(_polar(turn / turn[-1] * 0.88, turn), 0.15)
        case ["figure", text]:
            fonts = (cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)
            s.text(text, fonts[v // 2 % 3], 1.2 + 0.5 * (v % 3))
        case ["letter", text]:
            s.text(text, (cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX)[v % 2], 1.6 + 0.7 * (v % 3))
        case ["heart"]:
            s.fill(np.column_stack([0.95 * np.sin(t) ** 3, -lobes / 16]))
        case ["drop"]:
            s.fill(np.column_stack([0.65 * np.sin(t) * np.sin(t / 2), -0.95 * np.cos(t)]))
        case ["hexagon"]:
            s.fill(_polar(np.full(6, 0.95), np.arange(6) * np.pi / 3))
            if v % 3 == 1:
                s.fill(_polar(np.full(6, 0.6), np.arange(6) * np.pi / 3), ink=0)
        case ["gear"]:
            teeth = 8 + 2 * (v % 3)
            a = np.arange(4 * teeth) * 2 * np.pi / (4 * teeth)
            s.fill(_polar(np.where(np.arange(4 * teeth) % 4 < 2, 0.95, 0.72), a))
            s.fill(_circle(0, 0, 0.32), ink=0)
        case ["cross"]:
            s.line(np.array([(-0.75, -0.75), (0.75, 0.75)]), 0.4)
            s.line(np.array([(0.75, -0.75), (-0.75, 0.75)]), 0.4)
        case ["diamond"]:
            s.fill(np.array([(0, -0.95), (0.7, 0), (0, 0.95), (-0.7, 0)]))
        case ["arrow"]:
            s.fill(
                np.array(
                    [
                        (0, -0.95),
                        (0.8, -0.05),
                        (0.3, -0.05),
                        (0.3, 0.95),
                        (-0.3, 0.95),
                        (-0.3, -0.05),
                        (-0.8, -0.05),
                    ]
                )
            )
        case ["leaf"]:
            s.fill(np.column_stack([0.55 * np.sin(t) * (1 - 0.3 * np.cos(t)), -0.95 * np.cos(t)]))
            s.line(np.array([(0, -0.4), (0, 1.0)]), 0.09, ink=0)
        case ["flower"]:
            s.fill(_polar(0.65 + 0.3 * np.cos((5 + v % 3) * t), t))
            s.fill(_circle(0, 0, 0.2), ink=0)
        case ["square"]:
            s.fill(np.array([(-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)]))
            if v % 2:
                s.fill(np.array([(-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)]), ink=0)
        case ["triangle"]:
            s.fill(_polar(np.full(3, 0.95), np.arange(3) * 2 * np.pi / 3))
        case ["spiral"]:
            turn = np.linspace(0.4, 5 * np.pi, 90)
            s.line(_polar(turn / turn[-1] * 0.85, turn), 0.17)
        case ["eye"]:
            s.fill(np.column_stack([np.cos(t), 0.55 * np.sin(t) * np.abs(np.sin(t)) ** 0.3]))
            s.fill(_circle(0, 0, 0.38), ink=0)
            s.fill(_circle(0, 0, 0.22))
        case ["flame"]:
            s.fill(np.array([(0.05, -1), (0.5, -0.3), (0.65, 0.3), (0.4, 0.85), (0, 1), (-0.45, 0.8), (-0.6, 0.25),
                             (-0.35, -0.2), (-0.2, 0.05), (-0.1, -0.5)]))  # fmt: skip
        case ["wave"]:
            run = np.linspace(-0.9, 0.9, 40)
            for level in (-0.45, 0.0, 0.45):
                s.line(np.column_stack([run, level + 0.16 * np.sin(run * 7)]), 0.17)
        case ["target"]:
            s.fill(_circle(0, 0, 0.95))
            s.fill(_circle(0, 0, 0.68), ink=0)
            s.fill(_circle(0, 0, 0.4))
        case ["frame"]:
            s.line(np.array([(-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)]), 0.22, closed=True)
        case ["disc"]:
            s.fill(_circle(0, 0, (0.9, 0.6, 0.75)[v % 3]))
        case ["spade"]:
            s.fill(np.column_stack([0.85 * np.sin(t) ** 3, lobes / 19]))
            s.fill(np.array([(0, 0.2), (0.3, 0.95), (-0.3, 0.95)]))
        case ["club"]:
            for x, y in ((0, -0.5), (-0.5, 0.2), (0.5, 0.2)):
                s.fill(_circle(x, y, 0.42))
            s.fill(np.array([(0, 0), (0.3, 0.95), (-0.3, 0.95)]))
        case ["house"]:
            s.fill(
                np.array(
                    [
                        (0, -0.95),
                        (0.9, -0.1),
                        (0.65, -0.1),
                        (0.65, 0.85),
                        (-0.65, 0.85),
                        (-0.65, -0.1),
                        (-0.9, -0.1),
                    ]
                )
            )
            s.fill(np.array([(-0.2, 0.25), (0.2, 0.25), (0.2, 0.85), (-0.2, 0.85)]), ink=0)
        case ["blob", number]:
            shape = np.random.default_rng(int(number))
            radii = np.ones(64)
            for k in range(2, 7):
                radii += shape.normal(0, 0.45 / k) * np.cos(k * t + shape.uniform(0, 7))
            s.fill(_polar(np.clip(radii, 0.2, 2) / np.clip(radii, 0.2, 2).max(), t))
            if rng.random() < 0.4:
                s.fill(_circle(0, 0, 0.22), ink=0)
        case _:
            raise ValueError(f"no such icon: {name!r}")


@lru_cache(maxsize=1024)
def sprite(name: str, variant: int = 0, outline: bool = False, px: int = PX) -> Array:
    """The icon `name`: ink and tone (px, px, 2) uint8; tone 128 leaves the ink's colour as it is."""
    sheet = _Sheet()
    _draw(sheet, name, variant)
    if outline:
        kernel = np.ones((PX * _FINE // 11,) * 2, np.uint8)
        sheet.ink = np.asarray(sheet.ink - cv2.erode(sheet.ink, kernel, borderValue=(0,)), np.uint8)
    full = sheet.done()
    if px == PX:
        return full
    return np.asarray(cv2.resize(full, (px, px), interpolation=cv2.INTER_AREA), np.uint8)


def fitting(name: str, variant: int, outline: bool, size_px: float) -> Array:
    """The sprite of the resolution that is just above `size_px`, so that shrinking it needs no more blur."""
    px = 16
    while px < size_px and px < PX:
        px *= 2
    return sprite(name, variant, outline, px)
