"""Alien City v2.2: its rules are cited by number (R3, C4, ruling A7)."""

from .city import UNKNOWN, City, Content, Unknown
from .conduct import End, end, judge, legal_caps, legal_placements, legal_turns
from .counting import UnreadLotsError, score
from .game import AlienCity
from .house_rules import BOOK, HouseRules
from .lots import COLUMNS, LOTS, ROWS, Lot
from .pieces import BOX, CAPS_EACH, PIECES, SUPPLIES, Colour, Kind, Piece, Player, Structure
from .position import CityFault, CityFaults, position_faults
from .score import Bonus, BonusReason, CityScore, Nearest, TowerScore
from .state import State
from .survey import Rule, Survey
from .tiles import TILE_LOTS, Corner, Tile, format_tiles, icon_lot, parse_tiles
from .turns import PLACEMENTS, Cap, Placement, Turn

__all__ = [
    "BOOK",
    "BOX",
    "CAPS_EACH",
    "COLUMNS",
    "LOTS",
    "PIECES",
    "PLACEMENTS",
    "ROWS",
    "SUPPLIES",
    "TILE_LOTS",
    "UNKNOWN",
    "AlienCity",
    "Bonus",
    "BonusReason",
    "Cap",
    "City",
    "CityFault",
    "CityFaults",
    "CityScore",
    "Colour",
    "Content",
    "Corner",
    "End",
    "HouseRules",
    "Kind",
    "Lot",
    "Nearest",
    "Piece",
    "Placement",
    "Player",
    "Rule",
    "State",
    "Structure",
    "Survey",
    "Tile",
    "TowerScore",
    "Turn",
    "Unknown",
    "UnreadLotsError",
    "end",
    "format_tiles",
    "icon_lot",
    "judge",
    "legal_caps",
    "legal_placements",
    "legal_turns",
    "parse_tiles",
    "position_faults",
    "score",
]
