"""Fields of a board of hexagons, and the connections between neighbours.

Axial coordinates on a pointy-top grid: `q` grows to the east, `r` to the south-east.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.illegible import IllegibleError
from engine.messages import Message

NO_FIELD = Message("no such field: {text!r} (it is written like {example})")
NO_CONNECTION = Message("no such connection: {text!r} (a field and E, SE or SW, as in 3,-1SW)")

DIRECTIONS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
"""The steps to the six neighbours, by their names."""

_FARTHEST = 999

_NAMED_BY = ("E", "SE", "SW")  # connections are named in these directions only, so that each has one name
_FIELD = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")
_CONNECTION = re.compile(r"(-?[0-9]{1,3},-?[0-9]{1,3})(E|SE|SW)")


@dataclass(frozen=True, slots=True, order=True)
class Field:
    """A hexagon by its place.

    >>> Field.parse("3,-1").beside("SW")
    Field.parse('2,0')
    """

    q: int
    r: int

    @classmethod
    def parse(cls, text: str) -> Field:
        """The field that a text such as `3,-1` stands for; IllegibleError for anything else."""
        if found := _FIELD.fullmatch(text):
            return cls(int(found[1]), int(found[2]))
        raise IllegibleError(NO_FIELD, text=text, example="3,-1")

    @classmethod
    def at(cls, q: int, r: int) -> Field:
        """The field at a place; IllegibleError where that is too far away to have a name."""
        if max(abs(q), abs(r)) > _FARTHEST:
            raise IllegibleError(NO_FIELD, text=f"{q},{r}", example="3,-1")
        return cls(q, r)

    @classmethod
    def is_named(cls, text: str) -> bool:
        """Whether a text stands for a field."""
        return _FIELD.fullmatch(text) is not None

    def beside(self, direction: str) -> Field:
        """The neighbour in one of DIRECTIONS, whether or not there is a field on the board."""
        q, r = DIRECTIONS[direction]
        return Field(self.q + q, self.r + r)

    def neighbours(self) -> Iterator[Field]:
        """The six places around it."""
        for q, r in DIRECTIONS.values():
            yield Field(self.q + q, self.r + r)

    def is_in_line(self, other: Field) -> bool:
        """Whether another field lies in one of the six straight lines from here."""
        q, r = other.q - self.q, other.r - self.r
        return 0 in (q, r, q + r)

    def turned(self) -> Field:
        """Its place when the table is turned by 60 degrees about the origin."""
        return Field(-self.r, self.q + self.r)

    def __str__(self) -> str:
        """Its text form."""
        return f"{self.q},{self.r}"

    def __repr__(self) -> str:
        """An expression that makes it again."""
        return f"Field.parse({str(self)!r})"


@dataclass(frozen=True, slots=True, order=True)
class Connection:
    """Two fields, the smaller first, between which a connector might lie; `of` and `parse` make one.

    >>> Connection.of(Field(1, 0), Field(0, 0))
    Connection.parse('0,0E')
    """

    first: Field
    second: Field

    @classmethod
    def of(cls, one: Field, other: Field) -> Connection:
        """The connection of two fields, in whichever order, neighbours or not."""
        return cls(*sorted((one, other)))

    @classmethod
    def parse(cls, text: str) -> Connection:
        """The connection of a text such as `3,-1SW`; IllegibleError for anything else."""
        if found := _CONNECTION.fullmatch(text):
            field = Field.parse(found[1])
            return cls.of(field, field.beside(found[2]))
        raise IllegibleError(NO_CONNECTION, text=text)

    @property
    def fields(self) -> tuple[Field, Field]:
        """Both ends."""
        return self.first, self.second

    @property
    def joins_neighbours(self) -> bool:
        """Whether its ends share a side."""
        return self.second in self.first.neighbours()

    def turned(self) -> Connection:
        """Where it is when the table is turned by 60 degrees about the origin."""
        return Connection.of(self.first.turned(), self.second.turned())

    def __str__(self) -> str:
        """Its text form; both ends where they are no neighbours."""
        for start, end in (self.fields, self.fields[::-1]):
            for direction in _NAMED_BY:
                if start.beside(direction) == end:
                    return f"{start}{direction}"
        return f"{self.first}-{self.second}"

    def __repr__(self) -> str:
        """An expression that makes it again."""
        if self.joins_neighbours:
            return f"Connection.parse({str(self)!r})"
        return f"Connection.of({self.first!r}, {self.second!r})"


def parts(fields: Iterable[Field]) -> list[set[Field]]:
    """The fields in groups that hang together, deserts included: the pieces join, whatever is printed on them."""
    left, found = set(fields), []
    while left:
        part = waiting = {left.pop()}
        while waiting:
            waiting = {near for field in waiting for near in field.neighbours()} & left
            left -= waiting
            part = part | waiting
        found.append(part)
    return found
