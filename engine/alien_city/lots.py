"""The 80 lots of a city: their names and where they lie (P1)."""

from __future__ import annotations

import re

from engine.illegible import IllegibleError
from engine.messages import Message

COLUMNS = 8
ROWS = 10

NO_LOT = Message("no such lot: {text!r} (lots are A1 to H10)")

_NAME = re.compile(r"([A-H])([1-9]|10)")


class Lot(int):
    """A lot by its number, row by row from the lower left: A1 is 0, H1 is 7, A2 is 8, H10 is 79.

    >>> Lot.parse("c7"), int(Lot.parse("C7")), str(Lot(79))
    (Lot.parse('C7'), 50, 'H10')

    Raises ValueError for a number that is no lot.
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Lot:
        """The lot of that number, 0 to 79."""
        if not 0 <= number < COLUMNS * ROWS:
            raise ValueError(f"no such lot: {number} (lots are numbered 0 to {COLUMNS * ROWS - 1})")
        return super().__new__(cls, number)

    @classmethod
    def parse(cls, text: str) -> Lot:
        """The lot of that name, in capital or small letters; IllegibleError for anything else."""
        match = _NAME.fullmatch(text.upper())
        if match is None:
            raise IllegibleError(NO_LOT, text=text)
        return LOTS[(int(match[2]) - 1) * COLUMNS + ord(match[1]) - ord("A")]

    @property
    def column(self) -> int:
        """The column, 0 (A) to 7 (H)."""
        return self % COLUMNS

    @property
    def row(self) -> int:
        """The row, 0 (row 1) to 9 (row 10)."""
        return self // COLUMNS

    @property
    def tile(self) -> int:
        """The number of the tile it is part of, 0 (A1) to 19 (G9)."""
        return self.row // 2 * 4 + self.column // 2

    def turned(self) -> Lot:
        """The lot in its place when the city is turned by 180 degrees."""
        return LOTS[COLUMNS * ROWS - 1 - self]

    def __str__(self) -> str:
        """Its text form."""
        return f"{'ABCDEFGH'[self.column]}{self.row + 1}"

    def __format__(self, spec: str) -> str:
        """Format the name, not the number."""
        return format(str(self), spec)

    def __repr__(self) -> str:
        """An expression that makes it again."""
        return f"Lot.parse({str(self)!r})"


LOTS: tuple[Lot, ...] = tuple(Lot(number) for number in range(COLUMNS * ROWS))
"""All lots, A1 first."""
