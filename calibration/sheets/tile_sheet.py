"""Twenty tiles of Alien City to print and cut out: lots of 25.4 mm, made to be told apart by people and cameras."""

from __future__ import annotations

import numpy as np

from calibration.sheets.icons import ICONS
from calibration.sheets.sheet import GREY, Rgb, Sheet, rectangle
from engine.alien_city import Colour
from engine.alien_city.tiles import TILES_EACH
from engine.messages import Message
from vision.alien_city.board import LOT

TILE_MM = 2 * LOT
ICON_MM = 15.0

INKS: dict[Colour, Rgb] = {
    Colour.RED: (205, 35, 45),
    Colour.BLUE: (35, 85, 190),
    Colour.GREEN: (50, 180, 110),
    Colour.BLACK: (38, 38, 38),
}
"""To those who hardly see red or green, too, they differ: in brightness and, the blue one, in hue."""

_TINT = 0.16  # of a tile's ground: pale, so that pieces of its own colour stand out
_FRAME_MM = 2.4
_LINE_MM = 0.35
_BESIDE_MM = 16.0  # from the tiles to what is written at their sides, beyond the cutting marks

TITLE = Message("Kibitz: tiles of Alien City, sheet {number} of 2. Cut along the outer edges of the frames.")


def draw_tile_sheets(sheet: Sheet) -> None:
    """Two pages, each with the five tiles of two guilds and a ruler beside them."""
    for number, guilds in enumerate(((Colour.RED, Colour.BLUE), (Colour.GREEN, Colour.BLACK)), start=1):
        sheet.add_page()
        left = sheet.paper.width / 2 - TILE_MM
        top = (sheet.paper.height - TILES_EACH * TILE_MM) / 2
        # Tiles and cutting marks reach from margin to margin of a Letter; there is room at the sides only.
        sheet.write(TITLE, (left - _BESIDE_MM, sheet.paper.height / 2), 8, upwards=True, number=number)
        for column, guild in enumerate(guilds):
            for row in range(TILES_EACH):
                _draw_tile(sheet, left + column * TILE_MM, top + row * TILE_MM, guild)
        _draw_cutting_marks(sheet, left, top)
        sheet.add_upright_ruler(left + 2 * TILE_MM + _BESIDE_MM)


def _draw_tile(sheet: Sheet, x: float, y: float, guild: Colour) -> None:
    """One tile, its icon in the upper left lot; whoever lays it turns it as they like."""
    ink = INKS[guild]
    outer = rectangle(x, y, TILE_MM, TILE_MM)
    inside = TILE_MM - 2 * _FRAME_MM
    inner = rectangle(x + _FRAME_MM, y + _FRAME_MM, inside, inside)
    r, g, b = (round(255 + (part - 255) * _TINT) for part in ink)
    sheet.fill([inner], (r, g, b))
    sheet.fill([outer, inner], ink)
    middle = np.array([x, y]) + LOT
    half = inside / 2
    for along in (np.array([half, 0.0]), np.array([0.0, half])):
        sheet.line((middle - along).tolist(), (middle + along).tolist(), _LINE_MM, ink)
    # Drawn in the middle of what the frame leaves of the lot.
    centre = middle - (LOT - _FRAME_MM) / 2
    sheet.fill([centre + outline * ICON_MM / 2 for outline in ICONS[guild]], ink)


def _draw_cutting_marks(sheet: Sheet, left: float, top: float) -> None:
    """Short lines beside the tiles, where a ruler is laid."""
    right, bottom = left + 2 * TILE_MM, top + TILES_EACH * TILE_MM
    for row in range(TILES_EACH + 1):
        y = top + row * TILE_MM
        sheet.line((left - 7, y), (left - 1.5, y), 0.15, GREY)
        sheet.line((right + 1.5, y), (right + 7, y), 0.15, GREY)
    for column in range(3):
        x = left + column * TILE_MM
        sheet.line((x, bottom + 1), (x, bottom + 2.5), 0.15, GREY)
        sheet.line((x, top - 1.8), (x, top - 0.5), 0.15, GREY)
