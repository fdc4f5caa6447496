"""The course of one game at one table: what was played, what is open to dispute, and the events that tell of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from engine.game import Account, Fault, Happening, WatchedGame, places_of, rules_of
from engine.messages import Language, Message
from engine.play import Play
from firmware.events import Event, Standing, Status, What
from firmware.looking.gaze import Look
from firmware.referee.mending import Mending
from firmware.sayings import UNCOUNTED, points_of, who_is_who, whose_turn
from vision.game import Names

ILLEGAL = Message("{what}: against the rules")
MENDED = Message("{places}: read as another piece before, corrected now")
OTHER_HANDS = Message("{places}: counted for the other player now, as an earlier turn was missed")
RENAMED = Message("{what}: named otherwise before, corrected now")
GONE_BACK = Message("back in the previous game: {what}")
AWAY = Message("while I was away: {what}")


class Course:
    """A game from its first state on.

    play: its states and changes; over: whether its score was given out; unseen: numbers of the states that lay
    between two looks, as far as that is known: after a power cut it isn't. vouched: places of which players have said
    what is there, and where nothing was done since. begun_with: how many changes were seen with the set-up. refused:
    changes of which players have said that there was none, as long as it may still look like them. named: players of
    whom they have said who they are.
    taken_back: places where something was taken back since the last change, and after how many changes it was done.
    """

    def __init__(self, rules: WatchedGame[Any, Any], start: object, language: Language) -> None:
        """A game that begins, or is joined, at the state `start`."""
        self.play = Play(rules, start)
        self.over = False
        self.unseen: frozenset[int] = frozenset()
        self.vouched: tuple[str, ...] = ()
        self.begun_with = 0
        self.refused: tuple[object, ...] = ()
        self.named: tuple[str, ...] = ()
        self.taken_back: Mapping[str, int] = {}
        self._rules = rules
        self._language = language
        self._last = ""
        self._let_stand: set[int] = set()  # after how many changes the last one was accepted all the same
        self._announced = ""
        self._mending = Mending(rules)
        self._counted: tuple[str, Mapping[str, int], tuple[str, ...]] | None = None
        self._heard: tuple[int, object] | None = None  # after how many hands the board was last seen, and how
        self._heard_before: object = None  # how it was seen before the last hand

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
        course._let_stand = {len(course.play.changes)} if event.let_stand else set()
        # As long as a change is open to dispute, whose turn follows is not told.
        told = course.play.states[-2] if course.contested else course.play.state
        course._announced = rules.to_move(told) or ""
        return course

    @property
    def state(self) -> str:
        """The state at this moment, as text."""
        return self._rules.format_state(self.play.state)

    def refuses(self, account: Account[Any]) -> bool:
        """Whether players have said that it was not so."""
        return any(change in self.refused for change in account.changes)

    @property
    def is_ended_by_hand(self) -> bool:
        """Whether the score was given out though the rules see no end."""
        return self.over and self.play.end is None

    @property
    def can_be_ended(self) -> bool:
        """Whether the rules see an end and the score, which was not given out, can be counted by now."""
        return not self.over and self.play.end is not None and bool(self._score()[0])

    @property
    def contested(self) -> tuple[Fault, ...]:
        """What is against the rules in the last change, unless it was let stand."""
        if not self.play.changes or self._is_let_stand:
            return ()
        return self.play.changes[-1][1].faults

    @property
    def has_turn_to_end(self) -> bool:
        """Whether the turn may well be over: something was done in it already, or there is nothing to be done."""
        change = self._rules.skip(self.play.state)
        return change is not None and (
            self._is_turn_begun or self._rules.judge(self.play.state, change).legal
        )

    @property
    def _is_turn_begun(self) -> bool:
        """Whether the player to move has done the last thing that was done, so that the turn goes on.

        Somebody else may have done it, and have ended by that an earlier turn of the same player.
        """
        player = self.play.to_move
        if not self.play.changes or player is None or player != self._rules.to_move(self.play.states[-2]):
            return False
        return any(it.facts.get("player") == player for it in self._told_of_last())

    @property
    def _is_let_stand(self) -> bool:
        return len(self.play.changes) in self._let_stand

    def began(self, look: Look) -> list[Event]:
        """Tell of the set-up."""
        return self._told([self._rules.tell_start(self.play.state)], look)

    def carry_out(
        self, account: Account[Any], look: Look, *, away: bool = False, vouched: Sequence[str] = ()
    ) -> list[Event]:
        """Change the record as an account of the table has it, and tell of it.

        away: whether nobody watched. vouched: places of which players say that it is so.
        """
        undone, since = self.play.changes[account.kept :], self.play.states[account.kept]
        stood = _whats(undone[-1][1].faults) if undone and self._is_let_stand else set()
        before, seen = self.play.changes, self._seen_from(account.kept)
        lay = self._in_play(-1)
        if undone and not account.changes and not self.contested:  # what was warned of is gone for good
            self._mending.taken_off(before)
        self.taken_back = {} if account.changes else {**self.taken_back, **self._done_since(account.kept)}
        for _ in undone:
            self.play.undo()
        for change in account.changes:
            self.play.play(change)
        # Those that were not done again are not there any more.
        self._let_stand = {
            it for it in self._let_stand if before[it - 1 : it] == self.play.changes[it - 1 : it]
        }
        self.unseen = self._unseen_now(account.kept, seen)
        if account.changes and self.contested and _whats(self.contested) <= stood:
            self._let_stand.add(len(self.play.changes))  # the same again, in a turn that goes on
        happenings = self._rules.retell(since, undone, account)
        done = {place for it in happenings for place in it.places} | (lay ^ self._in_play(-1))
        self.vouched = (*(it for it in self.vouched if it not in done), *vouched)
        if vouched:
            self._name(happenings[-1].facts)
        told = self._told(happenings, look, away=away)
        if account.other_hands:
            self._let_stand.add(len(self.play.changes))  # Kibitz missed the turn, nobody played out of theirs
            told.append(self._set_right(OTHER_HANDS, account.other_hands, look))
        if undone and not account.changes and self.contested:
            return [*told, *self._as_it_stands(look)]  # what was played on after
        return [*told, *self.gone_on(look)]

    def _done_since(self, number: int) -> dict[str, int]:
        """The places where pieces have come to lie since that state, and after how many changes."""
        steps = (
            (at, self._in_play(at + 1) - self._in_play(at)) for at in range(number, len(self.play.changes))
        )
        return {place: at for at, places in steps for place in places}

    def _seen_from(self, number: int) -> set[frozenset[str]]:
        """Where pieces lay when the table was looked at, from that state on."""
        numbers = range(number, len(self.play.states))
        return {self._in_play(number) for number in numbers if number not in self.unseen}

    def _unseen_now(self, kept: int, seen: Collection[frozenset[str]]) -> frozenset[int]:
        """The numbers of the states between looks, of which those up to `kept` stood before.

        The last state is what lies on the table, and others are seen where pieces lay so at a look before.
        """
        last = len(self.play.changes)
        as_before = {number for number in self.unseen if number <= kept}
        return frozenset(as_before - {last}) | {
            number for number in range(kept + 1, last) if self._in_play(number) not in seen
        }

    def _in_play(self, number: int) -> frozenset[str]:
        return frozenset(self._rules.in_play(self.play.states[number]))

    def mend(self, table: object, places: Sequence[str], look: Look) -> list[Event]:
        """Set right what was taken for something else at some places; nothing when no change explains them."""
        mended = self._mending.mended(self.play, table, places)
        if mended is None:
            return []
        warned, self.play = _whats(self.contested), mended
        self.unseen = frozenset(number for number in self.unseen if number < len(mended.changes))
        if not _whats(self.contested) & warned:
            self._let_stand.add(len(mended.changes))  # what only shows now is no longer worth a warning
        return [self._set_right(MENDED, places, look), *self.gone_on(look)]

    def put_back(self, table: object, look: Look) -> list[Event]:
        """Set right once more what seemed never to have been there, and was only taken away: it lies there again, or
        some of it. Nothing where anything else was done since, as by this table."""
        again = self._mending.put_back(self.play, table)
        if again is None:
            return []
        self.play = again
        return [self._set_right(MENDED, self._mending.places, look), *self.gone_on(look)]

    def as_before(self, table: object) -> Account[Any] | None:
        """What brings the game back to where it was before pieces were taken off, as soon as they all lie there
        again by a table: they are whose they were, in whichever order they came back."""
        return self._mending.as_before(self.play, table)

    def rename(self, names: Names, look: Look) -> list[Event]:
        """Call players who were taken for others by their right names, from the beginning on."""
        changes = [change for change, _ in self.play.changes]
        self.play = Play(self._rules, *self._rules.renamed(self.play.states[0], changes, dict(names)))
        self._mending.forget()  # that was of others
        says = self._last = self._language.say(RENAMED, {"what": who_is_who(names, self._language)})
        told = self.event(
            What.UNSURE, {"places": [], "names": dict(names), "mended": True, "says": says}, look
        )
        return [told, *self.gone_on(look)]

    def _set_right(self, message: Message, places: Sequence[str], look: Look) -> Event:
        """Tell that what was told of some places was wrong."""
        says = self._language.say(message, {"places": tuple(places)})
        return self.event(What.UNSURE, {"places": list(places), "mended": True, "says": says}, look)

    def learn(self, table: object, hands: int) -> None:
        """Take what was not known of the board from a table, and judge all changes anew.

        hands: that have come and gone. What could not be made out while the board lay there untouched is hard to
        read: once a hand has come, it is believed when it is read alike before the next one and after it.
        """
        begun, *_ = self.play.states
        if self._heard is not None and self._heard[0] != hands:
            self._heard_before = self._heard[1]
        self._heard = hands, table
        start = self._rules.informed(
            begun, table, table if self._heard_before is None else self._heard_before
        )
        if start == begun:
            return
        self.play = Play(self._rules, start, (change for change, _ in self.play.changes))

    def let_stand(self, look: Look) -> list[Event]:
        """Accept the last change whatever the rules say."""
        self._let_stand.add(len(self.play.changes))
        return self.gone_on(look) or self._turn(look)  # something has to be told, as only that is kept

    def vouch(self, places: Sequence[str], done: Mapping[str, str], look: Look) -> list[Event]:
        """Have in mind that players say of some places that all there is as the game has it; done: facts of what they
        say was done there, if anything was."""
        self.vouched = tuple(dict.fromkeys((*self.vouched, *places)))
        self._name(done)
        return self._turn(look)  # something has to be told, as only that is kept

    def _name(self, done: Mapping[str, str]) -> None:
        """Have in mind that players say who has done something, of which these are the facts."""
        if player := done.get("player"):
            self.named = tuple(dict.fromkeys((*self.named, player)))

    def skip(self, look: Look) -> list[Event]:
        """Let the turn go on with nothing done, where that says anything; else only tell whose it is."""
        change = self._rules.skip(self.play.state)
        if change is None:
            return self._turn(look)
        self.play.play(change)
        self._mending.forget()  # no table shows that a turn was passed
        return self.let_stand(look)

    def skip_to(self, change: object, look: Look) -> list[Event]:
        """Let turns go by with nothing done until it is the turn of who has made a change, as others have missed
        theirs, or Kibitz has."""
        events: list[Event] = []
        for _ in self._rules.players(self.play.state):
            if self.over or "turn" not in self._rules.judge(self.play.state, change).violates:
                break
            events += self.skip(look)
        return events

    def take_back(self, look: Look) -> list[Event]:
        """Take the last change back."""
        self.over = False
        told = self.carry_out(Account(len(self.play.changes) - 1), look)
        self._mending.forget()  # it was none, or is to be otherwise
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
        """What follows from a change that nobody disputes: whose turn it is, and that the game is over."""
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
        what = next((it.sentence(self._language) for it in self._told_of_last() if it.faults), self._last)
        says = self._language.say(ILLEGAL, {"what": what})
        sentences = [fault.sentence(self._language) for fault in self.contested]
        return [self.event(What.TURN, {"says": says, "sentences": sentences}, look)]

    def _turn(self, look: Look) -> list[Event]:
        """Tell whose turn it is."""
        player = self._announced = self.play.to_move or ""
        facts = {"player": player} if player else {}
        says = whose_turn(player, self._rules.due(self.play.state), self._language)
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
        start = self._rules.format_state(self.play.states[0])
        turns = tuple(self._rules.format_change(change) for change, _ in self.play.changes)
        return Event(
            what,
            look.seconds,
            look.frame,
            facts,
            start,
            turns,
            self._is_let_stand,
            self._last,
            self.vouched,
            self.begun_with,
            tuple(map(self._rules.format_change, self.refused)),
            self.named,
        )

    def _score(self) -> tuple[Mapping[str, int], tuple[str, ...]]:
        """The running score with its working, counted once for each state; nothing while lots are unread."""
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
            due=self._rules.due(self.play.state),
            last=self._last,
            totals=totals,
            working=working,
            state=self.state,
            can_pass=self._rules.skip(self.play.state) is not None,
        )
        if self.over:
            return replace(standing, status=Status.OVER, is_ended_by_hand=self.is_ended_by_hand)
        if faults := self.contested:
            done = [place for it in self._told_of_last() if it.faults for place in it.places]
            at_fault = (place for place in done if place in places_of(faults))
            return replace(
                standing,
                status=Status.ILLEGAL,
                rules=rules_of(faults),
                where=next(at_fault, next(iter(done), "")),
                places=places_of(faults),
                because=" ".join(fault.sentence(self._language) for fault in faults),
                brief=self._language.say(self._rules.briefs[faults[0].rule]),
            )
        return standing

    def _told_of_last(self) -> Sequence[Happening]:
        """What is told of the last change."""
        change, verdict = self.play.changes[-1]
        account = Account(len(self.play.changes) - 1, (change,), (verdict,))
        return self._rules.retell(self.play.states[-2], (), account)


def _whats(faults: Iterable[Fault]) -> set[tuple[str, tuple[str, ...]]]:
    """What is wrong, and where."""
    return {(fault.code, fault.places) for fault in faults}
