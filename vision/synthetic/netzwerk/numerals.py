"""Numbers as cities bear them: stroked and outlined faces, thin and fat, narrow and wide, slanted or upright."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.synthetic.arrays import Array
from vision.synthetic.netzwerk.scene import Numerals

_HEIGHT = 64  # of a figure in its sprite, pixels
_ROOM = 44  # around it
_STROKED = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
    cv2.FONT_HERSHEY_PLAIN,
)
_WIDEST = 0.86  # of the disc it is printed on: the most that a number fills, from corner to corner
_BELOW = 0.27  # of a figure's height: the farthest that a mark reaches below it
_PENS = (cv2.MORPH_ELLIPSE, cv2.MORPH_RECT)
_INSTALLED = Path("/usr/share/fonts/truetype")
FACES = 2 * len(_PENS) * len(_STROKED)
"""How many numbers `Numerals.face` may have: half of them stroked, half outlined."""


@cache
def _outlined() -> tuple[Path, ...]:
    """The fonts of this machine that have plain figures; where there are none, all faces are stroked ones."""
    return tuple(sorted(_INSTALLED.glob("dejavu/*.ttf")))


@lru_cache(maxsize=512)
def number(value: int, face: int, weight: float, slant: float, stretch: float, mark: str) -> Array:
    """A number (h, w) uint8, upright, 255 where its ink is; 6 and 9 bear their mark. Its figures are _HEIGHT tall."""
    fonts = _outlined()
    outlined = face % 2 == 1 and bool(fonts)
    kind = face // 2
    glyphs = (
        _typeset(str(value), fonts[kind % len(fonts)]) if outlined else _stroked(str(value), kind, weight)
    )
    ys, xs = np.nonzero(glyphs > 127)
    glyphs = glyphs[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    wide = max(8, round(glyphs.shape[1] * _HEIGHT / glyphs.shape[0] * stretch))
    glyphs = cv2.resize(glyphs, (wide, _HEIGHT), interpolation=cv2.INTER_AREA)
    page = np.zeros((_HEIGHT + 2 * _ROOM, wide + 2 * _ROOM), np.uint8)
    page[_ROOM : _ROOM + _HEIGHT, _ROOM : _ROOM + wide] = glyphs
    if value in (6, 9):
        _tell(page, wide, mark, weight)
    middle = page.shape[0] / 2
    shear = np.array([[1.0, -slant, slant * middle], [0.0, 1.0, 0.0]])
    return np.asarray(cv2.warpAffine(page, shear, (page.shape[1], page.shape[0])), np.uint8)


def _stroked(text: str, kind: int, weight: float) -> Array:
    page = np.zeros((320, 440), np.uint8)
    font = _STROKED[kind % len(_STROKED)]
    scale = 5.0 * 22 / cv2.getTextSize(text[:1], font, 1.0, 1)[0][1]
    cv2.putText(page, text, (60, 240), font, scale, (255,), max(2, round(3 + 18 * weight)), cv2.LINE_AA)
    pen = cv2.getStructuringElement(
        _PENS[kind // len(_STROKED)], (1 + round(14 * weight), 1 + round(5 * (1 - weight)))
    )
    return np.asarray(cv2.dilate(page, pen), np.uint8)


def _typeset(text: str, font: Path) -> Array:
    page = Image.new("L", (340, 200))
    ImageDraw.Draw(page).text((30, 10), text, fill=255, font=ImageFont.truetype(str(font), 130))
    return np.asarray(page, np.uint8)


def _tell(page: Array, wide: int, mark: str, weight: float) -> None:
    """What tells 6 from 9: a line below, or a dot at the foot."""
    low = _ROOM + _HEIGHT
    if mark == "line":
        thick = round(5 + 5 * weight)
        cv2.rectangle(page, (_ROOM, low + 7), (_ROOM + wide - 1, low + 7 + thick), (255,), -1)
    else:
        cv2.circle(page, (_ROOM + wide + 9, low - 6), 7, (255,), -1, cv2.LINE_AA)


def print_number(
    face: Array, look: Numerals, value: int, turn: float, scale: float, across_mm: float
) -> None:
    """Print a value in the middle of a field's face (n, n, 3), which has `scale` pixels per millimetre.

    across_mm: how wide the part of it that will be seen is, a disc that has to hold the mark of a 6 or 9, too.
    """
    sprite = number(value, look.face, look.weight, look.slant, look.stretch, look.mark)
    wide = (sprite.shape[1] - 2 * _ROOM) / _HEIGHT
    size = min(look.size_mm, _WIDEST * across_mm / float(np.hypot(wide, 1.0)))
    if value in (6, 9):
        size = min(size, across_mm / float(np.hypot(wide, 1.0 + 2 * _BELOW)))
    k = size * scale / _HEIGHT
    if k < 0.5:
        sprite = cv2.GaussianBlur(sprite, (0, 0), 0.35 / k)
    c, s = np.cos(turn) * k, np.sin(turn) * k
    matrix = np.array([[c, s], [-s, c]])
    middle = (np.array(sprite.shape[::-1]) - 1) / 2
    n = len(face)
    start = (n - 1) / 2 - matrix @ middle
    alpha = cv2.warpAffine(sprite, np.column_stack([matrix, start]), (n, n), flags=cv2.INTER_LINEAR)
    a = alpha[..., None].astype(np.float32) * np.float32(1 / 255)
    face += a * (np.array(look.ink, np.float32) * 255 - face)
    if look.ring_mm > 0:
        ring = np.zeros((n, n), np.uint8)
        at = round((n - 1) / 2 * 16)
        thick = max(1, round(0.8 * scale))
        cv2.circle(ring, (at, at), round(look.ring_mm * scale * 16), (255,), thick, cv2.LINE_AA, 4)
        a = ring[..., None].astype(np.float32) * np.float32(1 / 255)
        face += a * (np.array(look.ink, np.float32) * 255 - face)
