"""Which turns may have led from a position to what lies on the table now: whose miners moved, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from engine.netzwerk.conduct import Played, play, targets
from engine.netzwerk.difference import Difference
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import FEWEST_PLAYERS, NO_STONES, UNREAD, Colour, Player
from engine.netzwerk.options import Options
from engine.netzwerk.seats import came_together, ended, is_absent, seated
from engine.netzwerk.state import FINISHED, Phase, State
from engine.netzwerk.turns import Turn

MOST_TURNS = 5
"""The most turns that may have been played between two looks where miners moved more than once."""

Turns = tuple[Played, ...]
"""Turns that were played one after another, and what came of each."""


def ways(
    base: State,
    table: State,
    difference: Difference,
    options: Options,
    first: Sequence[str],
    *,
    is_later: bool,
) -> Iterator[Turns]:
    """What may have been played: each miner moved once; where that won't do, some of them more than once.

    difference: that between the position and the table. first: places in the order in which miners came there, as
    far as known. is_later: whether nothing was undone since the position.
    """
    tried = (
        _each_once(base, table, difference, options, first, order)
        for order in _orders(base, difference.went, first)
    )
    once = next(tried)
    if not all(it.verdict.legal for it in once):
        once = next((it for it in tried if all(played.verdict.legal for played in it)), once)
    yield once
    state = once[-1].after if once else base
    is_legal = all(it.verdict.legal for it in once)
    if (
        is_later
        and difference.went
        and not difference.gone
        and (not is_legal or Difference.between(state, table).fewer)
    ):
        for count in range(len(difference.went) + 1, MOST_TURNS + 1):
            found = next(_more_often(base, table, difference.laid, options, count), None)
            if found is not None:
                yield found
                return


def _each_once(
    base: State,
    table: State,
    difference: Difference,
    options: Options,
    first: Sequence[str],
    order: Sequence[Player],
) -> Turns:
    """Every miner that moved did so once, in that order; those blocked in between stayed."""
    laid, state = dict(difference.laid), base
    together = _together(base, difference.went, first)
    turns: list[Played] = []

    def take(turn: Turn) -> None:
        nonlocal state
        turns.append(play(state, turn, options))
        state = turns[-1].after

    def build_of(player: Player) -> tuple[Connection, ...]:
        return tuple(sorted(laid.pop(player, ())))

    for player in [it for it in difference.laid if it not in difference.went]:
        if player not in state.players:
            continue  # from who has acted since, nobody plays this colour
        if not (_is_blocked(state, player) and state.player is player and difference.went):
            take(Turn(player, None, None, build_of(player), None))
    for player in order:
        if player not in state.players:
            continue
        if _moves_alone(state, player):
            take(Turn(player, None, None, (), NO_STONES))
        for _ in base.players:
            due = _due(state, player)
            if due is player or due in difference.went or not _is_blocked(state, due):
                break
            build = build_of(due)
            take(Turn(due, None, None, build, None if build else NO_STONES))
        turn = _landing(_now(state, player), table, player, difference.went[player], build_of(player))
        take(replace(turn, together=player in together))
    return tuple(turns)


def _in_turn(base: State, went: Mapping[Player, Field], first: Sequence[str]) -> list[Player]:
    """Those whose miners moved, in the order in which their turns come."""
    unseated = base.unknown.seats
    seats = [it for it in base.players if it not in unseated]
    now = base.player
    if base.phase is Phase.BUILD and seats:
        now = seats[(seats.index(now) + 1) % len(seats)] if now in seats else seats[0]
    at = seats.index(now) if now in seats and not unseated else 0

    def place(player: Player) -> tuple[bool, int, int]:
        if player not in seats:
            # While miners are put on the board, players who come for the first time precede the others.
            is_first = is_absent(base, player)
            return False, 0 if is_first else 1, _came_at(base.miners[player], went[player], first)
        return bool(unseated), (seats.index(player) - at) % len(seats), 0

    return sorted(sorted(went, key=base.players.index), key=place)


def _orders(base: State, went: Mapping[Player, Field], first: Sequence[str]) -> Iterator[list[Player]]:
    """The orders in which those whose miners moved may have had their turns: that of the seats, and others where
    their order can't be told."""
    as_seated = _in_turn(base, went, first)
    any_order = [it for it in as_seated if it in _together(base, went, first)]
    for others in permutations(any_order):
        left = iter(others)
        yield [next(left) if it in any_order else it for it in as_seated]


