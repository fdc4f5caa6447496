"""Letters on a small picture: as large as the room for them allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONT = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"
"""It has the carons and acutes of Slovak and Czech at every size."""

SMALLEST = 9
"""Pixels of letter height; smaller ones run together on a panel."""

LARGEST = 60

RUN_TOGETHER = (12, 14)
"""Sizes at which, drawn without shades, the dot of an i runs into its stem, so that it is an l, or a capital's caron
into a bar."""

REMEMBERED = 256
"""So many texts are remembered as they are set, many times those of a moment: a service meets new ones for months."""

GOES_ON = " …"
"""Stands behind a page that another one follows."""

Ink = tuple[int, int, int]

_TALL_AND_DEEP = "ÁČĎŇÓŔŠŤŮŽÄÔ gjpqyQ,;()/"


@dataclass(frozen=True, slots=True)
class Box:
    """Room for a text: left and upper edge, and the first column and row behind it, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """In pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """In pixels."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Setting:
    """A text as it is set: the lines and the size of their letters in pixels; whether all of it has room."""

    lines: tuple[str, ...]
    size: int
    fits: bool


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels. Each letter takes whole pixels: with fractions, "rn" would look like "m"."""
    return ImageFont.truetype(str(FONT), size, layout_engine=ImageFont.Layout.BASIC)


def line_height(size: int) -> int:
    """Pixels from one line to the next; the accents of capitals may reach in between."""
    return round(size * 1.15)


@cache
def reach(size: int, mode: str) -> tuple[int, int]:
    """How many pixels the tallest letters reach above the line they stand on, and the deepest below it.

    mode: "1" for letters without shades, "L" for smooth ones, as Pillow calls them. They are drawn and measured, as
    the font's own figures leave room for letters that no language here has, and a small panel can't spare it.
    """
    wide = round(font(size).getlength(_TALL_AND_DEEP))
    canvas = Image.new("L", (wide, 4 * size))
    draw = ImageDraw.Draw(canvas)
    draw.fontmode = mode
    draw.text((0, 2 * size), _TALL_AND_DEEP, fill=255, font=font(size), anchor="ls")
    _, top, _, bottom = canvas.getbbox() or (0, 2 * size, 0, 2 * size)
    return 2 * size - top, bottom - 2 * size


def height_of(lines: int, size: int, mode: str) -> int:
    """Pixels that so many lines take, from the highest accent to the lowest tail."""
    return (lines - 1) * line_height(size) + sum(reach(size, mode))


@lru_cache(REMEMBERED)
def set_in(text: str, width: int, height: int, mode: str = "1", least: int = SMALLEST) -> Setting:
    """A text in the largest letters that let it fit, words kept whole; cut off at the least size if need be."""
    for size in _sizes(min(LARGEST, height), least, mode):
        lines = wrapped(text, width, size)
        if _widest(lines, size) <= width and height_of(len(lines), size, mode) <= height:
            return Setting(tuple(lines), size, fits=True)
    lines = wrapped(text, width, least)
    return Setting(tuple(lines[: _rows(height, least, mode)]), least, fits=False)


@lru_cache(REMEMBERED)
def pages(text: str, width: int, height: int, mode: str = "1", least: int = SMALLEST) -> tuple[Setting, ...]:
    """A text in letters of at least that size, on as many pages as it needs, each but the last with dots behind it.

    least: in pixels; letters are smaller only where a single word, or a single line, has no room otherwise.
    """
    whole = set_in(text, width, height, mode, least)
    if whole.fits:
        return (whole,)
    for size in _sizes(least, SMALLEST, mode):  # at the smallest of them, whether it fits or not
        lines = _narrower(text, width, size)
        if _widest(lines, size) <= width and height_of(1, size, mode) <= height:
            break
    lines, rows = _narrower(text, width, size), _rows(height, size, mode)
    parts = [lines[first : first + rows] for first in range(0, len(lines), rows)]
    for part in parts[:-1]:
        part[-1] += GOES_ON
    return tuple(Setting(tuple(part), size, fits=True) for part in parts)


def _sizes(largest: int, least: int, mode: str) -> list[int]:
    """The sizes at which all letters can be told apart, the largest first."""
    return [size for size in range(largest, least - 1, -1) if mode == "L" or size not in RUN_TOGETHER]


def _narrower(text: str, width: int, size: int) -> list[str]:
    """The lines of a text, each with room for dots behind it."""
    return wrapped(text, width - ceil(font(size).getlength(GOES_ON)), size)


def _widest(lines: Sequence[str], size: int) -> float:
    return max((_width_of(line, size) for line in lines), default=0.0)


def _width_of(line: str, size: int) -> float:
    return _overhang(line, size) + font(size).getlength(line)


def _overhang(line: str, size: int) -> float:
    """How many pixels a line reaches to the left of where it begins, as a j does."""
    left, *_ = font(size).getbbox(line[:1], anchor="ls")
    return max(0.0, -left)


def _rows(height: int, size: int, mode: str) -> int:
    """How many lines have room in a height, one at least."""
    return 1 + max(0, height - height_of(1, size, mode)) // line_height(size)


def wrapped(text: str, width: int, size: int) -> list[str]:
    """The lines of a text when as many words as fit stand in each."""
    lines: list[str] = []
    for word in text.split():
        if lines and _width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def write(draw: ImageDraw.ImageDraw, box: Box, text: str, ink: Ink | int) -> None:
    """Write a text into a box, as large as it has room."""
    write_set(draw, box, set_in(text, box.width, box.height, draw.fontmode), ink)


def write_set(draw: ImageDraw.ImageDraw, box: Box, setting: Setting, ink: Ink | int) -> None:
    """Write a text as it is set into a box from its left, in the middle of its height."""
    above, _ = reach(setting.size, draw.fontmode)
    spare = box.height - height_of(len(setting.lines), setting.size, draw.fontmode)
    for number, line in enumerate(setting.lines):
        at = (
            box.left + _overhang(line, setting.size),
            box.top + max(0, spare // 2) + above + number * line_height(setting.size),
        )
        draw.text(at, line, fill=ink, font=font(setting.size), anchor="ls")
