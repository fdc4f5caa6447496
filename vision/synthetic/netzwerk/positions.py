"""Random positions, from the set-up to the end, by how they look rather than by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from engine.netzwerk.board import Board
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import CONNECTORS_EACH, DESERT, Player
from engine.netzwerk.state import State, opening
from vision.synthetic.chance import one_of
from vision.synthetic.netzwerk.scene import PLAYERS

_LONGEST = 6  # connectors on the way from a city to the next
_BY_LANDSCAPE = 0.98  # share of ways that leave a city over a landscape, as the rules want it

_CROWD = (4, 11)  # at least so many miners, and fewer than that
_STONY = (0.12, 0.44, 0.44)  # how often no, one and two stones lie on a landscape when most bear some


def random_state(rng: np.random.Generator, board: Board, players: int, *, stony: bool = False) -> State:
    """A position of so many players on a board: hands and turn as at the start.

    stony: with one or two stones on most landscapes, as often the one as the other.
    """
    who = tuple(Player(PLAYERS[int(at)]) for at in rng.permutation(len(PLAYERS))[:players])
    return random_state_of(rng, board, who, stony=stony)


def random_state_of(
    rng: np.random.Generator, board: Board, who: tuple[Player, ...], *, stony: bool = False
) -> State:
    """The same for given players."""
    state = opening(board, who)
    age = 0.0 if rng.random() < 0.06 else float(rng.uniform(0, 1))
    kept = 1 - age * float(rng.uniform(0.3, 1))
    stones = {field: int(rng.choice(3, p=_STONY)) if stony else _left(rng, kept) for field in state.stones}
    laid: dict[Player, frozenset[Connection]] = {}
    everyones: list[list[Connection]] = []
    for player in who:
        count = round(CONNECTORS_EACH * min(1.0, age * float(rng.uniform(0.2, 1.1))))
        laid[player] = _network(rng, board, count, everyones)
    miners: dict[Player, Field | None] = dict.fromkeys(who)
    for player in who:
        if rng.random() < (0.5 if age == 0 else 0.97):
            miners[player] = _stand(rng, board, stones, laid, miners)
    return replace(state, stones=stones, miners=miners, connectors=laid)


def random_crowd(rng: np.random.Generator, state: State) -> dict[Field, Player]:
    """Miners of any colours on some fields of a position that are free of miners, as no rule would have them."""
    free = sorted(field for field in state.board if field not in state.occupied)
    fields = rng.permutation(len(free))[: int(rng.integers(*_CROWD))]
    return {free[int(at)]: Player(PLAYERS[int(rng.integers(len(PLAYERS)))]) for at in fields}


def _left(rng: np.random.Generator, kept: float) -> int:
    """Stones left on a landscape. Where one was taken, miners often pass again, so a single one is rare in play."""
    if rng.random() < 0.5:
        return 2 if rng.random() < kept else 0
    return int(rng.binomial(2, kept))


def _network(
    rng: np.random.Generator, board: Board, count: int, everyones: list[list[Connection]]
) -> frozenset[Connection]:
    """About so many connectors of a player: ways between cities, along those of others at times, and stumps."""
    laid: set[Connection] = set()
    for _ in range(12):
        if len(laid) >= count:
            break
        if everyones and rng.random() < 0.12:
            way = everyones[int(rng.integers(len(everyones)))]
        elif rng.random() < 0.12:
            way = _stump(rng, board)
        else:
            way = _way(rng, board, laid)
        everyones.append(way)
        laid |= set(way)
    return frozenset(sorted(laid)[:: int(rng.choice([1, -1]))][:CONNECTORS_EACH])


def _way(rng: np.random.Generator, board: Board, laid: set[Connection]) -> list[Connection]:
    """A way from a city, or from an own connector, through landscapes to another city."""
    starts = sorted(field for field in board if board.is_city(field))
    touched = sorted({field for it in laid for field in it.fields})
    if touched and rng.random() < 0.2:
        starts = touched
    for _ in range(10):
        at = starts[int(rng.integers(len(starts)))]
        seen = {at}
        way: list[Connection] = []
        while len(way) < _LONGEST:
            nexts = [f for f in at.neighbours() if f in board and board[f] is not DESERT and f not in seen]
            if not way and rng.random() < _BY_LANDSCAPE:
                nexts = [f for f in nexts if not board.is_city(f)]
            if not nexts:
                break
            goals = [f for f in nexts if board.is_city(f)]
            pool = goals if goals and rng.random() < 0.55 else nexts
            after = pool[int(rng.integers(len(pool)))]
            way.append(Connection.of(at, after))
            seen.add(after)
            at = after
            if board.is_city(at):
                return way
    return way


def _stump(rng: np.random.Generator, board: Board) -> list[Connection]:
    """One connector anywhere."""
    fields = sorted(field for field in board if board[field] is not DESERT)
    for _ in range(20):
        at = fields[int(rng.integers(len(fields)))]
        near = [f for f in at.neighbours() if f in board and board[f] is not DESERT]
        if near:
            return [Connection.of(at, near[int(rng.integers(len(near)))])]
    return []


def _stand(
    rng: np.random.Generator,
    board: Board,
    stones: Mapping[Field, int],
    laid: Mapping[Player, frozenset[Connection]],
    miners: Mapping[Player, Field | None],
) -> Field:
    """Where a miner stands, on fields with stones and connectors more often than not."""
    ends = {field for its in laid.values() for it in its for field in it.fields}
    free = sorted(f for f in board if board[f] is not DESERT and f not in miners.values())
    return one_of(rng, free, [1.0 + (stones.get(f, 0) > 0) + 1.5 * (f in ends) for f in free])
