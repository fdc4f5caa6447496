"""Tiles: a guild, the corner its icon stands in, and the four lots (P1, P2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.alien_city.lots import COLUMNS, LOTS, Lot
from engine.alien_city.pieces import Colour
from engine.illegible import IllegibleError
from engine.messages import Message

TILE_COLUMNS = 4
TILE_ROWS = 5
TILES_EACH = 5
"""Of each guild (P1)."""
UNKNOWN_MARK = "?"

NO_TILE = Message("no such tile: {text!r} (a guild R B G K ? and an icon corner ^ > v < ?)")
OTHER_ROWS = Message("{text!r} has {count} rows, a city has {due}")
OTHER_ROW = Message("row {row!r} does not hold 4 tiles")


class Corner(StrEnum):
    """The corner of a tile in which the icon stands, as the turned arrow of tile strings.

    The marks are those of the R package ppgames: the arrow is the way the tile's own "up" points,
    and an unturned tile bears its icon in the upper left.
    """

    UPPER_LEFT = "^"
    UPPER_RIGHT = ">"
    LOWER_RIGHT = "v"
    LOWER_LEFT = "<"

    def turned(self) -> Corner:
        """The corner in its place when the tile is turned by 180 degrees."""
        corners = tuple(Corner)
        return corners[(corners.index(self) + 2) % 4]


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile's guild and icon corner; None is what is not known.

    >>> Tile.parse("K<"), str(Tile(None, Corner.UPPER_LEFT))
    (Tile.parse('K<'), '?^')
    """

    guild: Colour | None
    corner: Corner | None

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile that two characters stand for; IllegibleError for anything else."""
        if len(text) == 2 and text[0] in "RBGK?" and text[1] in "^>v<?":
            return cls(
                None if text[0] == UNKNOWN_MARK else Colour(text[0]),
                None if text[1] == UNKNOWN_MARK else Corner(text[1]),
            )
        raise IllegibleError(NO_TILE, text=text)

    def turned(self) -> Tile:
        """The tile turned by 180 degrees."""
        return Tile(self.guild, self.corner.turned() if self.corner else None)

    def __str__(self) -> str:
        """Its text form."""
        return (self.guild or UNKNOWN_MARK) + (self.corner or UNKNOWN_MARK)

    def __repr__(self) -> str:
        """An expression that makes it again."""
        return f"Tile.parse({str(self)!r})"


TILE_LOTS: tuple[tuple[Lot, Lot, Lot, Lot], ...] = tuple(
    (LOTS[first], LOTS[first + 1], LOTS[first + COLUMNS], LOTS[first + COLUMNS + 1])
    for row in range(TILE_ROWS)
    for first in range(row * 2 * COLUMNS, row * 2 * COLUMNS + COLUMNS, 2)
)
"""The four lots of each tile: lower left, lower right, upper left, upper right."""

_PLACE_OF_CORNER = {
    Corner.LOWER_LEFT: 0,
    Corner.LOWER_RIGHT: 1,
    Corner.UPPER_LEFT: 2,
    Corner.UPPER_RIGHT: 3,
}


def icon_lot(tile: int, corner: Corner) -> Lot:
    """The icon lot of the tile with that number when its icon stands in that corner (P2)."""
    return TILE_LOTS[tile][_PLACE_OF_CORNER[corner]]


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The 20 tiles of a tile string, lower left tile first; IllegibleError when it is none.

    The string itself runs from the top row (rows 9 and 10) down, rows parted by `/`.
    """
    rows = text.split("/")
    if len(rows) != TILE_ROWS:
        raise IllegibleError(OTHER_ROWS, text=text, count=len(rows), due=TILE_ROWS)
    for row in rows:
        if len(row) != 2 * TILE_COLUMNS:
            raise IllegibleError(OTHER_ROW, row=row)
    return tuple(Tile.parse(row[i : i + 2]) for row in reversed(rows) for i in range(0, 2 * TILE_COLUMNS, 2))


def format_tiles(tiles: Sequence[Tile]) -> str:
    """The tile string of 20 tiles."""
    return "/".join(
        "".join(str(tile) for tile in tiles[row * TILE_COLUMNS : (row + 1) * TILE_COLUMNS])
        for row in reversed(range(TILE_ROWS))
    )
