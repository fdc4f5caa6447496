"""What players may try in a turn of Netzwerk, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.netzwerk.conduct import targets
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import DESERT, NO_STONES, Colour
from engine.netzwerk.miners import moved
from engine.netzwerk.paying import payments
from engine.netzwerk.state import Phase, State
from engine.netzwerk.turns import Turn

_MOST_TRIED = 4  # connectors


def tries(rng: np.random.Generator, state: State) -> Iterator[Turn]:
    """Turns of the player to act, without end: the miner anywhere, the stone taken or left, connectors anywhere.

    Nothing is tried that a position cannot hold: a miner or a connector on a desert, two own connectors in one place.
    """
    fields = sorted(field for field in state.board if state.board[field] is not DESERT)
    free = [field for field in fields if field not in state.occupied]
    allowed = sorted(targets(state))
    while free:
        to = _where(rng, state, free, allowed)
        took = moved(state, to).took
        if rng.random() < 0.15:
            took = None if took else _stone_on(state, to)
        turn = Turn(state.player, to, took)
        if state.phase is not Phase.PLACE and rng.random() < 0.6:
            yield _with_build(rng, state, turn, fields)
        else:
            yield turn


def _where(rng: np.random.Generator, state: State, free: list[Field], allowed: list[Field]) -> Field | None:
    """Where the miner goes; mostly where it may."""
    if state.phase is Phase.BUILD:
        return None
    pick = rng.random()
    if allowed and pick < 0.6:
        return allowed[int(rng.integers(len(allowed)))]
    if state.phase is Phase.MOVE and pick < 0.65:
        return None
    return free[int(rng.integers(len(free)))]


def _stone_on(state: State, field: Field | None) -> Colour | None:
    """The colour of the stones that lie on a field."""
    if field is None or not state.stones.get(field, 0):
        return None
    return state.board.colour_of(field)


def _with_build(rng: np.random.Generator, state: State, turn: Turn, fields: list[Field]) -> Turn:
    """The turn with a way of some connectors from anywhere, paid for if the hand can."""
    own = state.connectors[turn.player]
    at = fields[int(rng.integers(len(fields)))]
    build: list[Connection] = []
    for _ in range(int(rng.integers(1, _MOST_TRIED + 1))):
        ways = [
            (Connection.of(at, near), near)
            for near in at.neighbours()
            if near in state.board and state.board[near] is not DESERT
        ]
        ways = [(way, near) for way, near in ways if way not in own and way not in build]
        if not ways or len(own) + len(build) >= len(own) + state.connectors_left(turn.player):
            break
        way, at = ways[int(rng.integers(len(ways)))]
        build.append(way)
    if not build:
        return turn
    after = moved(state, turn.to).state
    possible = payments(after, build, after.hands[turn.player])
    return replace(turn, build=tuple(sorted(build)), payment=possible[0] if possible else NO_STONES)
