"""What is printed on things that lie about on a table: sheets, cards, screens, books, cloths."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.synthetic.arrays import Array, Rgb
from vision.synthetic.chance import one_of, some_of
from vision.synthetic.setting import Thing

_Ink = tuple[int, ...]
_SCALE = 2.2  # pixels per millimetre


def printed_on(thing: Thing) -> Array:
    """What is printed on a sheet, a card, a screen, a book or a cloth (h, w, 3) uint8 sRGB."""
    w, h = (max(8, round(side * _SCALE)) for side in thing.size)
    face = np.full((h, w, 3), _ink(thing.colours[0]), np.uint8)
    _PRINTED[thing.kind](face, thing, np.random.default_rng(thing.number))
    return face


def _ink(colour: Rgb) -> _Ink:
    return tuple(round(255 * v) for v in colour)


def _any_ink(rng: np.random.Generator) -> _Ink:
    return tuple(int(v) for v in rng.integers(0, 255, 3))


def _text(face: Array, thing: Thing, rng: np.random.Generator) -> None:
    """Lines of handwriting on blank or squared paper, or the paper alone."""
    h, w = face.shape[:2]
    ink = (40, 40, 60) if rng.random() < 0.7 else _ink(thing.colours[1])
    step = max(5, round(rng.uniform(3.5, 9) * _SCALE))
    margin = int(10 * _SCALE)
    pick = rng.random()
    if pick < 0.2:
        for at in range(0, max(w, h), step):
            cv2.line(face, (at, 0), (at, h), (170, 190, 210), 1)
            cv2.line(face, (0, at), (w, at), (170, 190, 210), 1)
    for y in range(margin, h - margin, step):
        x = margin
        stop = w - margin - (int(rng.integers(0, w // 2)) if rng.random() < 0.2 else 0)
        while x < stop and pick < 0.85:
            n = int(rng.integers(3, 16) * _SCALE * 0.8)
            cv2.line(face, (x, y), (min(x + n, stop), y), ink, max(1, step // 4), cv2.LINE_AA)
            x += n + int(2.0 * _SCALE)


def _playing_card(face: Array, thing: Thing, rng: np.random.Generator) -> None:
    h, w = face.shape[:2]
    first, second = map(_ink, thing.colours)
    cv2.rectangle(face, (6, 6), (w - 7, h - 7), second, 3 if rng.random() < 0.5 else -1)
    text = one_of(rng, "23456789JQKA")
    cv2.putText(face, text, (12, 34), cv2.FONT_HERSHEY_DUPLEX, 1.0, first[::-1], 2, cv2.LINE_AA)
    cv2.circle(face, (w // 2, h // 2), int(w * 0.25), _any_ink(rng), -1, cv2.LINE_AA)


def _screen(face: Array, _: Thing, rng: np.random.Generator) -> None:
    """A telephone's screen, dark or with symbols on it."""
    h, w = face.shape[:2]
    face[:] = (18, 18, 20)
    if rng.random() < 0.4:
        top, low = (np.array(rng.integers(0, 255, 3), np.float32) for _ in range(2))
        t = np.linspace(0, 1, h - 16)[:, None, None]
        face[8:-8, 6:-6] = top * (1 - t) + low * t
        for i in range(20):
            x, y = 14 + i % 4 * (w - 20) // 4, 30 + i // 4 * 40
            cv2.rectangle(face, (x, y), (x + 22, y + 22), _any_ink(rng), -1)


def _blocks(face: Array, rng: np.random.Generator) -> None:
    """Some rectangles of any colours."""
    h, w = face.shape[:2]
    for _ in range(int(rng.integers(1, 9))):
        x, y = int(rng.integers(0, w)), int(rng.integers(0, h))
        x1, y1 = x + int(rng.integers(5, w)), y + int(rng.integers(5, h // 2))
        cv2.rectangle(face, (x, y), (x1, y1), _any_ink(rng), -1)


def _cover(face: Array, thing: Thing, rng: np.random.Generator) -> None:
    """A book's cover with its title."""
    h, w = face.shape[:2]
    _blocks(face, rng)
    word = "".join(some_of(rng, "ABCDEFGHIKLMNOPRSTUVWYZ", int(rng.integers(3, 9))))
    size = w / (22 * len(word))
    at, thick = (w // 10, h // 3), max(2, int(size * 3))
    cv2.putText(face, word, at, cv2.FONT_HERSHEY_TRIPLEX, size, _ink(thing.colours[1]), thick, cv2.LINE_AA)


def _striped(face: Array, thing: Thing, rng: np.random.Generator) -> None:
    """A cloth with stripes, or with checks."""
    h, w = face.shape[:2]
    _blocks(face, rng)
    for at in range(0, max(w, h), max(6, int(thing.number % 40))):
        cv2.line(face, (at, 0), (at, h), _ink(thing.colours[1]), 3)
        if thing.number % 2:
            cv2.line(face, (0, at), (w, at), _ink(thing.colours[1]), 3)


_PRINTED: dict[str, Callable[[Array, Thing, np.random.Generator], None]] = {
    "paper": _text,
    "card": _playing_card,
    "phone": _screen,
    "book": _cover,
    "cloth": _striped,
}
