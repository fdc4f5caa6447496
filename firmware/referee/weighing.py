"""What was most likely played, joining what is seen with what the rules would make of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from engine.game import Account, Act, Happening, WatchedGame
from engine.play import Play
from firmware.referee.weights import Weights
from vision.game import Alternative, Memory, Seen

_COME_FOR = (Act.PLACED, Act.MOVED, Act.BUILT)
"""What a hand comes for. A cap is left out: it belongs to a turn that builds, and tells of no other hand."""

_TWO_HANDS = 2  # after so many, with the first one's doings still in doubt, two pieces are expected


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way in which a table may have come to look as it does, and what there is to tell of it then."""

    account: Account[Any]
    happenings: tuple[Happening, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing is told that is against the rules, and no turn is the other player's after all."""
        return not self.account.other_hands and not any(happening.faults for happening in self.happenings)

    @property
    def fault_codes(self) -> set[str]:
        """The codes of all that is against the rules."""
        return {fault.code for happening in self.happenings for fault in happening.faults}

    @property
    def warning(self) -> tuple[set[Any], set[str]] | None:
        """Who is warned of what, if somebody is."""
        who = {it.facts.get("player") for it in self.happenings if it.faults}
        return (who, self.fault_codes) if who else None

    @property
    def undoes(self) -> bool:
        """Whether something is taken back."""
        return any(happening.act is Act.TAKEN_BACK for happening in self.happenings)

    @property
    def puts_down(self) -> bool:
        """Whether something was put down."""
        return _put_down(self.happenings) > 0


@dataclass(frozen=True, slots=True)
class Conclusion(Explanation):
    """The likeliest change since the last state, and what it tells.

    doubtful: places that may look one way or another; where `is_clear`, nothing is concluded from them.
    table: the position that all this comes from, which looks otherwise at the places `changed`. aside: places that no
    turn explains, and nothing is concluded from. or_else: the same done at the same places, but by another player or
    with another piece, where that is hardly less likely. is_rather_nothing: whether it is likelier that nothing was
    done.
    """

    table: str
    changed: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    is_clear: bool = True
    aside: tuple[str, ...] = ()
    or_else: Explanation | None = None
    is_rather_nothing: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        """Where something was done or can't be explained, each place once."""
        told = (place for happening in self.happenings for place in happening.places)
        return tuple(dict.fromkeys((*self.account.unexplained, *told)))

    @property
    def open_places(self) -> tuple[str, ...]:
        """The places that are in doubt: also those where something was done, if nobody knows what."""
        return self.doubtful if self.is_clear else tuple(dict.fromkeys((*self.doubtful, *self.places)))


@dataclass(frozen=True, slots=True)
class _Weighed(Explanation):
    alternative: Alternative
    weight: float

    def changes_nothing(self, play: Play[Any, Any]) -> bool:
        account = self.account
        return account.kept == len(play.changes) and not account.changes and not account.unexplained

    def is_much_like(self, other: _Weighed) -> bool:
        """Whether the other tells of the same things done at the same places, but not just as they are told here."""
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
        account, told, seen = self.account, self.happenings, self.alternative
        return Conclusion(account, told, seen.position, (*seen.changed,), doubtful, is_clear, aside, or_else)


def concluded(seen: Seen, scales: Scales, memory: Memory = None) -> Conclusion | None:
    """What must have been played since the last state of a game; None when nothing has changed for certain.

    memory: how the table looked in that state.
    """
    rules, play, weights = scales.rules, scales.play, scales.weights
    weighed: list[_Weighed] = []
    best = float("-inf")
    for alternative in seen.against(rules.format_state(play.state), memory):
        if alternative.nats + scales.most_credit <= best - max(weights.margin, weights.or_else):
            continue  # whatever it means, it is too far behind to count
        weighed.append(scales.weighed(alternative))
        best = max(best, weighed[-1].weight)
    rivals = sorted((it for it in weighed if it.weight > best - weights.margin), key=lambda it: -it.weight)
    clear = _without_slips(rivals)
    # Where all rivals warn of the same, the likeliest says best of how much.
    warns_alike = clear.warning is not None and all(it.warning == clear.warning for it in rivals)
    doubtful = () if warns_alike else _doubtful(rivals, weighed, weights.margin)
    # What all rivals agree on is clear, whatever else is not; and what no turn explains must not hold up the rest.
    if doubtful:
        clear = scales.weighed(clear.alternative, doubtful)
    aside = clear.account.unexplained
    if aside:
        clear = scales.weighed(clear.alternative, (*doubtful, *aside))
    if not clear.changes_nothing(play):
        is_certain, least = _is_certain(clear, rivals, scales), clear.weight - weights.or_else
        others = (it for it in weighed if it.weight > least and clear.is_much_like(it))
        or_else = max(others, key=lambda it: it.weight, default=None)
        return clear.conclusion(doubtful, is_clear=is_certain, aside=aside, or_else=or_else)
    changed = next((it for it in rivals if not it.changes_nothing(play)), None)
    if changed is None:
        return None
    is_rather_nothing = rivals[0].changes_nothing(play)
    return replace(changed.conclusion(doubtful, is_clear=False), is_rather_nothing=is_rather_nothing)


def instead(
    seen: Seen, scales: Scales, refused: Collection[object], memory: Memory = None
) -> Conclusion | None:
    """What else was likeliest done since the last state, where players say that some changes were not made.

    None where it looks more like nothing. memory: as for `concluded`. What is refused is so with something besides,
    too, for which less speaks.
    """
    rules, play = scales.rules, scales.play
    likeliest: _Weighed | None = None
    passed_over: list[Mapping[str, str]] = []
    for alternative in seen.against(rules.format_state(play.state), memory):
        if likeliest is not None and alternative.nats + scales.most_credit <= likeliest.weight:
            continue
        told = scales.weighed(alternative)
        if told.changes_nothing(play):
            told = replace(told, weight=told.weight - scales.weights.nothing)
        account = told.account
        is_refused = any(it.items() < alternative.changed.items() for it in passed_over)
        if any(change in refused for change in account.changes):
            passed_over.append(alternative.changed)
            is_refused = True
        if account.kept < len(play.changes) or account.unexplained or is_refused:
            continue
        if likeliest is None or told.weight > likeliest.weight:
            likeliest = told
    if likeliest is None or likeliest.changes_nothing(play):
        return None
    return likeliest.conclusion((), is_clear=True)


def _is_certain(clear: _Weighed, rivals: Sequence[_Weighed], scales: Scales) -> bool:
    """Whether this change may be told now, given its rivals."""
    if not clear.legal and any(it.legal for it in rivals):
        return False  # nobody is warned as long as it may be legal
    if clear.undoes and any(it.legal and not it.undoes for it in rivals):
        return False  # what stands there rightly is rather covered by something, a cap, say, than taken away
    # Without a hand, nothing comes onto the table or leaves it.
    outweighs = clear.weight >= scales.weights.margin + scales.weights.by_itself
    return outweighs or not (scales.at_rest and (clear.undoes or clear.puts_down))


def _without_slips(rivals: Sequence[_Weighed]) -> _Weighed:
    """The likeliest rival; if somebody has forgotten something by it, rather one that sees the same places changed,
    and by which nobody has."""
    likeliest = rivals[0]
    if not likeliest.account.slips:
        return likeliest
    places = likeliest.alternative.changed.keys()
    alike = (it for it in rivals if it.alternative.changed.keys() == places and not it.account.slips)
    return next(alike, likeliest)


def _put_down(happenings: Sequence[Happening]) -> int:
    """How often something was put down, legally or not; what a player builds in the same turn comes along with it."""
    count, player = 0, None
    for happening in happenings:
        comes_along = happening.kind is Act.BUILT and happening.facts.get("player") == player
        if happening.kind in (*_COME_FOR, Act.ILLEGAL) and not comes_along:
            count, player = count + 1, happening.facts.get("player")
    return count


def _is_for_this(happening: Happening, account: Account[Any]) -> bool:
    """Whether a hand is likely to have come for this; rather not for what is illegal, or for what was done before."""
    return happening.kind in _COME_FOR and not set(happening.places) & set(account.late)


def _is_fair(happening: Happening) -> bool:
    """Whether a hand did something that it may do."""
    return not happening.faults and happening.kind is not Act.PASSED


def _doubtful(rivals: Sequence[_Weighed], weighed: Sequence[_Weighed], margin: float) -> tuple[str, ...]:
    """The places that rivals disagree on, where all that sees a change is not by so much likelier than all that sees
    none."""
    places = dict.fromkeys(place for rival in rivals for place in rival.alternative.changed)

    def ahead(place: str) -> float:
        at = [it.weight for it in weighed if place in it.alternative.changed]
        elsewhere = [it.weight for it in weighed if place not in it.alternative.changed]
        return float(np.logaddexp.reduce(at) - np.logaddexp.reduce(elsewhere)) if elsewhere else float("inf")

    return tuple(place for place in places if ahead(place) < margin)


@dataclass(frozen=True, slots=True)
class Scales:
    """What accounts of a table are weighed by, beside what is seen of it.

    play: the game until now. doubted: places that could not be made out in the turns before, where something may only
    come to light now, and after how many turns that was first so. at_rest: whether nothing has moved since the last
    piece was told. hands: how often one has come over the board and gone since. warned: whether the last change is
    against the rules and was not let stand. unseen: numbers of the states that lay between two looks. vouched: places
    that say nothing, as players have said what is there, or are asked, and how that looks is not remembered.
    taken_back: places where something was taken back since the last change, and after how many changes it had been
    done: what is put back was done in that order. may_lack_a_turn: whether a hand came of late and left nothing to be
    seen: then a turn may have been missed.
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
        """By how much more an account can weigh than what is seen of it alone."""
        return self.weights.illegal * self.warned - self.weights.doubted * len(self.doubted)

    def weighed(self, alternative: Alternative, open_places: Collection[str] = ()) -> _Weighed:
        """The account that has least against it, of several alike the one with the fewest faults, then the one with
        least to tell; who of several did what may stay open as long as the table is clear.

        open_places: where the table says nothing, beside the places that are vouched for.
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
        return _Weighed(account, told, alternative, alternative.nats - cost)

    def _cost(self, account: Account[Any], happenings: tuple[Happening, ...]) -> float:
        """What an account has against it before anything is seen."""
        weights = self.weights
        undone_legal = all(verdict.legal for _, verdict in self.play.changes[account.kept :])
        is_followed = bool(account.changes) and account.kept < len(self.play.changes) - 1
        cost = weights.unexplained * len(account.unexplained)
        if account.begun:
            cost += weights.unfinished
        cost += weights.slip * len(account.slips)
        if account.other_hands:
            cost += weights.other_hands + (0.0 if self.may_lack_a_turn else weights.unexplained)
        for place in account.late:
            cost += self._cost_of_late(place, account)
        if self.warned and account.late and account.legal:
            cost -= weights.illegal  # what is warned of was none, or is put right
        by_hands = _put_down(happenings) - len(account.overlooked)
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
        """What is against something having been done at a place in a turn that others have followed."""
        if place in self.doubted or (place in account.overlooked and not self.hands):
            return self.weights.doubted
        return self.weights.overlooked if place in account.overlooked else self.weights.unexplained
