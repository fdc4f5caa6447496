"""The course of one game at one table: its record, and the events that tell of what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from engine.game import Account, Happening, WatchedGame, places_of, rules_of
from engine.messages import Language, Message
from engine.play import Play
from firmware.events import Event, Standing, Status, What
from firmware.looking.gaze import Look
from firmware.referee.record import Record
from firmware.sayings import UNCOUNTED, points_of, who_is_who, whose_turn
from vision.game import Names

ILLEGAL = Message("{what}: against the rules")
MENDED = Message("{places}: read as another piece before, corrected now")
OTHER_HANDS = Message("{places}: counted for the other player now, as an earlier turn was missed")
RENAMED = Message("{what}: named otherwise before, corrected now")
GONE_BACK = Message("back in the previous game: {what}")
AWAY = Message("while I was away: {what}")


class Course(Record):
    """A game whose record tells in events, and in the players' language, what becomes of it."""

    def __init__(self, rules: WatchedGame[Any, Any], start: object, language: Language) -> None:
        """A game that begins, or is joined, at the state `start`."""
        super().__init__(rules, start)
        self._language = language
        self._last = ""
        self._announced = ""
        self._counted: tuple[str, Mapping[str, int], tuple[str, ...]] | None = None

    @classmethod
    def kept(cls, rules: WatchedGame[Any, Any], event: Event, language: Language) -> Course:
        """The game as it stood after an event that was kept."""
        course = cls(rules, rules.parse_state(event.start), language)
        course.play = Play(rules, course.play.state, map(rules.parse_change, event.turns))
        course.over = event.what is What.OVER
        course.vouched, course.begun_with = event.vouched, event.begun_with
        course.refused = tuple(map(rules.parse_change, event.refused))
        course.named = event.named
        course._last = event.last
        course.let_stand = {*event.stood, *([len(course.play.changes)] if event.let_stand else [])}
        # While a change is open to dispute, it has not been told whose turn follows.
        told = course.play.states[-2] if course.contested else course.play.state
        course._announced = rules.to_move(told) or ""
        return course

    @property
    def can_be_ended(self) -> bool:
        """Whether the rules see an end, and the score, which was not given out yet, can be counted by now."""
        return not self.over and self.play.end is not None and bool(self._score()[0])

    def began(self, look: Look) -> list[Event]:
        """Tell of the set-up."""
        return self._told([self.rules.tell_start(self.play.state)], look)

    def carry_out(
        self, account: Account[Any], look: Look, *, away: bool = False, vouched: Sequence[str] = ()
    ) -> list[Event]:
        """Change the record by an account of the table, and tell of it.

        away: whether nobody watched. vouched: places where players say that this is so.
        """
        is_undone = account.kept < len(self.play.changes)
        happenings = self.take(account, vouched)
        told = self._told(happenings, look, away=away)
        if account.other_hands:
            self.accept_last()  # Kibitz missed a turn; nobody played out of turn
            told.append(self._told_right(OTHER_HANDS, account.other_hands, look))
        if is_undone and not account.changes and self.contested:
            return [*told, *self._as_it_stands(look)]  # the change before is still against the rules
        return [*told, *self.gone_on(look)]

    def mend(self, table: object, places: Sequence[str], look: Look) -> list[Event]:
        """Set right what was taken for something else at some places; nothing when no change explains them."""
        if not self.set_right(table, places):
            return []
        return [self._told_right(MENDED, places, look), *self.gone_on(look)]

    def put_back(self, table: object, look: Look) -> list[Event]:
        """Set right again what seemed never to have been there, and was only taken away: some or all of it lies there
        again. Nothing where this table shows that anything else was done since."""
        places = self.set_right_again(table)
        return [self._told_right(MENDED, places, look), *self.gone_on(look)] if places else []

    def rename(self, names: Names, look: Look) -> list[Event]:
        """Call players who were taken for others by their right names, from the beginning on."""
        self.call(names)
        says = self._last = self._language.say(RENAMED, {"what": who_is_who(names, self._language)})
        told = self.event(
            What.UNSURE, {"places": [], "names": dict(names), "mended": True, "says": says}, look
        )
        return [told, *self.gone_on(look)]

    def _told_right(self, message: Message, places: Sequence[str], look: Look) -> Event:
        """Tell that something wrong was told of some places."""
        says = self._language.say(message, {"places": tuple(places)})
        return self.event(What.UNSURE, {"places": list(places), "mended": True, "says": says}, look)

    def let_last_stand(self, look: Look) -> list[Event]:
        """Accept the last change whatever the rules say."""
        self.accept_last()
        return self.gone_on(look) or self._turn(look)  # something has to be told, as only that is kept

    def vouch(self, places: Sequence[str], done: Mapping[str, str], look: Look) -> list[Event]:
        """Note that players say all is as the game has it at some places; done: facts of what they say was done
        there, if anything was."""
        self.have_said(places, done)
        return self._turn(look)  # something has to be told, as only that is kept

    def skip(self, look: Look) -> list[Event]:
        """End the turn with nothing done, where there is a change for that; else only tell whose it is."""
        change = self.rules.skip(self.play.state)
        if change is None:
            return self._turn(look)
        self.play.play(change)
        self.keep_as_it_is()  # no table shows that a turn was passed
        return self.let_last_stand(look)

    def skip_to(self, change: object, look: Look) -> list[Event]:
        """Let turns go by with nothing done until it is the turn of the player who made a change: others have missed
        their turns, or Kibitz has."""
        events: list[Event] = []
        for _ in self.rules.players(self.play.state):
            if self.over or "turn" not in self.rules.judge(self.play.state, change).violates:
                break
            events += self.skip(look)
        return events

    def take_back(self, look: Look) -> list[Event]:
        """Take the last change back."""
        self.over = False
        told = self.carry_out(Account(len(self.play.changes) - 1), look)
        self.keep_as_it_is()  # the change was not made, or another one is to be
        return told or self._turn(look)  # something has to be told, as only that is kept

    def take_end_back(self, look: Look) -> list[Event]:
        """Go on with a game whose score was given out."""
        self.over = False
        return self._as_it_stands(look)

    def gone_back_to(self, look: Look) -> list[Event]:
        """Tell that this game goes on after all, where another was begun by mistake, and how it stands."""
        told = self.end(look) if self.over else self._as_it_stands(look)
        return [
            replace(it, facts={**it.facts, "says": self._language.say(GONE_BACK, {"what": it.facts["says"]})})
            for it in told
        ]

    def gone_on(self, look: Look) -> list[Event]:
        """What follows from a change that nobody disputes: whose turn it is, or that the game is over."""
        if self.contested:
            return []
        events = self._turn(look) if self.play.to_move not in (None, self._announced) else []
        if self.play.end is not None:
            events += self.end(look)
        return events

    def _as_it_stands(self, look: Look) -> list[Event]:
        """Tell whose turn it is, or what is still against the rules."""
        if not self.contested:
            return self._turn(look)
        what = next((it.sentence(self._language) for it in self.done_last() if it.faults), self._last)
        says = self._language.say(ILLEGAL, {"what": what})
        sentences = [fault.sentence(self._language) for fault in self.contested]
        return [self.event(What.TURN, {"says": says, "sentences": sentences}, look)]

    def _turn(self, look: Look) -> list[Event]:
        """Tell whose turn it is."""
        player = self._announced = self.play.to_move or ""
        facts = {"player": player} if player else {}
        says = whose_turn(player, self.rules.due(self.play.state), self._language)
        return [self.event(What.TURN, {**facts, "says": says}, look)]

    def end(self, look: Look) -> list[Event]:
        """Count the score now."""
        try:
            score = self.play.score()
        except ValueError:
            return [self.event(What.UNSURE, {"places": [], "says": self._language.say(UNCOUNTED)}, look)]
        self.over = True
        facts = {
            "score": dict(score.totals),
            "winners": list(score.winners),
            "working": list(score.lines(self._language)),
            "because": self.play.end or "ended",
            "says": points_of(score.totals, self._language),
        }
        return [self.event(What.OVER, facts, look)]

    def event(self, what: What, facts: dict[str, Any], look: Look) -> Event:
        """An event of this game at this moment."""
        return Event(
            what,
            look.seconds,
            look.frame,
            facts,
            start=self.rules.format_state(self.play.states[0]),
            turns=tuple(self.rules.format_change(change) for change, _ in self.play.changes),
            let_stand=self.is_let_stand,
            stood=tuple(sorted(it for it in self.let_stand if it < len(self.play.changes))),
            last=self._last,
            vouched=self.vouched,
            begun_with=self.begun_with,
            refused=tuple(map(self.rules.format_change, self.refused)),
            named=self.named,
        )

    def _score(self) -> tuple[Mapping[str, int], tuple[str, ...]]:
        """The running score with its working, counted once for each state; empty while what it needs is unread."""
        if self._counted is None or self._counted[0] != self.state:
            totals: Mapping[str, int] = {}
            working: tuple[str, ...] = ()
            with suppress(ValueError):
                score = self.play.score()
                totals, working = dict(score.totals), tuple(score.lines(self._language))
            self._counted = self.state, totals, working
        return self._counted[1:]

    def _told(self, happenings: Sequence[Happening], look: Look, *, away: bool = False) -> list[Event]:
        events = []
        for happening in happenings:
            facts: dict[str, Any] = dict(happening.facts)
            if happening.faults:
                facts["rules"] = list(rules_of(happening.faults))
                facts["places"] = list(places_of(happening.faults))
                facts["sentences"] = [fault.sentence(self._language) for fault in happening.faults]
            self._last = happening.sentence(self._language)
            says = self._last
            if happening.faults:
                says = self._language.say(ILLEGAL, {"what": says})
            if away:
                facts["away"], says = True, self._language.say(AWAY, {"what": says})
            facts["says"] = says
            events.append(self.event(What(happening.kind), facts, look))
        return events

    def standing(self) -> Standing:
        """How the game stands, whatever can be seen of the table right now."""
        totals, working = self._score()
        standing = Standing(
            Status.TO_MOVE,
            player=self.play.to_move or "",
            due=self.rules.due(self.play.state),
            last=self._last,
            totals=totals,
            working=working,
            state=self.state,
            can_pass=self.rules.skip(self.play.state) is not None,
        )
        if self.over:
            return replace(standing, status=Status.OVER, is_ended_by_hand=self.is_ended_by_hand)
        if faults := self.contested:
            done = [place for it in self.done_last() if it.faults for place in it.places]
            at_fault = (place for place in done if place in places_of(faults))
            return replace(
                standing,
                status=Status.ILLEGAL,
                rules=rules_of(faults),
                where=next(at_fault, next(iter(done), "")),
                places=places_of(faults),
                because=" ".join(fault.sentence(self._language) for fault in faults),
                brief=self._language.say(self.rules.briefs[faults[0].rule]),
            )
        return standing
