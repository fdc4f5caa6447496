"""The probabilities of a reading by the names of fields and connections, and by the names of what may be there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import City, Kind, Player, Unread
from vision.evaluation import UNREAD
from vision.lens import Floats
from vision.netzwerk.reading import KINDS, MINERS, STONES, Reading

NOTHING, CITY = "nothing", "city"


@dataclass(frozen=True, eq=False)
class Chances:
    """What a reading gives to each possibility; of a place that was not looked at, none is known: empty."""

    reading: Reading

    def grounds(self, field: Field) -> Mapping[str, float]:
        """Each kind that a field may be, cities being all alike."""
        chances: dict[str, float] = {}
        for kind, chance in zip(KINDS, self._of(self.reading.kinds, field), strict=False):
            chances[ground_name(kind)] = chances.get(ground_name(kind), 0.0) + chance
        return chances

    def values(self, field: Field) -> Mapping[str, float]:
        """Each value that a city may have."""
        chances = dict(zip(KINDS, self._of(self.reading.kinds, field), strict=False))
        cities = {str(kind): chance for kind, chance in chances.items() if isinstance(kind, City)}
        return {value: chance / sum(cities.values()) for value, chance in cities.items()}

    def stones(self, field: Field) -> Mapping[str, float]:
        """Each number of stones that may lie on a field."""
        return dict(zip(map(str, STONES), self._of(self.reading.stones, field), strict=False))

    def miners(self, field: Field) -> Mapping[str, float]:
        """Each player who may stand on a field, or nobody."""
        return dict(zip(map(miner_name, MINERS), self._of(self.reading.miners, field), strict=False))

    def standing(self, player: Player, field: Field | None) -> float | None:
        """A player's miner standing there, or nowhere where it is None."""
        column = self.reading.miners[:, MINERS.index(player)]
        if field is None:
            return 1 - float(column.max())
        return float(column[self._rows[field]]) if field in self._rows else None

    def connectors(self, connection: Connection) -> Mapping[Player, float]:
        """Each player of whom a connector may lie there."""
        row = self._ways.get(connection)
        return {} if row is None else dict(zip(Player, map(float, self.reading.sticks[row]), strict=True))

    def _of(self, chances: Floats, field: Field) -> Sequence[float]:
        return [*map(float, chances[self._rows[field]])] if field in self._rows else []

    @cached_property
    def _rows(self) -> dict[Field, int]:
        return {field: n for n, field in enumerate(self.reading.fields)}

    @cached_property
    def _ways(self) -> dict[Connection, int]:
        return {connection: n for n, connection in enumerate(self.reading.connections)}


def ground_name(kind: Kind | None) -> str:
    """What a kind of field is called when nobody asks for a city's value."""
    if kind is None:
        return NOTHING
    if isinstance(kind, Unread):
        return UNREAD
    return CITY if isinstance(kind, City) else str(kind)


def miner_name(player: Player | None) -> str:
    """Who stands on a field."""
    return str(player or NOTHING)
