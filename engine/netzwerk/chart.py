"""A landscape as spots of a small map."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from engine.game import Spot
from engine.netzwerk.board import Board
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import DESERT, UNREAD, City, Colour
from engine.netzwerk.state import State
from engine.netzwerk.words import COLOURS, NAMES


def chart(state: State) -> list[Spot]:
    """The fields and then the connections, sorted, with their middles in widths of a field from 0,0.

    >>> from .text import parse_seen
    >>> spots = chart(parse_seen("0|0:C2Y2??/0:R0## w1,0;k- w-|k-"))
    >>> [(spot.place, spot.x, spot.sign) for spot in spots if not spot.ends]
    [('0,0', 0.0, 'city 2'), ('0,1', 0.5, 'red 0'), ('1,0', 1.0, 'white miner'), ('1,1', 1.5, ''), ('2,0', 2.0, '?')]
    >>> spots[6].place, spots[6].x, spots[6].ends
    ('0,0E', 0.5, ('0,0', '1,0'))
    """
    fields = [Spot(str(field), *_middle(field), _sign(state, field)) for field in sorted(state.board)]
    return [*fields, *_ways(frozenset(state.board.kinds))]


@lru_cache(maxsize=4)
def _ways(fields: frozenset[Field]) -> tuple[Spot, ...]:
    """The connections of a landscape, whatever its fields are: they are the same at every look at it."""
    return tuple(map(_between, sorted(Board(dict.fromkeys(fields, DESERT)).connections)))


def _middle(field: Field) -> tuple[float, float]:
    return field.q + field.r / 2, -field.r * sqrt(3) / 2


def _between(connection: Connection) -> Spot:
    (x, y), (u, v) = map(_middle, connection.fields)
    return Spot(str(connection), (x + u) / 2, (y + v) / 2, ends=tuple(map(str, connection.fields)))


def _sign(state: State, field: Field) -> str:
    standing = [player for player in state.players if state.miners[player] == field]
    if standing:
        return f"{NAMES[standing[0]]} miner"
    kind = state.board[field]
    if kind in (DESERT, UNREAD):
        return "" if kind is DESERT else UNREAD.value
    if isinstance(kind, City):
        return f"city {kind.value or UNREAD}"
    assert isinstance(kind, Colour), "else it is a landscape"
    return f"{COLOURS[kind].text} {UNREAD if field in state.unknown.stones else state.stones[field]}"
