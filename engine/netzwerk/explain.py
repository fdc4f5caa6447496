"""What must have been played for the table to look as it does, given the game so far.

Somebody who looks at the table now and then sees miners, stones and connectors, not turns. Who has played tells
itself by the miners; several may have moved between two looks. What is seen of a turn may be only its beginning: the
last turn is then replaced by one that holds more, kept one shorter. A turn ends as the next player's miner moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.game import NOTHING_FIRST, Account
from engine.netzwerk.conduct import Played, play, targets
from engine.netzwerk.difference import Difference
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import NO_STONES, UNREAD, Colour, Player
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.seats import came_together, ended, is_absent, seated
from engine.netzwerk.state import FINISHED, Phase, State
from engine.netzwerk.turns import Turn

MOST_UNDONE = 4
"""So many turns may have been taken back or changed between two looks."""

MOST_TURNS = 5
"""So many turns may have been played between two looks, of players whose miners moved more than once."""

_Turns = tuple[Played, ...]


def explain(
    states: Sequence[State],
    table: State,
    options: Options = BOOK,
    first: Mapping[str, int] = NOTHING_FIRST,
) -> list[Account[Turn]]:
    """The ways in which the game may have come to what lies on the table, few for each number of turns undone.

    states: all states of the game so far, the first one included. Each account tells the turns with the fewest
    faults; places that it cannot explain are named in it, all of them where nothing else is thought of. first: places
    where, of all that is new, something may have been done before the rest, and after how many turns it was; they
    decide who came first while nobody knows the seats.
    """
    accounts: list[Account[Turn]] = []
    last = len(states) - 1
    for kept in range(last, max(-1, last - MOST_UNDONE - 1), -1):
        base = states[kept]
        now = _as_known(table, base, states[last])
        difference = Difference.between(base, now)
        if kept < last:
            if difference.gone or Difference.between(base, states[kept + 1]).is_nothing:
                continue  # what lies on the table was there before as well, or only a pass would be undone
            moved = [it for at in range(kept, last) for it in _movers(states[at], states[at + 1])]
            if len(set(moved)) < len(moved) and not difference.is_nothing:
                continue  # of so many turns undone, others can't have been played since
        elif (
            last
            and base.phase is Phase.BUILD
            and base.player in difference.laid.keys() - difference.went.keys()
        ):
            continue  # connectors of the turn that goes on: it is the last one that holds more
        order = _order(states[kept:], {at: max(0, turns - kept) for at, turns in first.items()})
        for turns in _ways(base, now, difference, options, order, is_later=kept == last):
            if kept < last and turns and turns[0].after == states[kept + 1]:
                continue  # the turn would be undone and done again
            accounts.append(_account(states, kept, turns, now))
    return accounts or [_account(states, last, (), table)]


def _as_known(table: State, base: State, now: State) -> State:
    """The table with what can't be made out, of what was done between two states, as it is known from then."""
    unseen = table.unknown
    miners = {
        it: now.miners[it] for it in unseen.miners if it in now.players and it not in now.unknown.miners
    }
    went = {at for it, at in now.miners.items() if at is not None and at != base.miners[it]}
    stones = {at: now.stones[at] for at in went & unseen.stones if at in now.stones}
    return replace(
        table,
        miners={**table.miners, **miners},
        stones={**table.stones, **stones},
        unknown=replace(unseen, miners=unseen.miners - miners.keys(), stones=unseen.stones - stones.keys()),
    )


def _account(states: Sequence[State], kept: int, turns: _Turns, table: State) -> Account[Turn]:
    """The account of these turns; what differs all the same is named, and what was done in turns that others have
    followed since."""
    now = turns[-1].after if turns else states[kept]
    left = Difference.between(now, table)
    kept_back = () if turns else _taken_since(states[kept:])
    unexplained = (
        *map(str, left.went.values()),
        *(str(at) for at in left.fewer if at not in kept_back),
        *(str(it) for laid in left.laid.values() for it in sorted(laid)),
        *left.gone,
    )
    known = [it for pair in pairwise(states[kept:]) for it in Difference.between(*pair).went.items()]
    again = [n for n, it in enumerate(turns) if (it.turn.player, it.turn.to) in known]
    before = states[-1].connectors
    late: list[str] = []
    for turn in (it.turn for it in turns[: max(again, default=0)]):
        late += [str(it) for it in turn.build if it not in before.get(turn.player, ())]
        if turn.to is not None and turn.to not in (to for _, to in known):
            late.append(str(turn.to))
    return Account(
        kept,
        tuple(it.turn for it in turns),
        tuple(it.verdict for it in turns),
        tuple(dict.fromkeys(unexplained)),
        tuple(late),
        tuple(map(str, sorted(now.begun.laid))),
        tuple(_slips(states[-1], turns)),
    )


