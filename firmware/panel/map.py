"""A small map of the board: what stands where, and where to look."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import ImageDraw

from engine.game import Spot
from firmware.panel.lettering import SMALLEST, Box, Ink, font

WHITE: Ink = (255, 255, 255)
GREY: Ink = (110, 110, 110)
INKS: dict[str, Ink] = {
    "red": (230, 50, 45),
    "blue": (70, 110, 255),
    "green": (50, 190, 70),
    "black": (150, 150, 150),  # on a black ground
    "yellow": (235, 205, 60),
    "orange": (240, 140, 40),
    "white": WHITE,
    "grey": GREY,
    "brown": (150, 95, 55),
}
_BLACK: Ink = (0, 0, 0)
_ROOM_FOR_CAPS = 9  # pixels of a place, from which on a cap has a colour

_OF_ONE_COLOUR = "1"
"""How letters are drawn where no pixel is half lit, as Pillow calls it."""

_Point = tuple[float, float]


def width_of_places(box: Box, spots: Sequence[Spot]) -> float:
    """How many pixels wide places are on a map that fills a box."""
    left, right, low, high = _edges(spots)
    return min(box.width / (right - left), box.height / (high - low))


def values_shown(cell: float, spots: Sequence[Spot]) -> int:
    """How many cities have room for their values where places are so many pixels wide, of which none is half lit."""
    values = [it.sign.partition(" ")[2] for it in spots if _is_city(it.sign)]
    return sum(_size_of(value, cell, _OF_ONE_COLOUR) is not None for value in values)


def draw_map(
    draw: ImageDraw.ImageDraw, box: Box, spots: Sequence[Spot], marked: Collection[str], *, lit: bool
) -> None:
    """Draw the spots into the middle of a box, upper side up; those marked blink, and now they are lit, or not.

    An empty place is a dot, a dome or a miner a disc, a tower a square, a capped tower a square with a hole, stones
    are the larger the more there are (one, where nobody could count them), and a city is grey, with its value where
    there is room for that, as players look for a place by the cities around it. A marked place is black on white when
    lit, so that it blinks whatever stands there; a marked connection is a bar. Around both is a black rim, as all
    beside them may be white.
    """
    places, cell = [it for it in spots if not it.ends], width_of_places(box, spots)
    left, right, low, high = _edges(spots)
    x = box.left + (box.width - (right - left) * cell) // 2 - 0.5
    y = box.top + (box.height - (high - low) * cell) // 2 - 0.5
    middles = {it.place: (x + (it.x - left) * cell, y + (high - it.y) * cell) for it in places}
    for spot in sorted(places, key=lambda it: _is_city(it.sign)):  # nothing may hide a value
        _draw_sign(draw, middles[spot.place], cell, spot.sign)
    blinking = [it for it in places if it.place in marked]
    bars = [[middles[end] for end in it.ends] for it in spots if it.ends and it.place in marked]
    rim, thick = max(1, round(cell / 10)), max(2, round(cell * 0.3))
    for spot in blinking:  # all rims come first: marked places may lie beside each other
        _draw_cell(draw, middles[spot.place], cell, rim, _BLACK)
    for bar in bars:
        draw.line(bar, fill=_BLACK, width=thick + 2 * rim)
    for spot in blinking:
        _draw_cell(draw, middles[spot.place], cell, 0, WHITE if lit else _BLACK)
        _draw_sign(draw, middles[spot.place], cell, spot.sign, lit=lit)
    for bar in bars:
        draw.line(bar, fill=WHITE if lit else _BLACK, width=thick)


def _edges(spots: Sequence[Spot]) -> tuple[float, float, float, float]:
    """The least and the greatest x of a map, and of y, in widths of a place."""
    xs, ys = [it.x for it in spots], [it.y for it in spots]
    return min(xs) - 0.5, max(xs) + 0.5, min(ys) - 0.5, max(ys) + 0.5


def _draw_cell(draw: ImageDraw.ImageDraw, middle: _Point, cell: float, rim: int, ink: Ink) -> None:
    """All of a place, and so many pixels around it."""
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


def _draw_sign(
    draw: ImageDraw.ImageDraw, middle: _Point, cell: float, sign: str, *, lit: bool = False
) -> None:
    """What stands on a place; lit: on one that is white."""
    colour, _, kind = sign.partition(" ")
    ink = _BLACK if lit else WHITE if sign == "?" else INKS.get(colour, GREY)
    if not sign or sign == "?":
        draw.point((round(middle[0]), round(middle[1])), fill=ink)
    elif kind.startswith(("dome", "miner")):
        _square(draw, middle, cell * (0.22 if kind.startswith("dome") else 0.4), ink, rounded=True)
    elif colour != "city" and (kind.isdecimal() or kind == "?"):
        _square(draw, middle, cell * (0.06 + 0.1 * (int(kind) if kind.isdecimal() else 1)), ink)
    else:
        _square(draw, middle, cell * (0.45 if colour == "city" else 0.36), ink)
        if "capped" in kind:
            white = lit or (kind.endswith("white") and cell >= _ROOM_FOR_CAPS)
            _square(draw, middle, cell * 0.16, WHITE if white else _BLACK)
        elif colour == "city":
            _write_value(draw, middle, cell, kind, WHITE if lit else _BLACK)


def _write_value(draw: ImageDraw.ImageDraw, middle: _Point, cell: float, value: str, ink: Ink) -> None:
    """Write a city's value into the middle of it, where there is room for that."""
    size = _size_of(value, cell, draw.fontmode)
    if size is not None:
        left, top, right, bottom = font(size).getbbox(value, mode=draw.fontmode)
        x, y = middle
        at = round(x - (left + right - 1) / 2), round(y - (top + bottom - 1) / 2)
        draw.text(at, value, fill=ink, font=font(size))


def _size_of(value: str, cell: float, mode: str) -> int | None:
    """The size of the largest letters in which a value has room on a place; None where there are none. mode: how
    letters are drawn."""
    for size in range(max(SMALLEST, round(cell)), SMALLEST - 1, -1):
        left, top, right, bottom = font(size).getbbox(value, mode=mode)
        if max(right - left, bottom - top) < cell:
            return size
    return None


def _is_city(sign: str) -> bool:
    return sign.startswith("city")


def _square(
    draw: ImageDraw.ImageDraw, middle: _Point, half: float, ink: Ink, *, rounded: bool = False
) -> None:
    x, y = middle
    edges = (round(x - half), round(y - half), round(x + half), round(y + half))
    if rounded and half >= 3:
        draw.ellipse(edges, fill=ink)
    else:
        draw.rectangle(edges, fill=ink)
