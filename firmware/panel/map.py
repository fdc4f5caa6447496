"""A small map of the board: what stands where, and where to look."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import ImageDraw

from engine.game import Spot
from firmware.panel.lettering import Box, Ink

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
BLINK_S = 0.4
_ROOM_FOR_CAPS = 8  # pixels of a place, from which on a cap has a colour


def draw_map(
    draw: ImageDraw.ImageDraw, box: Box, spots: Sequence[Spot], marked: Collection[str], now: float
) -> None:
    """Draw the spots into a box, upper side up; the marked ones blink.

    An empty place is a dot, a dome or a miner a disc, a tower a square, a capped tower a square with a hole, stones
    are the larger the more there are (one, where nobody could count them), and a city is grey.
    """
    left, right = min(it.x for it in spots) - 0.5, max(it.x for it in spots) + 0.5
    low, high = min(it.y for it in spots) - 0.5, max(it.y for it in spots) + 0.5
    cell = min(box.width / (right - left), box.height / (high - low))
    for spot in spots:
        x = box.left + (spot.x - left - 0.5) * cell
        y = box.top + (high - spot.y - 0.5) * cell
        if spot.place in marked and now % (2 * BLINK_S) < BLINK_S:
            draw.rectangle((round(x), round(y), round(x + cell) - 1, round(y + cell) - 1), fill=WHITE)
        else:
            _draw_sign(draw, (x + (cell - 1) / 2, y + (cell - 1) / 2), cell, spot.sign)


def _draw_sign(draw: ImageDraw.ImageDraw, middle: tuple[float, float], cell: float, sign: str) -> None:
    colour, _, kind = sign.partition(" ")
    ink = INKS.get(colour, GREY)
    if not sign or sign == "?":
        draw.point((round(middle[0]), round(middle[1])), fill=GREY if sign == "" else WHITE)
    elif kind.startswith(("dome", "miner")):
        _square(draw, middle, cell * (0.22 if kind.startswith("dome") else 0.4), ink, rounded=True)
    elif colour != "city" and (kind.isdecimal() or kind == "?"):
        _square(draw, middle, cell * (0.06 + 0.1 * (int(kind) if kind.isdecimal() else 1)), ink)
    else:
        _square(draw, middle, cell * 0.36, ink)
        if "capped" in kind:
            white = kind.endswith("white") and cell >= _ROOM_FOR_CAPS
            _square(draw, middle, cell * 0.16, WHITE if white else (0, 0, 0))


def _square(
    draw: ImageDraw.ImageDraw, middle: tuple[float, float], half: float, ink: Ink, *, rounded: bool = False
) -> None:
    x, y = middle
    edges = (round(x - half), round(y - half), round(x + half), round(y + half))
    if rounded and half >= 3:
        draw.ellipse(edges, fill=ink)
    else:
        draw.rectangle(edges, fill=ink)
