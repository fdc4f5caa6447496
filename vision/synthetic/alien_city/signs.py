"""The signs of icons, each drawn by a function of its own: as ink, and how bright that is."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.arrays import Array

PX = 128
FINE = 4
"""So many times finer signs are drawn than they are used."""

_TURN = np.linspace(0, 2 * np.pi, 64, endpoint=False)
_LOBES = 13 * np.cos(_TURN) - 5 * np.cos(2 * _TURN) - 2 * np.cos(3 * _TURN) - np.cos(4 * _TURN)  # of a heart


class Sheet:
    """A sign being drawn; coordinates from -1 to 1, y downwards."""

    def __init__(self) -> None:
        """Nothing is drawn yet."""
        self.ink = np.zeros((PX * FINE, PX * FINE), np.uint8)
        self.tone = np.full((PX * FINE, PX * FINE), 128, np.uint8)

    def _at(self, points: npt.ArrayLike) -> Array:
        half = PX * FINE / 2
        return np.rint((np.asarray(points) * 0.96 * half + half) * 16).astype(np.int32)

    def fill(self, points: npt.ArrayLike, *, ink: int = 255, tone: int | None = None) -> None:
        """Fill a polygon (n, 2)."""
        cv2.fillPoly(self.ink, [self._at(points)], (ink,), cv2.LINE_8, 4)
        if tone is not None:
            cv2.fillPoly(self.tone, [self._at(points)], (tone,), cv2.LINE_8, 4)

    def line(self, points: npt.ArrayLike, width: float, *, closed: bool = False, ink: int = 255) -> None:
        """Draw a line through points (n, 2)."""
        thick = max(1, round(width * PX * FINE / 2))
        cv2.polylines(self.ink, [self._at(points)], closed, (ink,), thick, cv2.LINE_8, 4)

    def text(self, text: str, font: int, weight: float) -> None:
        """Write a letter or two as large as there is room."""
        thick = max(2, round(weight * PX * FINE / 14))
        (w, h), base = cv2.getTextSize(text, font, 10.0, thick)
        scale = 10.0 * 0.82 * PX * FINE / max(w, h + base * 0.2)
        (w, h), _ = cv2.getTextSize(text, font, scale, thick)
        at = (int((PX * FINE - w) / 2), int((PX * FINE + h) / 2))
        cv2.putText(self.ink, text, at, font, scale, (255,), thick, cv2.LINE_AA)

    def done(self) -> Array:
        """Ink and tone (PX, PX, 2) uint8."""
        both = np.dstack([self.ink, self.tone])
        return np.asarray(cv2.resize(both, (PX, PX), interpolation=cv2.INTER_AREA), np.uint8)


def draw(sheet: Sheet, name: str, variant: int) -> None:
    """Draw the sign of a name, in one of its variants. Raises ValueError for a name that no sign has."""
    kind, _, detail = name.partition(" ")
    if name in _POLYGONS:
        sheet.fill(_POLYGONS[name])
    elif name in _PLAIN:
        _PLAIN[name](sheet)
    elif name in _VARIED:
        _VARIED[name](sheet, variant)
    elif kind in _DETAILED and detail:
        _DETAILED[kind](sheet, variant, detail)
    else:
        raise ValueError(f"no such icon: {name!r}")


def _polar(radii: Array, turns: Array) -> Array:
    return np.column_stack([radii * np.sin(turns), -radii * np.cos(turns)])


def _circle(x: float, y: float, r: float) -> Array:
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.column_stack([x + r * np.cos(t), y + r * np.sin(t)])


def _square(half: float) -> Array:
    return np.array([(-half, -half), (half, -half), (half, half), (-half, half)])


def _zigzag(points: int, inner: float) -> Array:
    t = np.arange(2 * points) * np.pi / points
    return _polar(np.where(np.arange(2 * points) % 2, inner, 1.0), t)


_POLYGONS: dict[str, Array] = {
    "heart": np.column_stack([0.95 * np.sin(_TURN) ** 3, -_LOBES / 16]),
    "drop": np.column_stack([0.65 * np.sin(_TURN) * np.sin(_TURN / 2), -0.95 * np.cos(_TURN)]),
    "diamond": np.array([(0, -0.95), (0.7, 0), (0, 0.95), (-0.7, 0)]),
    "arrow": np.array(
        [(0, -0.95), (0.8, -0.05), (0.3, -0.05), (0.3, 0.95), (-0.3, 0.95), (-0.3, -0.05), (-0.8, -0.05)]
    ),
    "triangle": _polar(np.full(3, 0.95), np.arange(3) * 2 * np.pi / 3),
    "flame": np.array(
        [(0.05, -1), (0.5, -0.3), (0.65, 0.3), (0.4, 0.85), (0, 1), (-0.45, 0.8), (-0.6, 0.25),
         (-0.35, -0.2), (-0.2, 0.05), (-0.1, -0.5)]
    ),
}  # fmt: skip


def _lily(s: Sheet) -> None:
    s.fill([(0, -1), (0.22, -0.55), (0.16, 0), (0.1, 0.35), (-0.1, 0.35), (-0.16, 0), (-0.22, -0.55)])
    for side in (-1, 1):
        curl = np.array(
            [(0.08, 0.3), (0.3, -0.25), (0.62, -0.62), (0.92, -0.35), (0.85, 0.02), (0.6, 0.05), (0.66, -0.2),
             (0.5, -0.22), (0.34, 0.05), (0.2, 0.38)]
        )  # fmt: skip
        s.fill(curl * (side, 1))
        s.line(np.array([(0.05, 0.5), (0.25, 0.62), (0.42, 0.85)]) * (side, 1), 0.13)
    s.fill([(-0.45, 0.3), (0.45, 0.3), (0.45, 0.46), (-0.45, 0.46)])
    s.fill([(0, 0.4), (0.14, 0.7), (0, 1), (-0.14, 0.7)])


def _cross(s: Sheet) -> None:
    s.line([(-0.75, -0.75), (0.75, 0.75)], 0.4)
    s.line([(0.75, -0.75), (-0.75, 0.75)], 0.4)


def _leaf(s: Sheet) -> None:
    s.fill(np.column_stack([0.55 * np.sin(_TURN) * (1 - 0.3 * np.cos(_TURN)), -0.95 * np.cos(_TURN)]))
    s.line([(0, -0.4), (0, 1.0)], 0.09, ink=0)


def _spiral(s: Sheet) -> None:
    turn = np.linspace(0.4, 5 * np.pi, 90)
    s.line(_polar(turn / turn[-1] * 0.85, turn), 0.17)


def _eye(s: Sheet) -> None:
    s.fill(np.column_stack([np.cos(_TURN), 0.55 * np.sin(_TURN) * np.abs(np.sin(_TURN)) ** 0.3]))
    s.fill(_circle(0, 0, 0.38), ink=0)
    s.fill(_circle(0, 0, 0.22))


def _wave(s: Sheet) -> None:
    run = np.linspace(-0.9, 0.9, 40)
    for level in (-0.45, 0.0, 0.45):
        s.line(np.column_stack([run, level + 0.16 * np.sin(run * 7)]), 0.17)


def _target(s: Sheet) -> None:
    s.fill(_circle(0, 0, 0.95))
    s.fill(_circle(0, 0, 0.68), ink=0)
    s.fill(_circle(0, 0, 0.4))


def _frame(s: Sheet) -> None:
    s.line(_square(0.75), 0.22, closed=True)


def _spade(s: Sheet) -> None:
    s.fill(np.column_stack([0.85 * np.sin(_TURN) ** 3, _LOBES / 19]))
    s.fill([(0, 0.2), (0.3, 0.95), (-0.3, 0.95)])


def _club(s: Sheet) -> None:
    for x, y in ((0, -0.5), (-0.5, 0.2), (0.5, 0.2)):
        s.fill(_circle(x, y, 0.42))
    s.fill([(0, 0), (0.3, 0.95), (-0.3, 0.95)])


def _house(s: Sheet) -> None:
    s.fill([(0, -0.95), (0.9, -0.1), (0.65, -0.1), (0.65, 0.85), (-0.65, 0.85), (-0.65, -0.1), (-0.9, -0.1)])
    s.fill([(-0.2, 0.25), (0.2, 0.25), (0.2, 0.85), (-0.2, 0.85)], ink=0)


_PLAIN: dict[str, Callable[[Sheet], None]] = {
    "lily": _lily,
    "cross": _cross,
    "leaf": _leaf,
    "spiral": _spiral,
    "eye": _eye,
    "wave": _wave,
    "target": _target,
    "frame": _frame,
    "spade": _spade,
    "club": _club,
    "house": _house,
}


def _bolt(s: Sheet, variant: int) -> None:
    shapes = (
        [(0.25, -1), (-0.5, 0.15), (-0.02, 0.12), (-0.28, 1), (0.52, -0.25), (0.02, -0.2)],
        [(0.45, -1), (-0.45, 0.1), (0.05, 0.1), (-0.45, 1), (0.55, -0.2), (0.08, -0.2), (0.55, -1)],
        [(-0.1, -1), (-0.55, 0), (-0.1, -0.05), (-0.3, 0.45), (0.1, 0.4), (-0.05, 1), (0.55, -0.1),
         (0.15, -0.02), (0.4, -0.5), (0.05, -0.45), (0.25, -1)],
    )  # fmt: skip
    s.fill(shapes[variant % 3])


def _ring(s: Sheet, variant: int) -> None:
    s.fill(_circle(0, 0, 0.95))
    s.fill(_circle(0, 0, (0.55, 0.68, 0.42)[variant % 3]), ink=0)


def _star(s: Sheet, variant: int, points: str = "5") -> None:
    s.fill(_zigzag(int(points), (0.4, 0.5, 0.34)[variant % 3]))


def _pyramid(s: Sheet, variant: int) -> None:
    if variant % 3 == 2:
        s.fill([(0, -0.9), (0.95, 0.8), (-0.95, 0.8)])
        s.line([(0, -0.9), (0.3, 0.8)], 0.08, ink=0)
    else:
        s.fill([(0, -0.95), (0.25, 0.95), (-0.85, 0.55)], tone=105)
        s.fill([(0, -0.95), (0.85, 0.45), (0.25, 0.95)], tone=(215, 165)[variant % 3])


def _sun(s: Sheet, variant: int) -> None:
    s.fill(_zigzag((12, 10, 16)[variant % 3], (0.62, 0.55, 0.7)[variant % 3]))
    s.fill(_circle(0, 0, 0.58), ink=0)
    s.fill(_circle(0, 0, (0.46, 0.42, 0.5)[variant % 3]))


def _crown(s: Sheet, variant: int) -> None:
    if variant % 3 == 1:
        s.fill([(-0.9, -0.5), (-0.4, 0.1), (0, -0.75), (0.4, 0.1), (0.9, -0.5), (0.7, 0.7), (-0.7, 0.7)])
        for x, y in ((-0.9, -0.55), (0, -0.8), (0.9, -0.55)):
            s.fill(_circle(x, y, 0.13))
    else:
        s.fill([(-1, -0.55), (-0.55, 0.0), (-0.35, -0.7), (0, -0.02), (0.35, -0.7), (0.55, 0.0),
                (1, -0.55), (0.75, 0.7), (-0.75, 0.7)])  # fmt: skip
        s.line([(-0.72, 0.45), (0.72, 0.45)], 0.07, ink=0)


def _moon(s: Sheet, variant: int) -> None:
    s.fill(_circle(0, 0, 0.95))
    s.fill(_circle((0.4, 0.3, 0.5)[variant % 3], -0.12, (0.75, 0.8, 0.72)[variant % 3]), ink=0)


def _hexagon(s: Sheet, variant: int) -> None:
    s.fill(_polar(np.full(6, 0.95), np.arange(6) * np.pi / 3))
    if variant % 3 == 1:
        s.fill(_polar(np.full(6, 0.6), np.arange(6) * np.pi / 3), ink=0)


def _gear(s: Sheet, variant: int) -> None:
    corners = 4 * (8 + 2 * (variant % 3))
    turns = np.arange(corners) * 2 * np.pi / corners
    s.fill(_polar(np.where(np.arange(corners) % 4 < 2, 0.95, 0.72), turns))
    s.fill(_circle(0, 0, 0.32), ink=0)


def _flower(s: Sheet, variant: int) -> None:
    s.fill(_polar(0.65 + 0.3 * np.cos((5 + variant % 3) * _TURN), _TURN))
    s.fill(_circle(0, 0, 0.2), ink=0)


def _block(s: Sheet, variant: int) -> None:
    s.fill(_square(0.75))
    if variant % 2:
        s.fill(_square(0.4), ink=0)


def _disc(s: Sheet, variant: int) -> None:
    s.fill(_circle(0, 0, (0.9, 0.6, 0.75)[variant % 3]))


def _nought(s: Sheet, variant: int) -> None:
    if variant % 2:
        s.fill(np.column_stack([0.62 * np.sin(_TURN), 0.85 * np.cos(_TURN)]))
        s.fill(np.column_stack([0.45 * np.sin(_TURN), 0.68 * np.cos(_TURN)]), ink=0)
        return
    s.fill(_circle(0, 0, 0.62))
    s.fill(_circle(0, 0, 0.48), ink=0)
    if variant % 4 == 2:
        s.line([(-0.9, 0), (0.9, 0)], 0.1)
        s.line([(0, -0.9), (0, 0.9)], 0.1)


def _ace(s: Sheet, variant: int) -> None:
    if not variant % 2:
        _figure(s, variant, "A")
        return
    turn = np.linspace(0.4, 6.6 * np.pi / 1.2, 90)
    s.line(_polar(turn / turn[-1] * 0.88, turn), 0.15)


_VARIED: dict[str, Callable[[Sheet, int], None]] = {
    "bolt": _bolt,
    "ring": _ring,
    "star": _star,
    "pyramid": _pyramid,
    "sun": _sun,
    "crown": _crown,
    "moon": _moon,
    "hexagon": _hexagon,
    "gear": _gear,
    "flower": _flower,
    "square": _block,
    "disc": _disc,
    "figure 0": _nought,
    "figure A": _ace,
}


def _figure(s: Sheet, variant: int, text: str) -> None:
    fonts = (cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)
    s.text(text, fonts[variant // 2 % 3], 1.2 + 0.5 * (variant % 3))


def _letter(s: Sheet, variant: int, text: str) -> None:
    fonts = (cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX)
    s.text(text, fonts[variant % 2], 1.6 + 0.7 * (variant % 3))


def _blob(s: Sheet, variant: int, number: str) -> None:
    shape = np.random.default_rng(int(number))
    radii = np.ones(64)
    for k in range(2, 7):
        radii += shape.normal(0, 0.45 / k) * np.cos(k * _TURN + shape.uniform(0, 7))
    s.fill(_polar(np.clip(radii, 0.2, 2) / np.clip(radii, 0.2, 2).max(), _TURN))
    if np.random.default_rng(9000 + variant).random() < 0.4:
        s.fill(_circle(0, 0, 0.22), ink=0)


_DETAILED: dict[str, Callable[[Sheet, int, str], None]] = {
    "star": _star,
    "figure": _figure,
    "letter": _letter,
    "blob": _blob,
}
