"""What must have been played for the table to look as it does, given the game so far.

Somebody who looks at the table now and then sees miners, stones and connectors, not turns. The miners tell who has
played; several may have moved between two looks. What is seen of a turn may be only its beginning: later the last
turn is replaced by one that holds more, with `kept` one less. A turn ends when the next player's miner moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.game import NOTHING_FIRST, Account
from engine.netzwerk.difference import Difference
from engine.netzwerk.fields import Field
from engine.netzwerk.material import Player
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.retracing import Turns, ways
from engine.netzwerk.routes import pieces
from engine.netzwerk.seats import came_together
from engine.netzwerk.state import Phase, State
from engine.netzwerk.turns import Turn

MOST_UNDONE = 4
"""The most turns that may have been taken back or changed between two looks."""


def explain(
    states: Sequence[State],
    table: State,
    options: Options = BOOK,
    first: Mapping[str, int] = NOTHING_FIRST,
) -> list[Account[Turn]]:
    """The ways in which the game may have come to what lies on the table, few for each number of turns undone.

    states: all states of the game so far, the first one included. Each account tells the turns with the fewest
    faults, and names the places that it cannot explain; where there is no way, one account names all that differs.
    first: places where something new may have been done before the rest, each with the number of turns played by
    then; they decide who came first while the seats are not known.
    """
    accounts: list[Account[Turn]] = []
    last = len(states) - 1
    for kept in range(last, max(-1, last - MOST_UNDONE - 1), -1):
        base = states[kept]
        now = _as_known(table, base, states[last])
        difference = Difference.between(base, now)
        if kept < last:
            if difference.gone or Difference.between(base, states[kept + 1]).is_nothing:
                continue  # what has gone was there even before, or only a pass would be undone
            moved = [it for at in range(kept, last) for it in _movers(states[at], states[at + 1])]
            if len(set(moved)) < len(moved) and not difference.is_nothing:
                continue  # with so many turns undone, no others can have been played since
        elif (
            last
            and base.phase is Phase.BUILD
            and base.player in difference.laid.keys() - difference.went.keys()
        ):
            continue  # connectors of the turn that goes on: the last turn is replaced by one with more
        order = _order(states[kept:], {at: max(0, count - kept) for at, count in first.items()})
        for turns in ways(base, now, difference, options, order, is_later=kept == last):
            if kept < last and turns and turns[0].after == states[kept + 1]:
                continue  # the turn would be undone and done again
            accounts.append(_account(states, kept, turns, now))
    return accounts or [_account(states, last, (), table)]


def _as_known(table: State, base: State, now: State) -> State:
    """The table, with what can't be made out on it of what was done from `base` to `now` as known in `now`."""
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


def _account(states: Sequence[State], kept: int, turns: Turns, table: State) -> Account[Turn]:
    """The account of these turns; it names what differs all the same, and what was done late, in turns that others
    have followed since."""
    now = turns[-1].after if turns else states[kept]
    left = Difference.between(now, table)
    kept_back = {} if turns else _fewer_all_the_same(states[kept:])
    unexplained = (
        *map(str, left.went.values()),
        *(str(at) for at, count in left.fewer.items() if count > kept_back.get(at, 0)),
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
        tuple(_slips(states, turns)),
        apart=tuple(_apart(turns)),
    )


def _fewer_all_the_same(states: Sequence[State]) -> Mapping[Field, int]:
    """How many stones may be missing, by field, when turns are taken back: those taken may stay in the hand, or never
    have left the board. A miner that is back hides the stones under it: if some seem gone there, that was rather
    misread before it left."""
    since = Difference.between(states[0], states[-1])
    back = {at for player in since.went if (at := states[0].miners[player]) is not None}
    return {**since.fewer, **{at: states[0].stones[at] for at in back if at in states[0].stones}}


def _apart(turns: Turns) -> Iterator[str]:
    """For what a turn has laid against the rules, a connector of each separate piece but one: by N-6.2 all of it
    should belong to one route, together with what its player had."""
    for it in turns:
        laid = set() if it.verdict.legal else set(it.turn.build)
        found = [piece & laid for piece in pieces(it.after.connectors[it.turn.player])]
        yield from (str(min(piece)) for piece in [*filter(None, found)][1:])


def _slips(states: Sequence[State], turns: Turns) -> Iterator[str]:
    """Places of what hardly anybody does, so that something else is likelier.

    A stone that had to be taken was left, or two were taken, and the last state doesn't tell so already. A miner went
    back, against the rules, to where it has just left: rather its move was taken back. A turn left a route
    unfinished: rather its last connector was overlooked. Connectors were laid out of turn: rather they are somebody
    else's. One connector is named of each such route or build.
    """
    before, last = states[-2:][0], states[-1]
    just_left = {player: at for player, at in before.miners.items() if at != last.miners.get(player)}
    for it in turns:
        at, after = it.turn.to, it.after
        if at is not None and at == just_left.get(it.turn.player) and not it.verdict.legal:
            yield str(at)
            continue
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


def _order(states: Sequence[State], first: Mapping[str, int]) -> list[str]:
    """Places in the order in which miners came, as far as that is known, whoever's they were, with those of `first`
    put in after so many of these turns."""
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
