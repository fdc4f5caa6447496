"""Letters on a small picture: as large as the room for them allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import ImageDraw, ImageFont

FONT = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"
"""It has the carons and acutes of Slovak and Czech at every size."""

SMALLEST = 9
"""Pixels of letter height; smaller ones run together on a panel."""

LARGEST = 60


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
    """The font at a size in pixels."""
    return ImageFont.truetype(str(FONT), size)


def line_height(size: int) -> int:
    """Pixels from one line to the next; accents on capitals reach above the others."""
    return round(size * 1.15)


@cache
def set_in(text: str, width: int, height: int) -> Setting:
    """A text in the largest letters that let it fit, words kept whole; cut off at the smallest size if need be."""
    for size in range(min(LARGEST, height), SMALLEST - 1, -1):
        lines = wrapped(text, width, size)
        wide = max((font(size).getlength(line) for line in lines), default=0)
        if wide <= width and len(lines) * line_height(size) <= height + 1:
            return Setting(tuple(lines), size, fits=True)
    lines = wrapped(text, width, SMALLEST)
    return Setting(tuple(lines[: max(1, height // line_height(SMALLEST))]), SMALLEST, fits=False)


def wrapped(text: str, width: int, size: int) -> list[str]:
    """The lines of a text when as many words as fit stand in each."""
    lines: list[str] = []
    for word in text.split():
        if lines and font(size).getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def write(draw: ImageDraw.ImageDraw, box: Box, text: str, ink: Sequence[int] | int) -> None:
    """Write a text into a box from its upper left, in the middle of its height."""
    setting = set_in(text, box.width, box.height)
    step = line_height(setting.size)
    top = max(box.top, box.top + (box.height - step * len(setting.lines)) // 2)
    for number, line in enumerate(setting.lines):
        # Anchored at the ascender, as letters with accents are the tallest.
        draw.text(
            (box.left, top + number * step),
            line,
            fill=tuple(ink) if isinstance(ink, Sequence) else ink,
            font=font(setting.size),
            anchor="la",
        )
