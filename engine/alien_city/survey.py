"""What R1 to R5 say about every lot of a city, worked out once for all pieces.

Unknown lots, guilds and corners count for the player: a rule is held against a placement only when it
is broken however the unknowns turn out. So every question has two answers, "perhaps" and "for
certain", which are the same in a city without unknowns.
"""

from __future__ import annotations

from enum import Flag, auto

from engine.alien_city.city import UNKNOWN, City
from engine.alien_city.house_rules import BOOK, HouseRules
from engine.alien_city.lots import COLUMNS, ROWS, Lot
from engine.alien_city.pieces import PIECES, Colour, Kind, Piece
from engine.alien_city.streets import (
    EVERYWHERE,
    LotSet,
    keeping_streets_whole,
    keeping_structures_connected,
    lot_set,
    lots_in,
    networks,
)
from engine.alien_city.tiles import TILE_LOTS, Corner, icon_lot
from engine.alien_city.turns import PLACEMENTS, Placement


class Rule(Flag):
    """The rules on where a structure may stand."""

    R1 = auto()
    R2 = auto()
    R3 = auto()
    R4 = auto()
    R5 = auto()


NO_RULE = Rule(0)

MOST_TRIED = 4
"""The most unread lots that are tried both ways; each one more doubles the work."""

_LEFT: LotSet = sum(0b01010101 << row * COLUMNS for row in range(ROWS))
_RIGHT: LotSet = _LEFT << 1
_LOWER: LotSet = sum(0xFF << row * COLUMNS for row in range(0, ROWS, 2))
_UPPER: LotSet = _LOWER << COLUMNS

TILE_SETS: tuple[LotSet, ...] = tuple(lot_set(lots) for lots in TILE_LOTS)
"""The lots of each tile as a set."""

_ICON_SETS: tuple[dict[Corner | None, LotSet], ...] = tuple(
    {None: 0} | {corner: 1 << icon_lot(number, corner) for corner in Corner}
    for number in range(len(TILE_LOTS))
)


def _across(lots: LotSet) -> LotSet:
    """The lots moved to the other column of their tiles."""
    return (lots & _LEFT) << 1 | (lots & _RIGHT) >> 1


def _over(lots: LotSet) -> LotSet:
    """The lots moved to the other row of their tiles."""
    return (lots & _LOWER) << COLUMNS | (lots & _UPPER) >> COLUMNS


def with_another_on_tile(lots: LotSet) -> LotSet:
    """The lots whose tile holds a lot of the set other than themselves."""
    across = _across(lots)
    return across | _over(lots) | _over(across)


def on_tiles_with_two(lots: LotSet) -> LotSet:
    """All lots of the tiles that hold two lots of the set or more."""
    twice = lots & with_another_on_tile(lots)
    return twice | with_another_on_tile(twice)