def _together(base: State, went: Mapping[Player, Field], first: Sequence[str]) -> Collection[Player]:
    """Those whose miners were put on the board, or moved, in an order that can't be told."""
    unseated = [it for it in went if it in base.unknown.seats]
    coming = [it for it in unseated if is_absent(base, it)]
    moving = [it for it in unseated if it not in coming]
    if not came_together(base):
        coming = _at_once(base, coming, went, first)
    return [*coming, *_at_once(base, moving, went, first)]


def _at_once(
    base: State, players: Collection[Player], went: Mapping[Player, Field], first: Sequence[str]
) -> list[Player]:
    """Those of some players who came, or moved, without being seen to do so one after the other."""
    at = {it: _came_at(base.miners[it], went[it], first) for it in players}
    count = Counter(at.values())
    return [it for it in players if count[at[it]] > 1]


def _came_at(start: Field | None, to: Field, first: Sequence[str]) -> int:
    """When a miner came or left, as the index of its place in `first`; after them all if it isn't there."""
    return min((first.index(it) for it in (str(start), str(to)) if it in first), default=len(first))


def _due(state: State, player: Player) -> Player:
    """Whose turn it is when a player's miner moves, which ends the turn before, and perhaps the placing of miners."""
    now = _now(state, player)
    seats = [it for it in now.players if it not in now.unknown.seats]
    is_moving = now.phase is Phase.PLACE and player in seats and now.miners[player] is not None
    if is_moving and len(seats) >= FEWEST_PLAYERS and all(is_absent(now, it) for it in now.unknown.seats):
        return seats[0]  # nobody else comes
    return now.player


def _now(state: State, player: Player) -> State:
    """The position as a player's miner moves in it."""
    state = seated(state, player)
    if state.phase is Phase.BUILD and player is not state.player:
        state = seated(ended(state), player)
    return state


def _is_blocked(state: State, player: Player) -> bool:
    """Whether a player's miner is on the board and can't move."""
    acting = replace(state, player=player, phase=Phase.MOVE, begun=FINISHED)
    return state.miners[player] is not None and not targets(acting)


def _moves_alone(state: State, player: Player) -> bool:
    """Whether a miner that moved last is the only one that can, so that its next move begins another turn."""
    others = [it for it in state.players if it is not player]
    is_building = state.phase is Phase.BUILD and state.player is player
    return is_building and all(_is_blocked(state, it) for it in others)


def _landing(
    state: State,
    table: State,
    player: Player,
    to: Field,
    build: tuple[Connection, ...],
    *,
    left: int | None = None,
) -> Turn:
    """A miner's move to a field, with the stones taken there. left: how many are there afterwards, if not as many as
    on the table."""
    took: Colour | None = state.board.colour_of(to) if to in state.board else None
    if took is None:
        is_open = to in state.board.unread and not state.board.is_city(to)
        return Turn(player, to, UNREAD if is_open else None, build, None)
    now = table.stones.get(to) if left is None else left
    before = state.stones.get(to)
    if before is None:
        # At most two lay there: if one is left, one was taken.
        return Turn(player, to, took if now == 1 else None if now else UNREAD, build, None)
    taken = min(before, 1) if now is None else max(0, before - now)
    return Turn(player, to, took if taken else None, build, None, max(0, taken - 1))


def _more_often(
    state: State,
    table: State,
    laid: Mapping[Player, frozenset[Connection]],
    options: Options,
    count: int,
) -> Iterator[Turns]:
    """Exactly `count` legal turns that lead to the table; miners pass only over fields that lack a stone now."""
    difference = Difference.between(state, table)
    if not count:
        if not difference.went and not difference.fewer and not difference.laid:
            yield ()
        return
    if len(difference.went) > count or sum(difference.fewer.values()) > count:
        return
    state = ended(state) if state.phase is Phase.BUILD else state
    player = state.player
    may = targets(state)
    for to in dict.fromkeys((*_wanted(difference, player), *difference.fewer)):
        if to not in may:
            continue
        is_last = difference.went.get(player) == to
        left = None if is_last and difference.fewer.get(to, 0) <= 1 else state.stones.get(to, 0) - 1
        build = tuple(sorted(laid.get(player, ()))) if is_last else ()
        turn = _landing(state, table, player, to, build, left=left)
        played = play(state, turn, options)
        if played.verdict.legal and played.after != state:
            rest = {other: its for other, its in laid.items() if other is not player or not build}
            yield from (
                (played, *later) for later in _more_often(played.after, table, rest, options, count - 1)
            )


def _wanted(difference: Difference, player: Player) -> tuple[Field, ...]:
    return (difference.went[player],) if player in difference.went else ()
