"""A small map of the board: what stands where, and where to look."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PIL import ImageDraw

from engine.spots import Hue, Spot
from firmware.panel.lettering import SMALLEST, Box, Ink, font

WHITE: Ink = (255, 255, 255)
GREY: Ink = (110, 110, 110)
INKS: Mapping[Hue, Ink] = {
    Hue.RED: (230, 50, 45),
    Hue.BLUE: (70, 110, 255),
    Hue.GREEN: (50, 190, 70),
    Hue.YELLOW: (235, 205, 60),
    Hue.ORANGE: (240, 140, 40),
    Hue.BROWN: (150, 95, 55),
    Hue.BLACK: (150, 150, 150),  # on a black ground
    Hue.GREY: GREY,
    Hue.WHITE: WHITE,
}
_BLACK: Ink = (0, 0, 0)
_CORE = 0.32  # how wide the middle of a sign is, in widths of a place
_ROOM_FOR_CORES = 9  # width of a place in pixels from which on the middle has a colour

_OF_ONE_COLOUR = "1"
"""How letters are drawn where no pixel is half lit, as Pillow calls it."""

_Point = tuple[float, float]


def width_of_places(box: Box, spots: Sequence[Spot]) -> float:
    """How many pixels wide places are on a map that fills a box."""
    left, right, low, high = _edges(spots)
    return min(box.width / (right - left), box.height / (high - low))


def values_shown(cell: float, spots: Sequence[Spot]) -> int:
    """How many signs have room for what is written on them where places are `cell` pixels wide and no pixel is half
    lit."""
    values = [it.sign.text for it in spots if it.sign is not None and it.sign.text]
    return sum(_size_of(value, cell, _OF_ONE_COLOUR) is not None for value in values)


def draw_map(
    draw: ImageDraw.ImageDraw, box: Box, spots: Sequence[Spot], marked: Collection[str], *, lit: bool
) -> None:
    """Draw the spots into the middle of a box, upper side up; marked ones blink, and `lit` says whether they are lit.

    A place without a sign is a grey dot, or a white one where nobody could tell what stands there. A marked place is
    black on white when lit, so that it blinks whatever stands there; a marked connection is a bar. Both have a black
    rim, as everything beside them may be white.
    """
    places, cell = [it for it in spots if not it.ends], width_of_places(box, spots)
    left, right, low, high = _edges(spots)
    x = box.left + (box.width - (right - left) * cell) // 2 - 0.5
    y = box.top + (box.height - (high - low) * cell) // 2 - 0.5
    middles = {it.place: (x + (it.x - left) * cell, y + (high - it.y) * cell) for it in places}
    for spot in sorted(places, key=_is_written_on):  # last those with values, so that nothing hides these
        _draw_spot(draw, middles[spot.place], cell, spot)
    blinking = [it for it in places if it.place in marked]
    bars = [[middles[end] for end in it.ends] for it in spots if it.ends and it.place in marked]
    rim, thick = max(1, round(cell / 10)), max(2, round(cell * 0.3))
    for spot in blinking:  # all rims come first: marked places may lie beside each other
        _draw_cell(draw, middles[spot.place], cell, rim, _BLACK)
    for bar in bars:
        draw.line(bar, fill=_BLACK, width=thick + 2 * rim)
    for spot in blinking:
        _draw_cell(draw, middles[spot.place], cell, 0, WHITE if lit else _BLACK)
        _draw_spot(draw, middles[spot.place], cell, spot, lit=lit)
    for bar in bars:
        draw.line(bar, fill=WHITE if lit else _BLACK, width=thick)


def _edges(spots: Sequence[Spot]) -> tuple[float, float, float, float]:
    """The least and the greatest x of a map, and of y, in widths of a place."""
    xs, ys = [it.x for it in spots], [it.y for it in spots]
    return min(xs) - 0.5, max(xs) + 0.5, min(ys) - 0.5, max(ys) + 0.5


def _draw_cell(draw: ImageDraw.ImageDraw, middle: _Point, cell: float, rim: int, ink: Ink) -> None:
    """Fill a place, and `rim` pixels around it."""
    left, top = (at - (cell - 1) / 2 for at in middle)
    draw.rectangle(
        (
            round(left) - rim,
            round(top) - rim,
            round(left + cell) - 1 + rim,
            round(top + cell) - 1 + rim,
        ),
        fill=ink,
    )


def _draw_spot(
    draw: ImageDraw.ImageDraw, middle: _Point, cell: float, spot: Spot, *, lit: bool = False
) -> None:
    """What stands on a place; lit: on one that is white."""
    sign = spot.sign
    if sign is None:
        ink = _BLACK if lit else GREY if spot.is_read else WHITE
        draw.point((round(middle[0]), round(middle[1])), fill=ink)
        return
    _fill(draw, middle, cell * sign.width, _BLACK if lit else INKS[sign.hue], rounded=sign.is_round)
    on_it = WHITE if lit else _BLACK
    if sign.core is not None:
        _fill(draw, middle, cell * _CORE, on_it if lit else _ink_of_core(sign.core, cell))
    if sign.text:
        _write(draw, middle, cell, sign.text, on_it)


def _ink_of_core(hue: Hue, cell: float) -> Ink:
    """The colour of a sign's middle; where there is no room for colours, it is drawn as a hole."""
    return _BLACK if hue is Hue.BLACK or cell < _ROOM_FOR_CORES else INKS[hue]


def _write(draw: ImageDraw.ImageDraw, middle: _Point, cell: float, value: str, ink: Ink) -> None:
    """Write something into the middle of a place, where there is room for that."""
    size = _size_of(value, cell, draw.fontmode)
    if size is not None:
        left, top, right, bottom = font(size).getbbox(value, mode=draw.fontmode)
        x, y = middle
        at = round(x - (left + right - 1) / 2), round(y - (top + bottom - 1) / 2)
        draw.text(at, value, fill=ink, font=font(size))


def _size_of(value: str, cell: float, mode: str) -> int | None:
    """The size of the largest letters in which a value has room on a place; None if none are small enough. mode: how
    letters are drawn."""
    for size in range(max(SMALLEST, round(cell)), SMALLEST - 1, -1):
        left, top, right, bottom = font(size).getbbox(value, mode=mode)
        if max(right - left, bottom - top) < cell:
            return size
    return None


def _is_written_on(spot: Spot) -> bool:
    return spot.sign is not None and bool(spot.sign.text)


def _fill(
    draw: ImageDraw.ImageDraw, middle: _Point, width: float, ink: Ink, *, rounded: bool = False
) -> None:
    (x, y), half = middle, width / 2
    edges = (round(x - half), round(y - half), round(x + half), round(y + half))
    if rounded and half >= 3:
        draw.ellipse(edges, fill=ink)
    else:
        draw.rectangle(edges, fill=ink)
