"""A landscape as spots of a small map."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from engine.netzwerk.board import Board
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import DESERT, UNREAD, UNREAD_VALUE, City, Colour
from engine.netzwerk.state import State
from engine.spots import Hue, Sign, Spot

_MINER, _CITY, _BARE, _STONE = 0.8, 0.9, 0.12, 0.2  # widths of a field, each stone so much wider than none


def chart(state: State) -> list[Spot]:
    """The fields and then the connections, sorted, with their middles in widths of a field from 0,0.

    >>> from .text import parse_seen
    >>> spots = chart(parse_seen("0|0:C2Y2??/0:R0## w1,0;k- w-|k-"))
    >>> [(spot.place, spot.x, str(spot.sign.hue)) for spot in spots if spot.sign]
    [('0,0', 0.0, 'grey'), ('0,1', 0.5, 'red'), ('1,0', 1.0, 'white')]
    >>> spots[6].place, spots[6].x, spots[6].ends
    ('0,0E', 0.5, ('0,0', '1,0'))
    """
    fields = (Spot(str(field), *_middle(field), *_shown(state, field)) for field in sorted(state.board))
    return [*fields, *_ways(frozenset(state.board.kinds))]


@lru_cache(maxsize=4)
def _ways(fields: frozenset[Field]) -> tuple[Spot, ...]:
    """The connections of a landscape, whatever the kinds of its fields: they are the same at every look."""
    return tuple(map(_between, sorted(Board(dict.fromkeys(fields, DESERT)).connections)))


def _middle(field: Field) -> tuple[float, float]:
    return field.q + field.r / 2, -field.r * sqrt(3) / 2


def _between(connection: Connection) -> Spot:
    (x, y), (u, v) = map(_middle, connection.fields)
    return Spot(str(connection), (x + u) / 2, (y + v) / 2, ends=tuple(map(str, connection.fields)))


def _shown(state: State, field: Field) -> tuple[Sign | None, bool]:
    """What stands on a field, and whether all is known of it: a disc for a miner, a square for stones, the larger the
    more there are, and a larger one for a city."""
    standing = next((player for player in state.players if state.miners[player] == field), None)
    if standing is not None:
        return Sign(Hue[standing.name], _MINER, is_round=True), True
    kind = state.board[field]
    if isinstance(kind, City):
        return Sign(Hue.GREY, _CITY, text=f"{kind.value or UNREAD}"), kind.value != UNREAD_VALUE
    if not isinstance(kind, Colour):
        return None, kind is DESERT
    is_counted = field not in state.unknown.stones
    stones = state.stones[field] if is_counted else 1  # uncounted ones are drawn as one
    return Sign(Hue[kind.name], _BARE + _STONE * stones), is_counted
