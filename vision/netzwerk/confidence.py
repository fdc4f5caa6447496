"""How likely all that was said of a landscape is right: nothing is said by `?`, nor where there is no field."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.netzwerk.material import UNREAD, UNREAD_VALUE, City, Player
from engine.netzwerk.state import State
from vision.lens import Floats
from vision.material import balanced
from vision.network import sigmoid
from vision.netzwerk.decode import connectors_lying, miners_standing, stones_lying
from vision.netzwerk.reading import CITIES, KINDS, MOST, STONES, Reading


def confidence(reading: Reading, table: State) -> float:
    """The probability that the table a reading came to is right, its parts taken as independent of each other.

    Each part has the probability for which it was said: what the box holds and what lies beside it count. A field
    that may be none counts for less, though, even where a landscape has just so many.
    """
    parts = [*_of_fields(reading, table), *_of_miners(reading, table), *_of_connectors(reading, table)]
    return float(np.prod(parts)) if parts else 0.0


def _of_fields(reading: Reading, table: State) -> Iterator[float]:
    beside_others = balanced(reading.kinds, MOST)
    either_way = np.maximum(reading.kinds, beside_others)
    for n, field in enumerate(reading.fields):
        kind = table.board.kinds.get(field, UNREAD)
        if kind is not UNREAD:
            is_open = kind == City(UNREAD_VALUE)
            chance = beside_others[n, CITIES].sum() if is_open else either_way[n, KINDS.index(kind)]
            yield float(chance * (1 - reading.unseen[n]))
        if field in table.stones:
            lying = stones_lying(reading.stones[n], is_taken_from=field in table.occupied)
            yield float(lying[STONES.index(table.stones[field])] * (1 - reading.unseen[n]))


def _of_miners(reading: Reading, table: State) -> Iterator[float]:
    standing: Floats = miners_standing(reading, table.board.kinds, table.connectors)
    for player, chances in zip(Player, standing, strict=True):
        if player in table.players and player not in table.unknown.miners:
            at = table.miners[player]
            yield float(chances[-1 if at is None else reading.fields.index(at)])


def _of_connectors(reading: Reading, table: State) -> Iterator[float]:
    for lying in connectors_lying(reading, table.board.kinds).values():
        yield from map(float, sigmoid(np.abs(np.array([*lying.values()]))))
