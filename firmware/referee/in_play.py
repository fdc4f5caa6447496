"""A game that is being played, and what the referee has in mind of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import Account
from firmware.referee.course import Course
from firmware.referee.doubts import Doubt
from firmware.referee.names import NamesInDoubt
from firmware.referee.weighing import Conclusion
from vision.game import Memory, Seen

_OF_LATE = 6  # turns: chosen, not measured


@dataclass(slots=True)
class Undecided:
    """What is thought of the table as long as nothing is accepted, or taken back; then another one begins.

    idea: what was likeliest done, and since when that is so. doubt: what was asked, and about: of which idea; until
    another one has lasted, presses are about that. instead: what else it was by a view, than what players have
    refused.
    """

    idea: tuple[Account[Any], float] | None = None
    doubt: Doubt | None = None
    about: Account[Any] | None = None
    instead: tuple[Seen, Conclusion | None] | None = None


@dataclass(slots=True)
class InPlay:
    """A game and what the referee has in mind of it; nothing of that is known of another one.

    hands_settled: how many hands had come and gone at the last change. told_at_rest: whether a change was told and
    nothing has moved since. wavered: the change that was told and taken back since then. doubted: places, and after
    how many turns and hands they were in doubt. lost_from: since when no turns explain the table, None if some do;
    otherwise: since when places have shown what none does. vouched: whether a view has still to show how the places
    look of which players have said what is there. thought: what was last concluded, and from which view in which
    state. names: whether players were taken for others. about_last: what was asked of the last change, as long as
    nobody has answered it, by playing on for one.
    """

    course: Course
    hands_settled: int
    memory: Memory = None
    was_away: bool = False
    told_at_rest: bool = False
    wavered: object = None
    doubted: dict[str, tuple[int, int]] = field(default_factory=dict)
    lost_from: float | None = None
    otherwise: dict[str, float] = field(default_factory=dict)
    vouched: bool = False
    thought: tuple[Seen, str, Conclusion | None] | None = None
    about_set_up: Doubt | None = None
    about_last: Doubt | None = None
    undecided: Undecided = field(default_factory=Undecided)
    names: NamesInDoubt = field(default_factory=NamesInDoubt)
    idle_at: int | None = None

    def __post_init__(self) -> None:
        """While nobody watched, hands may have come."""
        if self.was_away:
            self.idle_at = len(self.course.play.changes)

    @property
    def may_lack_a_turn(self) -> bool:
        """Whether a turn may have been missed of late: a hand came for nothing that was seen."""
        return self.idle_at is not None and len(self.course.play.changes) - self.idle_at <= _OF_LATE

    def came(self, hands: int, seen: int) -> None:
        """Have in mind how many hands had come and gone at a change, of which so many came for what was seen."""
        if hands - self.hands_settled > seen:
            self.idle_at = len(self.course.play.changes)
        self.hands_settled = hands

    def settled(self, hands: int) -> None:
        """Have in mind that the table is as the game has it, so many hands having come and gone."""
        self.came(hands, 0)
        self.doubted, self.lost_from = {}, None
        self.decide()
        self.otherwise = {}

    def decide(self) -> None:
        """Have nothing in mind any more of what was open."""
        self.undecided, self.course.refused = Undecided(), ()

    def forget_questions(self) -> None:
        """Have no question in mind any more, not even about what was told last: the game has changed."""
        self.decide()
        self.about_last = None

    def refuse(self, *changes: object) -> None:
        """Have in mind that players have said of these changes that they were none."""
        self.undecided, self.course.refused = Undecided(), changes

    def vouch(self) -> None:
        """Have in mind that players have said what is somewhere."""
        self.vouched, self.thought = True, None

    def remember(self, seen: Seen) -> None:
        """Remember how the table looks, which is as the game has it, be it read otherwise where players say so.

        Where something else may have been done, nothing is remembered at first: of that it would be told ever after
        that it looks as it always did.
        """
        if self.memory is None and self._leaves_open:
            return
        course, is_new = self.course, self.vouched or self.memory is None
        sure = course.vouched if is_new else ()
        self.memory = seen.remembered(course.state, self.memory, sure=sure, named=course.named)
        self.vouched = False

    @property
    def _leaves_open(self) -> bool:
        """Whether it is not plain of some place whether something was done there."""
        conclusion = self.thought[2] if self.thought is not None else None
        return conclusion is not None and bool(conclusion.open_places or conclusion.aside)

    def shows_otherwise(self, places: Sequence[str], seconds: float) -> float:
        """Have in mind which places show something that no turn explains, and say for how long all of them have."""
        self.otherwise = {place: self.otherwise.get(place, seconds) for place in places}
        return seconds - max(self.otherwise.values())
