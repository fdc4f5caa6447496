"""More or less known of a position: fields are learnt from a later look, or places are forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.netzwerk.board import Board
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import (
    DESERT,
    DESERTS,
    LANDSCAPES_EACH,
    STONES_ON_A_LANDSCAPE,
    UNREAD,
    Colour,
    Kind,
)
from engine.netzwerk.state import Phase, State


def informed(state: State, table: State, before: State) -> State:
    """The position with unknown fields, cities' values and miners filled in where the table agrees with `before`.

    A field that would be one too many of its kind, such as a fifth green one where four belong (N-2.2), is not
    believed. Where a miner stands there is a field, even if it was overlooked. A landscape that comes to light before
    the first turn has two stones; later their number is not known.
    """
    known = {
        field: table.board[field]
        for field in state.board.unread - table.board.unread
        if table.board.kinds.get(field) == before.board.kinds.get(field, UNREAD)
        and (state.board[field] is UNREAD or table.board.is_city(field))
        and _belongs(state, table.board[field])
    }
    known |= {field: table.board[field] for field in table.occupied if field not in state.board}
    standing = {
        player: at
        for player, at in table.miners.items()
        if player in state.unknown.miners
        and at == before.miners.get(player)
        and at not in (None, *state.occupied)
    }
    if not known and not standing:
        return state
    fresh = {field for field, kind in known.items() if isinstance(kind, Colour)}
    is_start = state.phase is Phase.PLACE and not state.occupied
    return replace(
        state,
        board=Board({**state.board.kinds, **known}),
        stones={**state.stones, **dict.fromkeys(fresh if is_start else (), STONES_ON_A_LANDSCAPE)},
        miners={**state.miners, **standing},
        unknown=replace(
            state.unknown,
            stones=state.unknown.stones | (frozenset() if is_start else fresh),
            miners=state.unknown.miners - standing.keys(),
        ),
    )


def _belongs(state: State, kind: Kind) -> bool:
    """Whether the landscape may have one more field of a kind than are known."""
    due = DESERTS if kind is DESERT else 1
    if isinstance(kind, Colour):
        due = LANDSCAPES_EACH - state.is_small
    return sum(it == kind for it in state.board.kinds.values()) < due


def unread(state: State, places: Iterable[str]) -> State:
    """The position with nothing known of stones and miners on some fields, and of connectors on some connections.

    Raises ValueError for a text that names neither.
    """
    for place in places:
        try:
            state = _field_unread(state, Field.parse(place))
        except ValueError:
            state = _connection_unread(state, Connection.parse(place))
    return state


def _field_unread(state: State, field: Field) -> State:
    standing = {player for player, at in state.miners.items() if at == field}
    uncounted = {field} if state.board.kinds.get(field) in tuple(Colour) else set()
    return replace(
        state,
        stones={at: count for at, count in state.stones.items() if at not in uncounted},
        miners={player: None if player in standing else at for player, at in state.miners.items()},
        unknown=replace(
            state.unknown,
            stones=state.unknown.stones | uncounted,
            miners=state.unknown.miners | standing,
        ),
    )


def _connection_unread(state: State, connection: Connection) -> State:
    here = frozenset((player, connection) for player in state.players)
    return replace(
        state,
        connectors={player: laid - {connection} for player, laid in state.connectors.items()},
        unknown=replace(state.unknown, connections=state.unknown.connections | here),
    )
