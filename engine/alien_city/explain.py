"""What must have been played for the city to look as it does, given the game so far.

Somebody who looks at the table now and then sees cities, not turns. Between two looks a structure may have been
built, a cap laid, the last turn taken back or changed, or several turns played. Who did what follows from whose
turn it was, as far as the rules tell (T1, C1, C3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from engine.alien_city.city import City
from engine.alien_city.conduct import judge
from engine.alien_city.difference import Difference
from engine.alien_city.guesses import Way, other_ways
from engine.alien_city.house_rules import BOOK, HouseRules
from engine.alien_city.orders import Judged, builder, judged, likeliest
from engine.alien_city.pieces import Player
from engine.alien_city.state import State
from engine.alien_city.turns import Placement, Turn
from engine.game import NOTHING_FIRST, Account

MOST_UNDONE = 4
"""The most turns that may have been taken back or changed between two looks."""

MOST_BUILT = 3
"""The most structures that may have been built between two looks; with more, nobody can tell who built what."""


def explain(
    states: Sequence[State],
    table: City,
    house_rules: HouseRules = BOOK,
    first: Mapping[str, int] = NOTHING_FIRST,
    unseen: Collection[int] = (),
) -> list[Account[Turn]]:
    """The ways in which the game may have come to the city on the table, few for each number of turns undone.

    Each account tells the turns with the fewest faults, and names the lots that it cannot explain. Where nothing but
    a cap came, one account says that the cap's owner made the last placement, out of turn (T1): so it looks when a
    turn was missed.

    states: all states of the game so far, the first one included. first: the new structures that may have been built
    before the rest, by lot, each with the number of turns played by then. unseen: numbers of the states that lay
    between two looks; who built what around them was a guess, and where it leads to a fault or a pass, others are
    tried.
    """
    asked = _Asked(states, table, house_rules, first, unseen)
    fewest = max(0, asked.last - MOST_UNDONE)
    accounts = [account for kept in range(asked.last, fewest - 1, -1) for account in asked.accounts(kept)]
    return [*accounts, *asked.in_other_hands()]


@dataclass(frozen=True, slots=True)
class _Built:
    """What was built since a state, as far as its order is known.

    The first `known` of the placements are in later states of the game already. The first `in_order` were built in
    this order, the rest after them in any order.
    """

    placements: tuple[Placement, ...]
    known: int
    in_order: int


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is to be explained, as `explain` is given it."""

    states: Sequence[State]
    table: City
    house_rules: HouseRules
    first: Mapping[str, int]
    unseen: Collection[int]

    @property
    def last(self) -> int:
        """The number of the last state."""
        return len(self.states) - 1

    def accounts(self, kept: int) -> Iterator[Account[Turn]]:
        """The ways in which the first `kept` turns stand, or fewer where it was other players who built."""
        before = self.states[kept]
        is_undone = kept < self.last
        difference = Difference.between(before.city, self.table)
        if is_undone and before.city == self.states[kept + 1].city:
            yield from self._in_a_pass(kept, difference)  # any other account would undo nothing but a pass
            return
        if is_undone and difference.gone:
            return  # what lies on the table was there before as well
        if len(difference.placements) > MOST_BUILT:
            places = (*(str(it.lot) for it in difference.placements), *difference.gone)
            yield Account(kept, unexplained=places)
            return
        built = self._built(kept, difference.placements)
        if built is not None:
            yield from self._accounts(kept, difference, built)

    def _in_a_pass(self, kept: int, difference: Difference) -> Iterator[Account[Turn]]:
        """A player who seemed to pass may have built what only comes to light now, if all is legal then."""
        built_since = Difference.between(self.states[kept].city, self.states[-1].city).placements
        new = [it for it in difference.placements if it not in built_since]
        is_all_there = not difference.gone and set(built_since) <= set(difference.placements)
        if not is_all_there or not new or len(difference.placements) > MOST_BUILT:
            return
        seen = sorted(
            built_since,
            key=lambda it: next(n for n, state in enumerate(self.states) if state.city[it.lot] is not None),
        )
        for one in new:
            rest = [it for it in new if it is not one]
            order = (one, *seen, *rest)
            turns = likeliest(
                self.states[kept], order, difference.caps, len(order) - len(rest), self.house_rules
            )
            if all(verdict.legal for _, verdict in turns):
                place = (str(one.lot),)
                yield replace(_account(kept, turns, late=place), overlooked=place)

    def in_other_hands(self) -> Iterator[Account[Turn]]:
        """A lone cap, taken as part of the last placement by the cap's owner, if nothing but T1 speaks against it.

        On a tower that its owner built a turn earlier, the cap was rather laid too late (C1).
        """
        if self.last == 0:
            return
        before, now = self.states[-2:]
        built = Difference.between(before.city, now.city)
        since = Difference.between(now.city, self.table)
        if built.caps or built.gone or since.placements or since.gone:
            return
        if len(built.placements) != 1 or len(since.caps) != 1:
            return
        (placement,), (cap,) = built.placements, since.caps
        if self.last > 1 and self.states[-3].city[cap.lot] != before.city[cap.lot]:
            return
        turn = Turn(cap.owner, placement, cap)
        verdict = judge(before, turn, self.house_rules)
        if [fault.rule for fault in verdict.faults] == ["T1"]:
            yield Account(self.last - 1, (turn,), (verdict,), other_hands=(str(placement.lot),))

    def _built(self, kept: int, placements: Sequence[Placement]) -> _Built | None:
        """The placements, those seen before in their order; None if a legal turn would have to be taken back."""
        seen_before = {
            it: number
            for number in range(kept, self.last)
            for it in Difference.between(self.states[number].city, self.states[number + 1].city).placements
        }
        # What was seen to be built stays in its order; what is new came later.
        ordered = sorted(
            placements, key=lambda it: (seen_before.get(it, self.last), self.first.get(str(it.lot), inf))
        )
        known = sum(it in seen_before for it in ordered)
        missing = [it for it in list(seen_before)[:known] if it not in ordered]
        if any(_was_legal(self.states[seen_before[it]], it, self.house_rules) for it in missing):
            return None  # an earlier legal turn can't be taken back while a later one stands
        in_order = known + sum(it not in seen_before and str(it.lot) in self.first for it in ordered)
        return _Built(tuple(ordered), known, in_order)

    def _accounts(self, kept: int, difference: Difference, built: _Built) -> Iterator[Account[Turn]]:
        before, placements = self.states[kept], built.placements
        is_undone = kept < self.last
        continued = partial(
            likeliest,
            placements=placements,
            caps=difference.caps,
            known=built.in_order,
            house_rules=self.house_rules,
        )
        turns = continued(before)
        if is_undone and built.known == 1 and len(placements) == 2 and not difference.caps:
            # What is new may have been built before the last turn, and only come to light now.
            earlier = likeliest(before, placements[::-1], (), 2, self.house_rules)
            yield _account(kept, earlier, late=(str(placements[1].lot),))
        if is_undone and turns and before.played(turns[0][0]) == self.states[kept + 1]:
            return  # the turn would be undone and done again
        # A cap in a turn that others have followed was laid then, and only seen now.
        late = (turn.cap for turn, _ in turns[: max(0, built.known - 1)] if turn.cap in difference.caps)
        city = self.states[-1].city
        places = tuple(str(cap.lot) for cap in late if city[cap.lot] != self.table[cap.lot])
        yield _account(kept, turns, difference.gone, places)
        if not any(_oddities(turns)):
            return
        for way in _ways_in_other_hands(self.states[: kept + 1], placements, self.unseen, self.house_rules):
            later = continued(way.state)
            if _oddities(later) < _oddities(turns):
                begun = judged(self.states[way.begun], way.turns, self.house_rules)
                yield _account(way.begun, (*begun, *later), difference.gone, places)


def _oddities(turns: Judged) -> tuple[int, int]:
    """How many faults there are in some turns, and how many passes."""
    return sum(len(verdict.faults) for _, verdict in turns), sum(turn.is_pass for turn, _ in turns)


def _ways_in_other_hands(
    states: Sequence[State], placements: Sequence[Placement], unseen: Collection[int], house_rules: HouseRules
) -> list[Way]:
    """Other ways to the last state, one for each way in which the pieces just built may be in hand there."""

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
