"""Paper, and a sheet of it to draw on: millimetres from the upper left corner, colours as sRGB from 0 to 255."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from fpdf import FPDF
from fpdf.enums import PathPaintRule, XPos, YPos

from engine.messages import Language, Message
from engine.whole import write_whole

Points = npt.NDArray[np.float64]
"""An outline, (N, 2) millimetres, to the right and down; it closes itself."""
Rgb = tuple[int, int, int]

BLACK: Rgb = (0, 0, 0)
GREY: Rgb = (150, 150, 150)
MARGIN_MM = 10.0
"""Of blank paper on every side: many printers reach no farther."""
CREATOR = "kibitz print"
"""What the file says of who made it, by which it is known again."""
RULER_MM = 100
_LINE_MM = 0.47
"""The height of a line for each point of its letters."""

RULER = Message(
    "Print at 100 % (“actual size”). This line must be {length} mm long: measure it before you use the sheet."
)


@dataclass(frozen=True)
class Paper:
    """A paper size in millimetres, upright."""

    width: float
    height: float


PAPERS = {"a4": Paper(210.0, 297.0), "letter": Paper(215.9, 279.4)}


class Sheet:
    """A PDF in the making, a page at a time."""

    def __init__(self, paper: Paper, font: Path, language: Language) -> None:
        """The letters of a TrueType font go into the file, as far as they are used."""
        self.paper = paper
        self.language = language
        self._pdf = FPDF(unit="mm", format=(paper.width, paper.height))
        self._pdf.set_auto_page_break(False)
        self._pdf.set_creator(CREATOR)
        self._pdf.c_margin = 0.0  # texts begin where they are told to
        self._pdf.add_font("sheet", fname=font)

    def add_page(self) -> None:
        """Go on with a new page."""
        self._pdf.add_page()

    def fill(self, outlines: Iterable[Points], colour: Rgb = BLACK) -> None:
        """Fill what lies within an odd number of outlines: one inside another is a hole.

        All go into one path, so that neighbours leave no hairline between them.
        """
        with self._pdf.new_path() as path:
            for outline in outlines:
                (x, y), *others = outline.tolist()
                path.move_to(x, y)
                for x, y in others:
                    path.line_to(x, y)
                path.close()
            path.style.paint_rule = PathPaintRule.FILL_EVENODD
            path.style.fill_color = "#" + bytes(colour).hex()

    def line(
        self, start: Sequence[float], end: Sequence[float], width: float = 0.2, colour: Rgb = BLACK
    ) -> None:
        """A straight line, so many millimetres wide."""
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(width)
        self._pdf.line(start[0], start[1], end[0], end[1])

    def write(
        self,
        message: Message,
        at: Sequence[float],
        points: float = 9,
        *,
        upwards: bool = False,
        **facts: object,
    ) -> None:
        """Write a line, centred on a place and as small as it must be to fit the page. upwards: read from below."""
        text = self.language.say(message, facts)
        self._pdf.set_font("sheet", size=points)
        place, end = (at[1], self.paper.height) if upwards else (at[0], self.paper.width)
        room = 2 * (min(place, end - place) - MARGIN_MM)
        wide = self._pdf.get_string_width(text)
        if wide > room:
            self._pdf.set_font_size(points * room / wide)
            wide = self._pdf.get_string_width(text)
        with self._pdf.rotation(90 if upwards else 0, at[0], at[1]):
            self._pdf.text(at[0] - wide / 2, at[1], text)

    def width_of(self, text: str, points: float) -> float:
        """How wide a line of text is, in millimetres."""
        self._pdf.set_font("sheet", size=points)
        return float(self._pdf.get_string_width(text))

    def write_below(self, text: str, at: Sequence[float], width: float, points: float) -> float:
        """Write a text from a place at its upper left on, in lines no wider than that; where it ends below."""
        self._pdf.set_font("sheet", size=points)
        self._pdf.set_xy(at[0], at[1])
        if text:
            self._pdf.multi_cell(width, points * _LINE_MM, text, align="L", new_x=XPos.LEFT, new_y=YPos.NEXT)
        return float(self._pdf.get_y())

    def add_ruler(self, y: float) -> None:
        """A line of a known length across the middle, with what to check by it."""
        left = (self.paper.width - RULER_MM) / 2
        self.line((left, y), (left + RULER_MM, y), 0.3)
        for mm in range(0, RULER_MM + 1, 5):
            self.line((left + mm, y - _tick(mm)), (left + mm, y), 0.2)
        self.write(RULER, (self.paper.width / 2, y + 4.5), 8, length=RULER_MM)

    def add_upright_ruler(self, x: float) -> None:
        """The same from below to above, for sheets with more room at the sides."""
        top = (self.paper.height - RULER_MM) / 2
        self.line((x, top), (x, top + RULER_MM), 0.3)
        for mm in range(0, RULER_MM + 1, 5):
            self.line((x - _tick(mm), top + mm), (x, top + mm), 0.2)
        self.write(RULER, (x + 4.5, self.paper.height / 2), 8, upwards=True, length=RULER_MM)

    def save(self, path: Path) -> None:
        """Write the file, whole. Raises OSError."""
        write_whole(path, bytes(self._pdf.output()))


def is_sheet(path: Path) -> bool:
    """Whether a file is a sheet that was written before. Raises OSError."""
    data = path.read_bytes()
    return data.startswith(b"%PDF") and f"/Creator ({CREATOR})".encode() in data


def _tick(mm: int) -> float:
    """How long a ruler's mark is there, in millimetres."""
    return 3.0 if mm % 50 == 0 else 2.0 if mm % 10 == 0 else 1.0


def rectangle(x: float, y: float, width: float, height: float) -> Points:
    """The outline of a rectangle by its upper left corner."""
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], np.float64)