def _taken_since(states: Sequence[State]) -> Collection[Field]:
    """Where a stone was taken. As the turn is taken back, it may stay in the hand, or have been on the board all the
    while."""
    return Difference.between(states[0], states[-1]).fewer


def _slips(last: State, turns: _Turns) -> Iterator[str]:
    """What hardly anybody does: where these turns have left a stone that had to be taken, or taken two, and it was
    not known from the last state; a connector of each route that a turn left unfinished, as its last one is rather
    overlooked; and one of each build that was laid out of turn, as somebody else's are rather taken for this
    player's."""
    for it in turns:
        at, after = it.turn.to, it.after
        if at is None and any(fault.code == "turn" for fault in it.verdict.faults):
            yield from map(str, it.turn.build[:1])
        for fault in it.verdict.faults:
            if fault.code == "unfinished":
                yield fault.places[0]
        is_told = any(fault.code == "untaken" and fault.places == (str(at),) for fault in it.verdict.faults)
        if at is None or not (is_told or after.begun.stone or it.turn.taken > 1):
            continue
        is_known = last.miners.get(it.turn.player) == at and last.stones.get(at) == after.stones.get(at)
        if not is_known:
            yield str(at)


def _ways(
    base: State,
    table: State,
    difference: Difference,
    options: Options,
    first: Sequence[str],
    *,
    is_later: bool,
) -> Iterator[_Turns]:
    """What may have been played: each miner moved once; and where that doesn't do, and nothing was undone, some of
    them more than once."""
    once = _each_once(base, table, difference, options, first)
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


def _order(states: Sequence[State], first: Mapping[str, int]) -> list[str]:
    """Places in the order in which somebody came, by whatever name and as far as that is known, and those that come
    first of what is new, each after so many of these turns."""
    known = [
        (turns, str(at))
        for turns, pair in enumerate(pairwise(states), 1)
        if not came_together(pair[1])
        for at in Difference.between(*pair).went.values()
    ]
    new = [(turns + 0.5, at) for at, turns in first.items()]
    return [at for _, at in sorted([*known, *new], key=lambda it: it[0])]


def _movers(before: State, after: State) -> Collection[Player]:
    return Difference.between(before, after).went


def _each_once(
    base: State, table: State, difference: Difference, options: Options, first: Sequence[str]
) -> _Turns:
    """Every miner that moved moved once, in the order of the seats; who was blocked in between stayed."""
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
            continue  # by who has acted meanwhile, this colour is nobody's
        if not (_is_blocked(state, player) and state.player is player and difference.went):
            take(Turn(player, None, None, build_of(player), None))
    for player in _in_turn(base, difference.went, first):
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
            # As long as miners are put on the board, those who come for the first time come before the others.
            is_first = is_absent(base, player)
            return False, 0 if is_first else 1, _came_at(base.miners[player], went[player], first)
        return bool(unseated), (seats.index(player) - at) % len(seats), 0

    return sorted(went, key=place)


def _together(base: State, went: Mapping[Player, Field], first: Sequence[str]) -> Collection[Player]:
    """Those whose miners were put on the board, where nobody can tell in which order."""
    coming = [it for it in went if it in base.unknown.seats and is_absent(base, it)]
    if came_together(base):
        return coming
    at = {it: _came_at(None, went[it], first) for it in coming}
    count = Counter(at.values())
    return [it for it in coming if count[at[it]] > 1]


def _came_at(start: Field | None, to: Field, first: Sequence[str]) -> int:
    """When a miner that stands elsewhere now came or went, counted in places that were first; else after them."""
    return min((first.index(it) for it in (str(start), str(to)) if it in first), default=len(first))


def _due(state: State, player: Player) -> Player:
    """Whose turn it is when a player's miner moves, which ends the turn before."""
    return _now(state, player).player


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
    """A miner's move to a field, with the stones that were taken there. left: how many are there afterwards, if not
    as many as on the table."""
    took: Colour | None = state.board.colour_of(to) if to in state.board else None
    if took is None:
        is_open = to in state.board.unread and not state.board.is_city(to)
        return Turn(player, to, UNREAD if is_open else None, build, None)
    now = table.stones.get(to) if left is None else left
    before = state.stones.get(to)
    if before is None:
        # Two at most lay there: with one left now, one was taken.
        return Turn(player, to, took if now == 1 else None if now else UNREAD, build, None)
    taken = min(before, 1) if now is None else max(0, before - now)
    return Turn(player, to, took if taken else None, build, None, max(0, taken - 1))


def _more_often(
    state: State,
    table: State,
    laid: Mapping[Player, frozenset[Connection]],
    options: Options,
    count: int,
) -> Iterator[_Turns]:
    """Legal turns, so many, that lead to the table, where whatever was landed on in between lacks a stone now."""
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
