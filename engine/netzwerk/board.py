"""The landscape: which fields there are, and of what kind (N-2, N-3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.illegible import IllegibleError
from engine.messages import Message
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import DESERT, MOST_FIELDS, UNREAD, UNREAD_VALUE, City, Colour, Kind

NO_BOARD = Message("the board has no field")
TOO_LARGE = Message("the board has {count} fields, and at most {most} are read")


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Fields with their kinds; boards are equal when both are."""

    kinds: Mapping[Field, Kind]

    @classmethod
    def read(cls, kinds: Mapping[Field, Kind]) -> Board:
        """The board of fields from a text; IllegibleError where there are none, or more than MOST_FIELDS."""
        if not kinds:
            raise IllegibleError(NO_BOARD)
        if len(kinds) > MOST_FIELDS:
            raise IllegibleError(TOO_LARGE, count=len(kinds), most=MOST_FIELDS)
        return cls(kinds)

    def __eq__(self, other: object) -> bool:
        """Whether it has the same fields of the same kinds."""
        return isinstance(other, Board) and dict(self.kinds) == dict(other.kinds)

    def __hash__(self) -> int:
        """By the fields."""
        return hash(frozenset(self.kinds))

    def __contains__(self, field: Field) -> bool:
        """Whether there is a field there."""
        return field in self.kinds

    def __getitem__(self, field: Field) -> Kind:
        """The kind of a field; KeyError where there is none."""
        return self.kinds[field]

    def __iter__(self) -> Iterator[Field]:
        """All fields."""
        return iter(self.kinds)

    def is_city(self, field: Field) -> bool:
        """Whether a city is there."""
        return isinstance(self.kinds.get(field), City)

    def can_be_entered(self, field: Field) -> bool:
        """Whether a miner may stand there: on a field not known to be a desert (N-2.8)."""
        return self.kinds.get(field, DESERT) is not DESERT

    @property
    def connections(self) -> tuple[Connection, ...]:
        """All pairs of neighbours. A connector can be laid on each; on deserts none may lie (N-6.7)."""
        return tuple(
            dict.fromkeys(
                Connection.of(field, near)
                for field in self.kinds
                for near in field.neighbours()
                if near in self.kinds
            )
        )

    def is_on_desert(self, connection: Connection) -> bool:
        """Whether a connection ends on a desert."""
        return any(self.kinds.get(field) is DESERT for field in connection.fields)

    def city_values(self, fields: Iterable[Field]) -> tuple[int, ...]:
        """The values of the cities among some fields, sorted, without those that could not be read."""
        kinds = (self.kinds[field] for field in set(fields))
        return tuple(sorted(kind.value for kind in kinds if isinstance(kind, City) and kind.value))

    def colour_of(self, field: Field) -> Colour | None:
        """The landscape's colour; None for a city, a desert or a field that could not be read."""
        kind = self.kinds[field]
        return kind if isinstance(kind, Colour) else None

    @property
    def unread(self) -> frozenset[Field]:
        """The fields whose kind, or whose city's value, could not be read."""
        return frozenset(it for it, kind in self.kinds.items() if kind in (UNREAD, City(UNREAD_VALUE)))

    def turned(self) -> Board:
        """The board turned by 60 degrees about the origin."""
        return Board({field.turned(): kind for field, kind in self.kinds.items()})
