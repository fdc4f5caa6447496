"""A city drawn as an SVG picture, for people."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from engine import svg
from engine.alien_city.city import UNKNOWN, City
from engine.alien_city.lots import COLUMNS, LOTS, ROWS, Lot
from engine.alien_city.pieces import Colour, Kind, Player, Structure
from engine.alien_city.state import State
from engine.alien_city.tiles import icon_lot
from engine.alien_city.words import PLAYERS
from engine.messages import ENGLISH, Language, Message

TO_MOVE = Message("{player} to move")

_LOT = 48.0  # pixels across
_MARGIN = 36.0
_TILE, _GROUT, _STREET, _BLACK = "#efe6d2", "#8d8169", "#d8ccb0", "#000000"
_COLOURS = {Colour.RED: "#cc3b34", Colour.BLUE: "#3f6fb5", Colour.GREEN: "#4a9150", Colour.BLACK: "#2b2b30"}
_CAPS = {Player.WHITE: "#ffffff", Player.BLACK: "#101014"}


def drawing(state: State, language: Language = ENGLISH) -> str:
    """The city from above as the text of an SVG document, row 10 on top: towers square, domes round.

    The letters of guilds and pieces say the same as the colours, for those who don't see them.
    """
    city, low = state.city, ROWS * _LOT + 2 * _MARGIN
    root = svg.canvas(0, 0, COLUMNS * _LOT + 2 * _MARGIN, low + (_MARGIN if state.to_move else 0))
    for lot in LOTS:
        _draw_lot(root, city, lot)
    for lot in LOTS:
        if lot.column % 2 == 0 and lot.row % 2 == 1:
            x, y = _corner(lot)
            size = {"width": 2 * _LOT, "height": 2 * _LOT}
            svg.shape(root, "rect", x=x, y=y, **size, fill="none", stroke=_GROUT, stroke_width=3.0)
    for column in range(COLUMNS):
        x = _MARGIN + (column + 0.5) * _LOT
        for y in (0.7 * _MARGIN, 1.6 * _MARGIN + ROWS * _LOT):
            svg.words(root, x, y, "ABCDEFGH"[column], 16)
    for row in range(ROWS):
        y = _MARGIN + (ROWS - row - 0.4) * _LOT
        for x in (0.5 * _MARGIN, 1.5 * _MARGIN + COLUMNS * _LOT):
            svg.words(root, x, y, str(row + 1), 16)
    if state.to_move:
        turn = language.say(TO_MOVE, {"player": PLAYERS[state.to_move]})
        svg.words(root, _MARGIN, low + 0.5 * _MARGIN, turn, 16, anchor="start")
    return svg.document(root)


def _corner(lot: Lot) -> tuple[float, float]:
    """The upper left corner of a lot."""
    return _MARGIN + lot.column * _LOT, _MARGIN + (ROWS - 1 - lot.row) * _LOT


def _draw_lot(into: Element, city: City, lot: Lot) -> None:
    x, y = _corner(lot)
    svg.shape(into, "rect", x=x, y=y, width=_LOT, height=_LOT, fill=_TILE, stroke=_STREET)
    tile, content = city.tile_at(lot), city[lot]
    if isinstance(content, Structure):
        _draw_structure(into, content, x + 0.5 * _LOT, y + 0.5 * _LOT)
    elif content is UNKNOWN:
        svg.words(into, x + 0.5 * _LOT, y + 0.7 * _LOT, str(content), 28)
    elif tile.guild is not None and tile.corner is not None and icon_lot(lot.tile, tile.corner) == lot:
        svg.words(into, x + 0.5 * _LOT, y + 0.68 * _LOT, tile.guild, 24, fill=_COLOURS[tile.guild])


def _draw_structure(into: Element, structure: Structure, x: float, y: float) -> None:
    fill, half = _COLOURS[structure.colour], 0.4 * _LOT
    if structure.kind is Kind.TOWER:
        _draw_pyramid(into, x, y, half, fill)
    else:
        svg.shape(into, "circle", cx=x, cy=y, r=half, fill=fill, stroke=_BLACK)
    if structure.cap is not None:
        _draw_pyramid(into, x, y, 0.5 * half, _CAPS[structure.cap])
    else:
        letter = structure.colour if structure.kind is Kind.TOWER else structure.colour.lower()
        svg.words(into, x, y + 6, letter, 18, fill="#ffffff")


def _draw_pyramid(into: Element, x: float, y: float, half: float, fill: str) -> None:
    size = {"width": 2 * half, "height": 2 * half}
    svg.shape(into, "rect", x=x - half, y=y - half, **size, fill=fill, stroke=_BLACK)
    for side in (-half, half):
        svg.shape(into, "line", x1=x - half, y1=y - side, x2=x + half, y2=y + side, stroke="#ffffff66")