class Survey:
    """The rules R1 to R5 laid over one city.

    Sets of lots, as ints: `streets` (known to be empty), `unread`, `built`; `passing` lots pass
    R4 perhaps, `surely_passing` for certain; `closed` lots are shut by R5; `thick` tiles hold two
    structures or more, perhaps; `of_guild` the lots by the guild of their tile, None where unknown.
    """

    __slots__ = (
        "built",
        "city",
        "closed",
        "house_rules",
        "of_guild",
        "passing",
        "streets",
        "surely_passing",
        "thick",
        "unread",
    )

    def __init__(self, city: City, house_rules: HouseRules = BOOK) -> None:
        """Survey the city under these house rules."""
        self.city = city
        self.house_rules = house_rules
        streets = unread = 0
        bit = 1
        for content in city.lots:
            if content is None:
                streets |= bit
            elif content is UNKNOWN:
                unread |= bit
            bit <<= 1
        self.streets, self.unread = streets, unread
        self.built = EVERYWHERE & ~streets & ~unread
        of_guild: dict[Colour | None, LotSet] = dict.fromkeys((*Colour, None), 0)
        icons = 0
        for tile, lots, by_corner in zip(city.tiles, TILE_SETS, _ICON_SETS, strict=True):
            of_guild[tile.guild] |= lots
            icons |= by_corner[tile.corner]
        self.of_guild = of_guild
        self.passing = self._passing(streets | unread, self.built, streets)
        self.surely_passing = self._surely_passing() if unread else self.passing
        self.closed = icons & with_another_on_tile(self.surely_passing)
        self.thick = on_tiles_with_two(self.built | unread)

    def _passing(self, streets: LotSet, built: LotSet, seen: LotSet) -> LotSet:
        if self.house_rules.cut_off_lots:
            return keeping_structures_connected(streets, built)
        return keeping_streets_whole(streets, built, seen)

    def _surely_passing(self) -> LotSet:
        """The lots that pass R4 whatever the unread lots are.

        Up to MOST_TRIED unread lots are tried in all combinations. More of them are all taken to be built on,
        unless the streets then fall apart: unread lots may join them, any lot may lead there, and none is sure.
        """
        if self.unread.bit_count() > MOST_TRIED:
            if not self.house_rules.cut_off_lots and len(networks(self.streets)) > 1:
                return 0
            return self._passing(self.streets, self.built | self.unread, self.streets)
        sure, open_ones = self.streets, self.unread
        while True:
            streets = self.streets | open_ones
            sure &= self._passing(streets, EVERYWHERE & ~streets, streets)
            if not open_ones:
                return sure
            # The next subset of the unread lots: as binary numbers, each is the next smaller one.
            open_ones = (open_ones - 1) & self.unread

    def fallback(self, colour: Colour) -> bool:
        """Whether domes of the colour may go on tiles of other colours (R2, A2), as far as can be told."""
        return not self.surely_passing & self.of_guild[colour]

    def fallback_dome(self, placement: Placement) -> bool:
        """Whether the placement is a dome that needs the fallback of R2 and may have it."""
        return (
            placement.piece.kind is Kind.DOME
            and not self.of_guild[placement.piece.colour] & 1 << placement.lot
            and self.fallback(placement.piece.colour)
        )

    def fitting(self, piece: Piece) -> LotSet:
        """The lots on which R2 and R3 do not forbid the piece."""
        of_guild = self.of_guild
        if piece.kind is Kind.TOWER:
            return of_guild[piece.colour] | of_guild[Colour.BLACK] | of_guild[None] | self.thick
        if not self.fallback(piece.colour):
            return of_guild[piece.colour] | of_guild[None]
        if self.house_rules.fallback_keeps_r3:
            return of_guild[piece.colour] | of_guild[Colour.BLACK] | of_guild[None] | self.thick
        return EVERYWHERE

    def legal(self, pieces: tuple[Piece, ...] = PIECES) -> list[Placement]:
        """All legal placements of the pieces, hands left aside."""
        open_lots = self.streets & self.passing & ~self.closed
        placements = []
        for piece in pieces:
            by_lot = PLACEMENTS[piece]
            lots = open_lots & self.fitting(piece)
            while lots:
                lowest = lots & -lots
                placements.append(by_lot[lowest.bit_length() - 1])
                lots ^= lowest
        return placements

    def violated(self, placement: Placement) -> Rule:
        """All of R1 to R5 that the placement certainly breaks; on a built lot R1 alone (A16).

        Nothing is certain about a lot that could not be read: built on, R1 alone would hold.
        """
        bit = 1 << placement.lot
        if self.built & bit:
            return Rule.R1
        if self.unread & bit:
            return NO_RULE
        broken = NO_RULE
        piece = placement.piece
        if not self.fitting(piece) & bit:
            # A dome that the fallback lets onto the tile can only fail by `fallback_keeps_r3`.
            thin = piece.kind is Kind.TOWER or self.fallback_dome(placement)
            broken |= Rule.R3 if thin else Rule.R2
        if not self.passing & bit:
            broken |= Rule.R4
        if self.closed & bit:
            broken |= Rule.R5
        return broken

    def open_on_tile(self, lot: Lot) -> list[Lot]:
        """The other lots of the lot's tile that certainly pass R4: they close an icon lot (R5)."""
        return list(lots_in(TILE_SETS[lot.tile] & self.surely_passing & ~(1 << lot)))
