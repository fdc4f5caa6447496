"""What players may try in a turn of Netzwerk, legal or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.chance import Chance, one_of
from engine.netzwerk.conduct import targets
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import NO_STONES, Colour
from engine.netzwerk.miners import moved
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.paying import payments
from engine.netzwerk.planning import Plan, affordable
from engine.netzwerk.state import Phase, State
from engine.netzwerk.turns import Turn

_MOST_TRIED = 4  # connectors


def tries(state: State, chance: Chance, options: Options = BOOK) -> Iterator[Turn]:
    """Turns of the player to act, without end: the miner anywhere, the stone taken or left, connectors anywhere.

    Mostly the miner goes where it may, to a stone if there is one, and what can be paid for is built. Miners and
    connectors are tried on deserts as well, but never two own connectors in one place, which a position cannot hold.
    """
    fields = sorted(state.board)
    free = [field for field in fields if field not in state.occupied]
    allowed = sorted(targets(state))
    plans: dict[Field | None, tuple[Plan, ...]] = {}  # what can be built, by where the miner goes
    while free:
        to = _where(chance, state, free, allowed)
        took = moved(state, to).took
        if chance.random() < 0.15:
            took = None if took else _stone_on(state, to)
        turn = Turn(state.player, to, took)
        if state.phase is Phase.PLACE or chance.random() < 0.4:
            yield turn
        elif took and chance.random() < 0.3:
            if to not in plans:
                plans[to] = affordable(moved(state, to).state, state.player, options)
            yield _planned(chance, turn, plans[to])
        else:
            yield _with_build(chance, state, turn, fields)


def _where(chance: Chance, state: State, free: list[Field], allowed: list[Field]) -> Field | None:
    """Where the miner goes; mostly where it may."""
    if state.phase is Phase.BUILD:
        return None
    pick = chance.random()
    if allowed and pick < 0.6:
        if pick < 0.5:
            allowed = _best(state, allowed, rare=pick < 0.3)
        return one_of(chance, allowed)
    if state.phase is Phase.MOVE and pick < 0.65:
        return None
    return one_of(chance, free)


def _best(state: State, allowed: list[Field], *, rare: bool) -> list[Field]:
    """Those of some fields with a stone, or next to one; if `rare`, of the colour with the fewest stones left."""
    left = {field: state.board[field] for field, count in state.stones.items() if count}
    if rare:
        counts = Counter(left.values())
        rarest = min(counts, key=lambda colour: (counts[colour], str(colour)))
        left = {field: colour for field, colour in left.items() if colour is rarest}
    away = {field: min((_steps(field, it) for it in left), default=0) for field in allowed}
    return [field for field in allowed if away[field] == min(away.values())]


def _steps(one: Field, other: Field) -> int:
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def _planned(chance: Chance, turn: Turn, plans: Sequence[Plan]) -> Turn:
    """The turn with one of the builds that can be paid for, if there are any."""
    if not plans:
        return turn
    plan = one_of(chance, plans)
    return replace(turn, build=plan.build, payment=plan.payment)


def _stone_on(state: State, field: Field | None) -> Colour | None:
    """The colour of the stones that lie on a field."""
    if field is None or not state.stones.get(field, 0):
        return None
    return state.board.colour_of(field)


def _with_build(chance: Chance, state: State, turn: Turn, fields: list[Field]) -> Turn:
    """The turn with a way of some connectors from anywhere, paid for if the hand can."""
    own = state.connectors[turn.player]
    at = one_of(chance, fields)
    build: list[Connection] = []
    for _ in range(1 + int(chance.integers(_MOST_TRIED))):
        ways = [(Connection.of(at, near), near) for near in at.neighbours() if near in state.board]
        ways = [(way, near) for way, near in ways if way not in own and way not in build]
        if not ways or len(build) >= state.connectors_left(turn.player):
            break
        way, at = one_of(chance, ways)
        build.append(way)
    if not build:
        return turn
    after = moved(state, turn.to).state
    possible = payments(after, build, after.hands[turn.player])
    return replace(turn, build=tuple(sorted(build)), payment=possible[0] if possible else NO_STONES)
