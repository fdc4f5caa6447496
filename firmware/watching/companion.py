"""One table and all that belongs to it: each frame is looked at, judged, kept and shown, in that order."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from engine.messages import Message
from firmware.events import Event, Standing, Status, What
from firmware.frame import Frame
from firmware.journal import Journal, words
from firmware.looking.attention import Attention
from firmware.presses import Press, carry_out
from firmware.referee.doubts import LOST
from firmware.referee.referee import Referee
from firmware.watching.asides import Asides

NO_PICTURES = Message("the camera gives no pictures")
NEW_GAME = Message('A new game: "back" undoes that')
GONE_BACK = Message("The previous game is back")

TRY_AGAIN_S = 10.0
"""How long after a failed attempt to write what waits is tried again, even if nothing new has happened."""

_STAYING = (Status.OVER, Status.ILLEGAL)  # for the referee too, these stay whatever is seen of the table


class Show(Protocol):
    """Something that shows players what happens: lights, a display, a terminal."""

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Show how things stand and what has just happened. Trouble with the device is its own affair."""


class Companion:
    """Watches a table with one referee. What has happened is in the journal before anybody sees it."""

    def __init__(
        self, attention: Attention, referee: Referee, shows: Sequence[Show], journal: Journal | None = None
    ) -> None:
        """Go on with the journal's latest game, where there is one."""
        self._attention, self._referee, self._shows, self._journal = attention, referee, shows, journal
        self._end: Event | None = None
        self._tried_at = 0.0
        self._asides = Asides()
        self._was_saved = True
        if journal is not None:
            self._go_on(journal)
        self.standing = referee.standing
        """How things stand, as it was last shown."""

    def tick(self, frame: Frame, presses: Sequence[Press] = ()) -> list[Event]:
        """Take in a frame and what was pressed meanwhile, and say what has happened."""
        events: list[Event] = []
        for press in presses:
            events += self._answered(press, frame.seconds, frame.name)
        could_go_back = self._referee.can_go_back
        told = self._kept(self._referee.look(self._attention.look(frame)), could_go_back)
        if told:  # by now another press might pass a turn that has only just begun
            self._asides.take_score_away()
        events += told
        self._save_what_waits(events, frame.seconds)
        self._show(self._standing, events, frame.seconds)
        return events

    def blind(self, seconds: float, presses: Sequence[Press] = ()) -> None:
        """Show that no pictures come any more; seconds: camera time, running on from the last frame.

        A final score and a warning stay, and "confirm" answers them. Other presses are ignored, as nobody saw what
        they were about.
        """
        events: list[Event] = []
        for press in presses:
            if press is Press.CONFIRM and self._referee.standing.status in _STAYING:
                events += self._answered(press, seconds, "")
        self._save_what_waits(events, seconds)
        standing = self._standing
        if standing.status not in _STAYING:
            because = self._referee.language.say(NO_PICTURES)
            standing = replace(standing, status=Status.CANT_SEE, because=because)
        self._show(standing, events, seconds)

    @property
    def _standing(self) -> Standing:
        """How things stand; at a game's end, with its sum together with the games before it."""
        standing = self._referee.standing
        if standing.status is Status.OVER and self._end is not None:
            return replace(standing, working=tuple(self._end.facts.get("working", ())))
        return standing

    def _show(self, standing: Standing, events: Sequence[Event], seconds: float) -> None:
        if not self._referee.can_go_back:
            for message in (NEW_GAME, LOST):
                self._asides.take_away(self._referee.language.say(message))
        self.standing = self._asides.beside(standing, seconds)
        for each in self._shows:
            each.show(self.standing, events, seconds)

    def _go_on(self, journal: Journal) -> None:
        kept, left = journal.latest(), journal.left()
        if left is not None:
            with suppress(ValueError):  # then there is no way back
                self._referee.open_way_back_to(left)
        if kept is not None:
            try:
                self._referee.go_on(kept)
            except ValueError as error:  # such as that of a Kibitz that writes its games differently
                journal.set_aside(error)
            else:
                self._end = kept if kept.what is What.OVER else None
        if self._referee.can_go_back:  # somebody may have pulled the plug to undo it
            self._asides.tell(self._referee.language.say(NEW_GAME), 0.0)

    def _answered(self, press: Press, seconds: float, frame: str) -> list[Event]:
        """Show the score if a press asks for it, or else do what it asks for."""
        if press is Press.CONFIRM and self._is_for_score(seconds):
            self._asides.ask_for_score(seconds)
            return []
        self._asides.take_score_away()
        return self._pressed(press, seconds, frame)

    def _pressed(self, press: Press, seconds: float, frame: str) -> list[Event]:
        """Do what a press asks for, with the journal at the game that it is about."""
        can_go_back = self._referee.can_go_back
        if self._journal is not None and press is Press.NEW_GAME:
            _begin_another(self._journal, can_go_back)
        goes_back = press is Press.BACK and self._referee.goes_back
        if self._journal is not None and goes_back:
            self._journal.go_back()
        events = self._kept(carry_out(press, self._referee, seconds, frame), can_go_back)
        if press is Press.NEW_GAME and self._referee.can_go_back:
            self._asides.tell(self._referee.language.say(NEW_GAME), seconds)
        if goes_back:
            self._asides.tell(self._referee.language.say(GONE_BACK), seconds)
        return events

    def _is_for_score(self, now: float) -> bool:
        """Whether "confirm" asks for the score: nothing else waits for that press, and the score isn't shown yet."""
        return self._referee.is_settled and not self._asides.is_score_shown(now)

    def _save_what_waits(self, events: Sequence[Event], now: float) -> None:
        """Try again, now and then, to write what could not be written; what comes of it is told."""
        journal = self._journal
        if journal is not None and journal.trouble is not None and now - self._tried_at >= TRY_AGAIN_S:
            self._tried_at = now
            journal.catch_up()
        self._tell_whether_saved(events, now)

    def _tell_whether_saved(self, events: Sequence[Event], now: float) -> None:
        """Tell players when games begin not to be saved, at each set-up while it lasts, and when it is over."""
        trouble = self._journal.trouble if self._journal else None
        begins = any(event.what is What.SETUP for event in events)
        if trouble is not None and (self._was_saved or begins):
            self._asides.tell(self._referee.language.say(words.BRIEF[trouble.message]), now)
        elif trouble is None and not self._was_saved:
            self._asides.tell(self._referee.language.say(words.SAVED_BRIEF), now)
        self._was_saved = trouble is None

    def _kept(self, events: Sequence[Event], could_go_back: bool) -> list[Event]:
        """Events as they are shown, each in the journal before anything else is done, such as beginning another game.

        could_go_back: whether "back" led to the game before this one until they happened.
        """
        for event in events:
            if event.facts.get("left"):
                self._asides.tell(event.facts["says"], event.seconds)
        if self._journal is None:
            return [*events]
        told = [self._summed_up(event, self._journal) for event in events]
        for event in told:
            self._journal.append(event)
            if event.facts.get("left"):
                _begin_another(self._journal, could_go_back)
        return told

    def _summed_up(self, event: Event, journal: Journal) -> Event:
        """The event, unless it ends a game: then with the game's sum together with the games before it."""
        if event.what is What.OVER:
            lines = self._referee.match_lines([*journal.earlier_scores(), event.facts["score"]])
            event = replace(event, facts={**event.facts, "working": [*event.facts["working"], *lines]})
            self._end = event
        return event


def _begin_another(journal: Journal, could_go_back: bool) -> None:
    """Begin another game, in place of this one if nothing was played in it: could_go_back tells."""
    if could_go_back:
        journal.begin_again()
    else:
        journal.begin()
