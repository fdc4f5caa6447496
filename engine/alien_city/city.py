"""A city: tiles and what stands on the lots, as an immutable position with a text form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, TypeAlias

from engine.alien_city.lots import COLUMNS, LOTS, ROWS, Lot
from engine.alien_city.pieces import Structure
from engine.alien_city.tiles import OTHER_ROWS, TILE_LOTS, UNKNOWN_MARK, Tile, format_tiles, parse_tiles
from engine.illegible import ILLEGAL_POSITION, IllegibleError
from engine.messages import Message

NOT_TWO_WORDS = Message("it is not two words, tiles and lots, and behind them at most a player and hands")
NO_CONTENT = Message("{sign!r} in row {row!r} stands for nothing")
OTHER_LOTS = Message("row {row!r} holds {count} lots, a row has 8")


class Unknown(Enum):
    """The type of UNKNOWN."""

    UNKNOWN = UNKNOWN_MARK

    def __str__(self) -> str:
        """Its text form."""
        return UNKNOWN_MARK

    def __repr__(self) -> str:
        """An expression that makes it again."""
        return "UNKNOWN"


UNKNOWN: Final[Literal[Unknown.UNKNOWN]] = Unknown.UNKNOWN
"""What stands on a lot that could not be read: a street or any structure."""

Content: TypeAlias = Structure | Unknown | None
"""A structure, None for a street, or UNKNOWN."""

# Two digits at a time: a row that a damaged file runs into a long number must not fill the memory.
_CONTENT = re.compile(r"[0-9]{1,2}|[rbgkRBGK][ox]?|\?|(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class City:
    """A position: 20 tiles from A1 to G9 and the content of 80 lots from A1 to H10.

    The text form is two words, the tile string and the lots, both from the top row down:

    >>> tiles = "G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<"
    >>> city = City.parse(f"{tiles} 8/8/8/8/8/8/8/8/3Rok?2/8")
    >>> city[Lot.parse("D2")], city[Lot.parse("F2")], city[Lot.parse("A1")]
    (Structure.parse('Ro'), UNKNOWN, None)

    Raises ValueError when there are not 20 tiles and 80 lots.
    """

    tiles: tuple[Tile, ...]
    lots: tuple[Content, ...]

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if len(self.tiles) != len(TILE_LOTS) or len(self.lots) != len(LOTS):
            raise ValueError(
                f"a city has {len(TILE_LOTS)} tiles and {len(LOTS)} lots, "
                f"not {len(self.tiles)} and {len(self.lots)}"
            )

    @classmethod
    def parse(cls, text: str) -> City:
        """The city of a position text; IllegibleError with the offending part for anything else."""
        words = text.split()
        if len(words) != 2:
            raise IllegibleError(ILLEGAL_POSITION, text=text, reason=NOT_TWO_WORDS)
        rows = words[1].split("/")
        if len(rows) != ROWS:
            raise IllegibleError(OTHER_ROWS, text=words[1], count=len(rows), due=ROWS)
        return cls(
            parse_tiles(words[0]),
            tuple(content for row in reversed(rows) for content in _parse_row(row)),
        )

    @classmethod
    def empty(cls, tiles: Sequence[Tile] | str) -> City:
        """The city of these tiles, or of a tile string, before the first turn."""
        parsed = parse_tiles(tiles) if isinstance(tiles, str) else tuple(tiles)
        return cls(parsed, (None,) * len(LOTS))

    def __getitem__(self, lot: Lot) -> Content:
        """What stands on the lot."""
        return self.lots[lot]

    def with_lot(self, lot: Lot, content: Content) -> City:
        """The same city with that content on that lot."""
        return City(self.tiles, (*self.lots[:lot], content, *self.lots[lot + 1 :]))

    def turned(self) -> City:
        """The city turned by 180 degrees, which is the same position (the game has no "up")."""
        return City(tuple(tile.turned() for tile in reversed(self.tiles)), self.lots[::-1])

    def tile_at(self, lot: Lot) -> Tile:
        """The tile that the lot is part of."""
        return self.tiles[lot.tile]

    def structures(self) -> list[tuple[Lot, Structure]]:
        """Everything known to stand, by lot."""
        return [(lot, it) for lot, it in zip(LOTS, self.lots, strict=True) if isinstance(it, Structure)]

    def unknown_lots(self) -> tuple[Lot, ...]:
        """The lots that could not be read."""
        return tuple(lot for lot, it in zip(LOTS, self.lots, strict=True) if it is UNKNOWN)

    @property
    def is_known(self) -> bool:
        """Whether every tile and every lot could be read."""
        return UNKNOWN not in self.lots and all(tile.guild and tile.corner for tile in self.tiles)

    def __str__(self) -> str:
        """Its text form."""
        rows = (self.lots[row * COLUMNS : (row + 1) * COLUMNS] for row in reversed(range(ROWS)))
        return f"{format_tiles(self.tiles)} {'/'.join(map(_format_row, rows))}"

    def __repr__(self) -> str:
        """An expression that makes it again."""
        return f"City.parse({str(self)!r})"


def _parse_row(row: str) -> list[Content]:
    contents: list[Content] = []
    for match in _CONTENT.finditer(row):
        token = match[0]
        if match[1] is not None:
            raise IllegibleError(NO_CONTENT, sign=token, row=row)
        if token.isdecimal():
            contents += [None] * int(token)
        else:
            contents.append(UNKNOWN if token == UNKNOWN_MARK else Structure.parse(token))
    if len(contents) != COLUMNS:
        raise IllegibleError(OTHER_LOTS, row=row, count=len(contents))
    return contents


def _format_row(contents: Sequence[Content]) -> str:
    text, streets = "", 0
    for content in (*contents, UNKNOWN):
        if content is None:
            streets += 1
        else:
            text += f"{streets or ''}{content}"
            streets = 0
    return text[:-1]
