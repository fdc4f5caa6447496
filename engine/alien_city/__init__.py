"""Alien City v2.2: its rules are cited by number (R3, C4, ruling A7)."""

from .city import UNKNOWN, City, Content, Unknown
from .lots import COLUMNS, LOTS, ROWS, Lot
from .pieces import CAPS_EACH, PIECES, SUPPLIES, Colour, Kind, Piece, Player, Structure
from .tiles import TILE_LOTS, Corner, Tile, format_tiles, icon_lot, parse_tiles

__all__ = [
    "CAPS_EACH",
    "COLUMNS",
    "LOTS",
    "PIECES",
    "ROWS",
    "SUPPLIES",
    "TILE_LOTS",
    "UNKNOWN",
    "City",
    "Colour",
    "Content",
    "Corner",
    "Kind",
    "Lot",
    "Piece",
    "Player",
    "Structure",
    "Tile",
    "Unknown",
    "format_tiles",
    "icon_lot",
    "parse_tiles",
]
