"""Alien City v2.2: its rules are cited by number (R3, C4, ruling A7)."""

from engine.alien_city.city import UNKNOWN, City, Content, Unknown
from engine.alien_city.conduct import End, end, judge, legal_caps, legal_placements, legal_turns
from engine.alien_city.counting import UnreadLotsError, score
from engine.alien_city.game import AlienCity
from engine.alien_city.house_rules import BOOK, HouseRules
from engine.alien_city.lots import COLUMNS, LOTS, ROWS, Lot
from engine.alien_city.pieces import BOX, CAPS_EACH, PIECES, SUPPLIES, Colour, Kind, Piece, Player, Structure
from engine.alien_city.position import CityFault, CityFaults, position_faults
from engine.alien_city.score import Bonus, BonusReason, CityScore, Nearest, TowerScore
from engine.alien_city.state import State
from engine.alien_city.survey import Rule, Survey
from engine.alien_city.tiles import TILE_LOTS, Corner, Tile, format_tiles, icon_lot, parse_tiles
from engine.alien_city.turns import PLACEMENTS, Cap, Placement, Turn

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
