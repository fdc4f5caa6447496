"""A game that is being played, and what the referee remembers about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import Account
from firmware.events import Event, What
from firmware.looking.gaze import Look
from firmware.referee.conclusion import Conclusion
from firmware.referee.course import Course
from firmware.referee.doubts import Doubt
from firmware.referee.names import NamesInDoubt
from vision.game import Memory, Seen

_OF_LATE = 6  # turns: chosen, not measured


@dataclass(frozen=True, slots=True, eq=False)
class Thought:
    """What was concluded from a view of a game in a state."""

    seen: Seen
    state: str
    conclusion: Conclusion | None


@dataclass(slots=True)
class Undecided:
    """What is thought of the table until something is accepted or taken back; then a fresh one begins.

    idea: what was most likely done, and idea_from: since when that has been so. doubt: what was asked, and about: of
    which idea; presses are about that one until another idea has lasted. instead: a view, and what was done by it
    instead of what players have refused.
    """

    idea: Account[Any] | None = None
    idea_from: float = 0.0
    doubt: Doubt | None = None
    about: Account[Any] | None = None
    instead: tuple[Seen, Conclusion | None] | None = None


@dataclass(slots=True)
class InPlay:
    """A game and what the referee remembers about it, none of which carries over to another game.

    memory: how the board looked with what lay there, None as long as that is not known. was_away: whether nobody has
    watched since the last change. hands: how many have come and gone; hands_settled: how many had when the table was
    last as the game has it. told_at_rest: whether a change was told and nothing has moved since. wavered: the change
    that was told and taken back since then. doubted: places, and after how many turns and hands they came into doubt.
    lost_from: since when no turns explain the table, None if some do; otherwise: since when each place has shown what
    no turn explains; is_given_up: whether the game is to be joined anew for that. vouched: whether a view still has
    to show how the places look of which players have said what is there. thought: what was last concluded. names:
    whether players were taken for others. about_set_up, about_last: what was asked about the board and about the last
    change, until it is answered, which playing on does too. undecided: what else is open. idle_at: after how many
    changes a hand last came for nothing that was seen.
    """

    course: Course
    hands: int
    memory: Memory = None
    was_away: bool = False
    told_at_rest: bool = False
    wavered: object = None
    doubted: dict[str, tuple[int, int]] = field(default_factory=dict)
    lost_from: float | None = None
    otherwise: dict[str, float] = field(default_factory=dict)
    vouched: bool = False
    thought: Thought | None = None
    about_set_up: Doubt | None = None
    about_last: Doubt | None = None
    undecided: Undecided = field(default_factory=Undecided)
    names: NamesInDoubt = field(default_factory=NamesInDoubt)
    idle_at: int | None = None
    is_given_up: bool = False
    hands_settled: int = field(init=False)

    def __post_init__(self) -> None:
        """Take it that hands may have come while nobody watched."""
        self.hands_settled = self.hands
        if self.was_away:
            self.idle_at = len(self.course.play.changes)

    @property
    def may_lack_a_turn(self) -> bool:
        """Whether a turn may have been missed lately: a hand came for nothing that was seen."""
        return self.idle_at is not None and len(self.course.play.changes) - self.idle_at <= _OF_LATE

    @property
    def question(self) -> Doubt | None:
        """What the players are asked now; a question about the set-up, or about what was told last, stands only until
        they play on, which answers it too."""
        asked = self.undecided.doubt or self.about_last
        return asked if asked is not None or self.course.play.changes else self.about_set_up

    @property
    def asked_instead(self) -> Doubt | None:
        """The question that "back" says no to, whatever was done before; none while a warning stands before it."""
        doubt = None if self.course.over or self.course.contested else self.undecided.doubt
        if doubt is None or not (doubt.looks_done or doubt.asks or doubt.whose_turn):
            return None
        return doubt

    def accept(self, account: Account[Any], look: Look, *, vouched: Sequence[str] = ()) -> list[Event]:
        """Take an account of the table for what was done. vouched: places where players say that this is so."""
        self.forget_questions()
        away, self.was_away = self.was_away, False
        undone = self.course.play.changes[account.kept :]
        if self.told_at_rest and undone:
            self.wavered = undone[-1][0]
        self.told_at_rest = True
        self._came_for(max(1, len(account.changes)))
        return self.course.carry_out(account, look, away=away, vouched=vouched)

    def give_up(self, says: str, look: Look) -> list[Event]:
        """Note that no turns explain the table, and say so in these words."""
        self.is_given_up = True
        return [self.course.event(What.UNSURE, {"says": says, "left": True}, look)]

    def settled(self) -> None:
        """Note that the table is as the game has it."""
        self._came_for(0)
        self.doubted, self.lost_from = {}, None
        self.decide()
        self.otherwise = {}

    def _came_for(self, seen: int) -> None:
        """Note that this many of the hands since the last change came for what was seen."""
        if self.hands - self.hands_settled > seen:
            self.idle_at = len(self.course.play.changes)
        self.hands_settled = self.hands

    def decide(self) -> None:
        """Drop all that was open."""
        self.undecided, self.course.refused = Undecided(), ()

    def forget_questions(self) -> None:
        """Drop every question, even that about what was told last: the game has changed."""
        self.decide()
        self.about_last = None

    def refuse(self, *changes: object) -> None:
        """Note that players have said these changes were not made."""
        self.undecided, self.course.refused = Undecided(), changes

    def vouch(self) -> None:
        """Note that players have said what is at some places."""
        self.vouched, self.thought = True, None

    def remember(self, seen: Seen) -> None:
        """Remember how the table looks, which is as the game has it, also where only players say so.

        Nothing is remembered at first while something else may have been done: that would look ever after as if it
        had always been there.
        """
        if self.memory is None and self._leaves_open:
            return
        course, is_new = self.course, self.vouched or self.memory is None
        sure = course.vouched if is_new else ()
        self.memory = seen.remembered(course.state, self.memory, sure=sure, named=course.named)
        self.vouched = False

    @property
    def _leaves_open(self) -> bool:
        """Whether it is unclear at some place whether something was done there."""
        conclusion = self.thought.conclusion if self.thought is not None else None
        return conclusion is not None and bool(conclusion.open_places or conclusion.aside)

    def shows_otherwise(self, places: Sequence[str], seconds: float) -> float:
        """Note which places show something that no turn explains; for how many seconds all of them have."""
        self.otherwise = {place: self.otherwise.get(place, seconds) for place in places}
        return seconds - max(self.otherwise.values())
