"""What speaks for and against each way in which a table may have come to look as it does."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.game import Account, Act, Happening, WatchedGame
from engine.play import Play
from firmware.referee.conclusion import COME_FOR, Conclusion, Explanation, put_down
from firmware.referee.weights import Weights
from vision.game import Alternative

_TWO_HANDS = 2  # after two hands, with what the first one did still in doubt, two pieces are expected


@dataclass(frozen=True, slots=True)
class Weighed(Explanation):
    """How one of the positions that may lie there is explained best, and how much that weighs, in nats."""

    alternative: Alternative
    weight: float

    def changes_nothing(self, play: Play[Any, Any]) -> bool:
        """Whether the table is as the game has it."""
        account = self.account
        return account.kept == len(play.changes) and not account.changes and not account.unexplained

    def is_much_like(self, other: Weighed) -> bool:
        """Whether the other tells of the same acts at the same places, but with other facts."""
        (done, facts), (done_there, facts_there) = (
            ([(it.act, it.places) for it in told], [it.facts for it in told])
            for told in (self.happenings, other.happenings)
        )
        return done == done_there and facts != facts_there

    def conclusion(
        self,
        doubtful: tuple[str, ...],
        *,
        is_clear: bool,
        aside: tuple[str, ...] = (),
        or_else: Explanation | None = None,
    ) -> Conclusion:
        """The same as a conclusion; the arguments are those of `Conclusion`."""
        account, told, seen = self.account, self.happenings, self.alternative
        return Conclusion(account, told, seen.position, (*seen.changed,), doubtful, is_clear, aside, or_else)


@dataclass(frozen=True, slots=True)
class Scales:
    """What accounts of a table are weighed by, beside what is seen of it.

    play: the game until now. doubted: places that could not be made out in earlier turns, where something may come to
    light only now, and after how many turns that was first so. at_rest: whether nothing has moved since the last
    change was told. hands: how many have come over the board and gone since. warned: whether the last change is
    against the rules and was not let stand. unseen: numbers of the states that lay between two looks. vouched: places
    that don't count, as players have said what is there, or are being asked, and how it looks is not remembered yet.
    taken_back: places where something was taken back since the last change, and after how many changes it had been
    done: what is put back was done in that order. may_lack_a_turn: whether a hand came lately that left nothing to be
    seen, so that a turn may have been missed.
    """

    rules: WatchedGame[Any, Any]
    play: Play[Any, Any]
    weights: Weights = field(default_factory=Weights)
    doubted: Mapping[str, int] = field(default_factory=dict)
    at_rest: bool = False
    hands: int = 0
    warned: bool = False
    unseen: Collection[int] = ()
    vouched: Collection[str] = ()
    taken_back: Mapping[str, int] = field(default_factory=dict)
    may_lack_a_turn: bool = True

    @property
    def most_credit(self) -> float:
        """The most nats by which an account can weigh more than what is seen speaks for it."""
        return self.weights.illegal * self.warned - self.weights.doubted * len(self.doubted)

    def weighed(self, alternative: Alternative, open_places: Collection[str] = ()) -> Weighed:
        """The account that has least against it; of equals, that with the fewest faults, then with least to tell.

        Who of several players did what may stay open as long as the table is clear. open_places: where the table says
        nothing, beside the places that are vouched for.
        """
        play, seen = self.play, self.rules.parse_state(alternative.position)
        table = self.rules.unread(seen, (*self.vouched, *open_places))
        accounts = [
            (
                account,
                tuple(self.rules.retell(play.states[account.kept], play.changes[account.kept :], account)),
            )
            for account in self.rules.explain(
                play.states, table, {**self.taken_back, **self.doubted}, self.unseen
            )
        ]
        cost, account, told = min(
            ((self._cost(account, told), account, told) for account, told in accounts),
            key=lambda it: (it[0], sum(len(happening.faults) for happening in it[2]), len(it[2])),
        )
        return Weighed(account, told, alternative, alternative.nats - cost)

    def _cost(self, account: Account[Any], happenings: tuple[Happening, ...]) -> float:
        """What an account has against it before anything is seen."""
        weights = self.weights
        undone_legal = all(verdict.legal for _, verdict in self.play.changes[account.kept :])
        is_followed = bool(account.changes) and account.kept < len(self.play.changes) - 1
        cost = weights.unexplained * len(account.unexplained)
        if account.begun:
            cost += weights.unfinished
        cost += weights.slip * len(account.slips) + weights.apart * len(account.apart)
        if account.other_hands:
            cost += weights.other_hands + (0.0 if self.may_lack_a_turn else weights.unexplained)
        for place in account.late:
            cost += self._cost_of_late(place, account)
        if self.warned and account.late and account.legal:
            cost -= weights.illegal  # what was warned of turns out legal, or is put right
        by_hands = put_down(happenings) - len(account.overlooked)
        cost += weights.another * max(0, by_hands - max(self.hands, 1))
        if self.hands > 1 and sum(_is_for_this(it, account) for it in happenings) < _TWO_HANDS:
            cost += weights.for_nothing
        elif self.hands == 1 and not any(_is_fair(it) for it in happenings):
            cost += weights.for_show
        for happening in happenings:
            if happening.kind is Act.TAKEN_BACK:
                cost += weights.undone if undone_legal else weights.illegal_undone
                cost += weights.followed * is_followed
            elif happening.faults:
                cost += weights.illegal
            elif happening.kind is not Act.PASSED:
                cost += weights.legal
        return cost

    def _cost_of_late(self, place: str, account: Account[Any]) -> float:
        """What speaks against something having been done at a place in a turn that others have followed."""
        if place in self.doubted or (place in account.overlooked and not self.hands):
            return self.weights.doubted
        return self.weights.overlooked if place in account.overlooked else self.weights.unexplained


def _is_for_this(happening: Happening, account: Account[Any]) -> bool:
    """Whether a hand is likely to have come for this: not for what is illegal, nor for what was done earlier."""
    return happening.kind in COME_FOR and not set(happening.places) & set(account.late)


def _is_fair(happening: Happening) -> bool:
    """Whether something legal was done, other than passing."""
    return not happening.faults and happening.kind is not Act.PASSED
