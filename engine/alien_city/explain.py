"""What must have been played for the city to look as it does, given the game so far.

Somebody who looks at the table now and then sees cities, not turns. Between two looks a structure may have been
built, a cap laid, the last turn taken back or changed, or several turns played; who did what follows from whose
turn it was, as far as the rules allow to tell (T1, C1, C3).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from engine.alien_city.city import City
from engine.alien_city.conduct import judge
from engine.alien_city.difference import Difference
from engine.alien_city.guesses import Way, other_ways
from engine.alien_city.house_rules import BOOK, HouseRules
from engine.alien_city.orders import Judged, builder, judged, likeliest
from engine.alien_city.pieces import Player
from engine.alien_city.state import State
from engine.alien_city.turns import Placement, Turn
from engine.game import Account

MOST_UNDONE = 4
"""So many turns may have been taken back or changed between two looks."""

MOST_BUILT = 3
"""So many structures may have been built between two looks; with more, nobody can tell who built what."""


def explain(
    states: Sequence[State],
    table: City,
    house_rules: HouseRules = BOOK,
    first: Collection[str] = (),
    unseen: Collection[int] = (),
) -> list[Account[Turn]]:
    """The ways in which the game may have come to the city on the table, few for each number of turns undone.

    states: all states of the game so far, the first one included. Each account tells the turns with the fewest
    faults; lots that it cannot explain are named in it. first: lots on which, of all that is new, something may have
    been built before the rest. unseen: numbers of the states that lay between two looks; who built what around them
    was a guess, and another one is made where this one leads to a fault, or a pass.
    """
    accounts: list[Account[Turn]] = []
    last = len(states) - 1
    for kept in range(last, max(-1, last - MOST_UNDONE - 1), -1):
        if kept < last and states[kept].city == states[kept + 1].city:
            continue  # only a pass would be undone
        difference = Difference.between(states[kept].city, table)
        if kept < last and difference.gone:
            continue  # what lies on the table was there before as well
        if len(difference.placements) > MOST_BUILT:
            places = (*(str(it.lot) for it in difference.placements), *difference.gone)
            accounts.append(Account(kept, unexplained=places))
            continue
        seen_before = {
            it: number
            for number in range(kept, last)
            for it in Difference.between(states[number].city, states[number + 1].city).placements
        }
        # What was seen to be built stays in its order; what is new came later.
        placements = sorted(
            difference.placements, key=lambda it: (seen_before.get(it, last), str(it.lot) not in first)
        )
        known = sum(it in seen_before for it in placements)
        missing = [it for it in list(seen_before)[:known] if it not in placements]
        if any(_was_legal(states[seen_before[it]], it, house_rules) for it in missing):
            continue  # an earlier legal turn can't be taken back while a later one stands
        in_order = known + sum(it not in seen_before and str(it.lot) in first for it in placements)
        continued = partial(
            likeliest,
            placements=tuple(placements),
            caps=difference.caps,
            known=in_order,
            house_rules=house_rules,
        )
        turns = continued(states[kept])
        if kept < last and known == 1 and len(placements) == 2 and not difference.caps:
            # What is new may have been built before the last turn, and only come to light now.
            earlier = likeliest(states[kept], tuple(reversed(placements)), (), 2, house_rules)
            accounts.append(_account(kept, earlier, late=(str(placements[1].lot),)))
        if kept < last and turns and states[kept].played(turns[0][0]) == states[kept + 1]:
            continue  # the turn would be undone and done again
        # A cap in a turn that others have followed was laid then, and only seen now.
        late = (turn.cap for turn, _ in turns[: max(0, known - 1)] if turn.cap in difference.caps)
        places = tuple(str(cap.lot) for cap in late if states[last].city[cap.lot] != table[cap.lot])
        accounts.append(_account(kept, turns, difference.gone, places))
        if any(_oddities(turns)):
            for way in _ways_in_other_hands(states[: kept + 1], placements, unseen, house_rules):
                later = continued(way.state)
                if _oddities(later) < _oddities(turns):
                    before = judged(states[way.begun], way.turns, house_rules)
                    accounts.append(_account(way.begun, (*before, *later), difference.gone, places))
    return accounts


def _oddities(turns: Judged) -> tuple[int, int]:
    """How many faults there are in some turns, and how many passes."""
    return sum(len(verdict.faults) for _, verdict in turns), sum(turn.is_pass for turn, _ in turns)


def _ways_in_other_hands(
    states: Sequence[State], placements: Sequence[Placement], unseen: Collection[int], house_rules: HouseRules
) -> list[Way]:
    """The ways to the last state that differ in who has what was built now, one for each difference."""

    def owners(state: State) -> tuple[bool, ...]:
        return tuple(it.piece in state.pieces_of(player) for player in Player for it in placements)

    ways: dict[tuple[bool, ...], Way] = {}
    for way in other_ways(states, unseen, house_rules):
        ways.setdefault(owners(way.state), way)
    ways.pop(owners(states[-1]), None)
    return list(ways.values())


def _account(
    kept: int, turns: Judged, unexplained: tuple[str, ...] = (), late: tuple[str, ...] = ()
) -> Account[Turn]:
    return Account(
        kept, tuple(turn for turn, _ in turns), tuple(verdict for _, verdict in turns), unexplained, late
    )


def _was_legal(state: State, placement: Placement, house_rules: HouseRules) -> bool:
    return judge(state, Turn(builder(state, placement), placement), house_rules).legal
