"""The referee: from looks at the table to what happened there and how it stands.

It weighs what is seen against what the rules make likely, and asks the rules for the verdict. It knows no camera and
no clock: looks come in with their times, so that recorded ones give the same events again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.game import Account, WatchedGame
from engine.messages import ENGLISH, Language
from firmware.events import Event, Standing, Status, What
from firmware.looking.gaze import Gaze, Look, View
from firmware.looking.patience import Patience
from firmware.referee.another_game import is_another_game
from firmware.referee.course import Course
from firmware.referee.doubts import LOST, Doubt, Doubts
from firmware.referee.in_play import InPlay
from firmware.referee.names import NamesInDoubt
from firmware.referee.thinking import conclusion_of, instead_of
from firmware.referee.weighing import Conclusion
from vision.game import Memory, Seen

_LOST_PLACES = 4  # so many that no turn explains are no single misreading any more
_LOST_HANDS = 3  # that have come since: the players play on
_GUESSES = 2  # at what it was, if not what it looks like, before it is asked to be taken away


class Referee:
    """Watches one table, game after game.

    earlier: what was remembered of the last game in which it was plain whose pieces are whose.
    """

    def __init__(
        self, rules: WatchedGame[Any, Any], language: Language = ENGLISH, patience: Patience | None = None
    ) -> None:
        """Nothing is known of the table yet."""
        self._rules = rules
        self.language = language
        self._patience = patience or Patience()
        self._gaze = Gaze(self._patience)
        self._doubts = Doubts(rules, language)
        self._game: InPlay | None = None
        self._before: tuple[Course, Memory] | None = None  # the game that was given up for this one
        self.earlier: Memory = None
        self._still_from = float("-inf")
        self._lay_still: Seen | None = None  # as the last view showed the table
        self._hands = 0  # that have come and gone

    def look(self, look: Look) -> list[Event]:
        """Take one look into account and say what has happened, in order; mostly nothing has."""
        game = self._game
        if game is not None and look.seen is None:
            game.told_at_rest, game.wavered, game.thought = False, None, None
        view = self._gaze.view(look, game.course.state if game else "")
        if view is None:
            return []
        if view.still_from != self._still_from:
            self._still_from = view.still_from
            self._hands += view.hidden_s >= self._patience.hand_s
        elif look.relit and self._lay_still is not None and game is not None and game.memory is not None:
            game.memory = view.seen.relit(game.memory, self._lay_still)
        self._lay_still = view.seen
        if game is None:
            return self._set_up(view, look)
        if is_another_game(self._rules, game.course.play, view.seen, game.memory):
            if view.quiet_s >= self._patience.new_game_s:
                self._before = None
                self._forget_game()
            return []
        if game.was_away:
            self._close_way_back_to_another_board(view.seen)
        if game.course.over:
            return []
        return self._judge(game, view, look)

    @property
    def standing(self) -> Standing:
        """How things stand at this moment."""
        condition = self._gaze.condition
        status, trouble = condition or (Status.SETTING_UP, None)
        because = trouble.sentence(self.language) if trouble else ""
        if self._game is None:
            # Hands that move over a board of which nothing is known lay it out.
            as_before = {Status.CANT_SEE: Status.LOOKING, Status.HAND: Status.SETTING_UP}
            return Standing(as_before.get(status, status), because=because)
        standing = self._game.course.standing()
        if standing.status is not Status.TO_MOVE:
            return standing
        if condition is not None:
            return replace(standing, status=status, because=because)
        if (doubt := self._question) is not None:
            return replace(
                standing,
                status=Status.UNSURE,
                places=doubt.places,
                because=doubt.says,
                brief=doubt.brief,
                goes_on=doubt is self._game.about_last,
            )
        return standing

    @property
    def _question(self) -> Doubt | None:
        """What the players are asked now; about the set-up, or what was told last, only until they play on, which
        answers it as well."""
        game = self._game
        if game is None:
            return None
        asked = game.undecided.doubt or game.about_last
        return asked if asked is not None or game.course.play.changes else game.about_set_up

    @property
    def is_settled(self) -> bool:
        """Whether nothing waits for `confirm`: it could only set right whose turn it is, if anything."""
        if self._game is None or self._game.course.over:
            return True
        course = self._game.course
        return not course.contested and self._question is None and not course.has_turn_to_end

    @property
    def can_go_back(self) -> bool:
        """Whether the game before can be brought back: it was given up for one that nobody has played yet."""
        game = self._game
        if self._before is None or game is None:
            return self._before is not None
        course = game.course
        return len(course.play.changes) == course.begun_with and not course.is_ended_by_hand

    @property
    def goes_back(self) -> bool:
        """Whether `take_back` does so now; what was asked since is answered by it first."""
        return self.can_go_back and self._asked_instead is None

    @property
    def _asked_instead(self) -> Doubt | None:
        """The question that "back" says no to, whatever was done before."""
        game = self._game
        doubt = None if game is None or game.course.over else game.undecided.doubt
        if doubt is None or not (doubt.looks_done or doubt.of_refused or doubt.whose_turn):
            return None
        return doubt

    def match_lines(self, scores: Sequence[Mapping[str, int]]) -> Sequence[str]:
        """What games come to together, the last one just over; nothing where games are not summed up."""
        return self._rules.match_lines(scores, self.language)

    # What players and power cuts ask for.

    def confirm(self, seconds: float, frame: str) -> list[Event]:
        """Settle what is open, or else pass the turn on.

        What is against the rules is let stand, the likelier of two doubtful readings taken, or nothing where that is
        likelier, the set-up left as it is; where no turn explains the table, the game is joined as it lies there.
        Where it was another player's turn, the turns that were missed are passed.
        """
        game, look = self._game, Look(seconds, frame)
        if game is None or game.course.over:
            return []
        if game.course.contested:
            return game.course.let_stand(look)
        doubt, about = game.undecided.doubt, game.undecided.about
        if doubt is not None and about is not None:
            if doubt.looks_done and not doubt.of_refused:
                return self._nothing_was_done(game, doubt, look)
            if about.unexplained:
                return self._join_anew(game, look)
            if doubt.whose_turn:
                return self._accept_in_turn(game, about, look)
            if doubt.of_refused:
                game.vouch()
                return self._accept(game, about, look, vouched=doubt.places)
            return self._accept(game, about, look)
        if doubt is None and (asked := self._question) is not None:
            game.about_set_up = game.about_last = None
            if asked.asks:
                game.vouch()
                return game.course.vouch(asked.places, asked.asks, look)
            return []
        return game.course.skip(look)

    def take_back(self, seconds: float, frame: str) -> list[Event]:
        """Take back what a button has brought, a new game or the end, else the last change, whatever is on the table;
        where it was asked whether it was that or something else, it was the latter.

        Where it still looks as if that had been done, it is asked whether it was something else; players say by this
        that it was not that either. Where it looks like nothing else, what lies there is asked to be removed; by this
        they say that nothing does. Where it was asked whether nothing was done, what it may look like was.
        """
        game, look = self._game, Look(seconds, frame)
        if game is not None and (instead := self._asked_instead) is not None:
            return self._refuse(game, instead, look)
        if self._before is not None and self.goes_back:
            return self._go_back(*self._before, look)
        if game is not None and game.course.is_ended_by_hand:
            return game.course.take_end_back(look)
        if game is None or not game.course.play.changes:
            return []
        asked = game.about_last
        if asked is not None and asked.or_else is not None:
            game.vouch()
            return self._accept(game, asked.or_else, look, vouched=asked.places)
        game.refuse(game.course.play.changes[-1][0])
        return game.course.take_back(look)

    def end_game(self, seconds: float, frame: str) -> list[Event]:
        """Count the score now, whether or not the rules see an end; nothing while nobody has done anything yet."""
        game = self._game
        if game is None or game.course.over or self._is_untouched(game.course):
            return []
        return game.course.end(Look(seconds, frame))

    def new_game(self) -> None:
        """Look for a new set-up; until something is played then, the game so far can be brought back."""
        if not self.can_go_back:
            self._before = None if self._game is None else (self._game.course, self._game.memory)
        self._forget_game()

    def go_on(self, event: Event) -> None:
        """Go on with the game as it stood after an event that was kept."""
        course = Course.kept(self._rules, event, self.language)
        about_last = self._doubts.kept(course.play, event)
        self._game = InPlay(course, self._hands, was_away=True, about_last=about_last)

    def may_go_back_to(self, event: Event) -> None:
        """Let "back" bring a game back that a button had given up, as it stood after an event that was kept."""
        self._before = Course.kept(self._rules, event, self.language), None

    # How it decides.

    def _forget_game(self) -> None:
        """Forget the game, but for how whose pieces look, and look for a new set-up."""
        if self._game is not None and self._game.names.are_plain:
            self.earlier = self._game.memory
        self._game = None
        self._gaze.forget(Status.SETTING_UP)

    def _go_back(self, course: Course, memory: Memory, look: Look) -> list[Event]:
        """Go on with a game that was given up."""
        self._game, self._before = InPlay(course, self._hands, memory=memory), None
        self._gaze.forget(Status.HAND)  # the new game may have named places otherwise
        return course.gone_back_to(look)

    def _is_untouched(self, course: Course) -> bool:
        """Whether nothing was played, and nothing had been when the game was first seen."""
        return not course.play.changes and course.play.state == self._rules.opening(course.play.state)

    def _set_up(self, view: View, look: Look) -> list[Event]:
        """Begin a game; one that has gone on for long without being seen is joined as it stands."""
        patience, seen = self._patience, view.seen
        table = self._rules.parse_state(seen.position)
        start, account = self._from_start(table)
        from_start = account.legal and not account.unexplained
        if view.quiet_s < (patience.set_up_s if from_start else patience.joined_s):
            return []
        unread = seen.unread
        if from_start:
            is_as_it_looks = self._rules.explain([start], table)[0] == account
            unread = seen.unclear if is_as_it_looks else (*seen.unclear, *seen.unread)
        if unread and view.quiet_s < (patience.unclear_s if from_start else patience.joined_unread_s):
            return []
        course = Course(self._rules, start if from_start else table, self.language)
        game = self._game = InPlay(course, self._hands)
        course.learn(table, self._hands)
        if from_start:
            course.begun_with = len(account.changes)
        events = course.began(look)
        events += course.carry_out(account, look) if from_start else course.gone_on(look)
        game.memory = seen.remembered(
            course.state,
            None if self.earlier is None else seen.carried(self.earlier),
            sure=self._rules.closed(start, table) if from_start else (),
        )
        if from_start:
            events += self._ask_about_set_up(game, seen, look)
        self._close_way_back_to_another_board(seen)
        return events

    def _close_way_back_to_another_board(self, seen: Seen) -> None:
        if self._before is not None:
            before, memory = self._before
            as_before = seen.turned_like(before.state)
            if is_another_game(self._rules, before.play, as_before, memory):
                self._before = None

    def _judge(self, game: InPlay, view: View, look: Look) -> list[Event]:
        """Find out what was done, and accept it once it is clear and lasts."""
        # As long as nothing is remembered, such places say nothing anyway, and others may have to be told first.
        if game.vouched and game.memory is not None:
            game.remember(view.seen)
        course, thought = game.course, game.thought
        conclusion = conclusion_of(view.seen, game, self._rules, self._hands)
        if conclusion is None:
            return self._nothing_done(game, view, look, is_news=game.thought is not thought)
        for place in conclusion.open_places:
            game.doubted.setdefault(place, (len(course.play.changes), self._hands))
        undecided, looks_like = game.undecided, conclusion
        is_refused = course.refuses(looks_like.account)
        if is_refused and len(course.refused) <= _GUESSES:
            conclusion = instead_of(view.seen, game, self._rules, self._hands) or looks_like
        account = conclusion.account
        if undecided.idea is None or undecided.idea[0] != account:
            undecided.idea = account, look.seconds
        lasted_s = look.seconds - undecided.idea[1]
        if self._is_lost(game, account, look):
            return self._join_anew(game, look)
        if conclusion.is_clear:
            table = self._rules.parse_state(conclusion.table)
            if events := course.put_back(table, look):
                game.forget_questions()
            elif (as_before := course.as_before(table)) is not None and as_before != account:
                events = self._accept(game, as_before, look)
            if events:
                game.remember(view.seen)
                return events
        doubt = (
            self._doubts.about_refused(looks_like, conclusion)
            if is_refused
            else self._doubts.about_change(course.play, conclusion, game.doubted, game.wavered)
        )
        if account.unexplained and (events := self._mend(game, conclusion, look)):
            return events
        if doubt is not None:
            return self._ask(game, doubt, account, look) if lasted_s >= self._patience.unsure_s else []
        if lasted_s < self._due_s(game, conclusion):
            return []
        about_this = self._doubts.about_what_was_told(course.play, conclusion)
        events = self._accept(game, account, look)
        game.about_last = None if course.over else about_this  # "back" takes back what has ended the game
        if game.about_last is not None:
            events.append(course.event(What.UNSURE, game.about_last.facts, look))
        game.remember(view.seen)
        return events

    def _nothing_done(self, game: InPlay, view: View, look: Look, *, is_news: bool) -> list[Event]:
        """The table is as the game has it. is_news: whether this view was thought of for the first time."""
        course = game.course
        was_away, game.was_away = game.was_away, False
        game.settled(self._hands)
        # The power may have gone between the last turn and the score, or what the score needs was unread.
        events = course.gone_on(look) if was_away or course.can_be_ended else []
        if is_news:
            game.remember(view.seen)
            events += self._rename(game, view.seen, look)
            if (
                game.about_set_up is not None
                and self._question is game.about_set_up
                and not view.seen.unclear
            ):
                events += self._ask_about_set_up(game, view.seen, look)
        return events

    def _rename(self, game: InPlay, seen: Seen, look: Look) -> list[Event]:
        """Call players otherwise whose pieces, by now, look plainly like another's; nothing as long as it is plain
        of nobody, or something lies there that may have to be taken away."""
        course = game.course
        if course.contested or course.over:
            return []
        names = game.names.right_ones(seen.otherwise_named(course.state, game.memory))
        if names is None:
            return []
        events = course.rename(names, look)
        game.forget_questions()
        game.names, game.memory = NamesInDoubt(), None  # what is remembered is of players by name
        game.remember(seen)
        return events

    def _due_s(self, game: InPlay, conclusion: Conclusion) -> float:
        """For how many seconds what was concluded has to last before it is told."""
        patience = self._patience
        return max(
            0.0 if conclusion.legal else patience.illegal_s,
            patience.unfinished_s if conclusion.account.begun else 0.0,
            patience.by_itself_s if game.told_at_rest and conclusion.puts_down else 0.0,
        )

    def _refuse(self, game: InPlay, asked: Doubt, look: Look) -> list[Event]:
        """Have in mind that what was asked about was not done; or nothing was, where it was asked to be removed; or
        something was, where it was asked whether nothing was."""
        refused, about = game.course.refused, game.undecided.about
        if about is not None and asked.looks_done and not asked.of_refused:
            return [] if about.unexplained else self._accept(game, about, look)
        if about is None or game.course.refuses(about):
            return self._nothing_was_done(game, asked, look)
        game.refuse(*refused, about.changes[-1])
        return []

    def _nothing_was_done(self, game: InPlay, asked: Doubt, look: Look) -> list[Event]:
        """Have in mind that nothing was done where it may look otherwise."""
        game.decide()
        game.vouch()
        return game.course.vouch(asked.looks_done, {}, look)

    def _mend(self, game: InPlay, conclusion: Conclusion, look: Look) -> list[Event]:
        """Set right what was taken for something else, once that has shown for long, whatever else was done since."""
        places = conclusion.account.unexplained
        if game.shows_otherwise(places, look.seconds) < self._patience.mend_s:
            return []
        events = game.course.mend(self._rules.parse_state(conclusion.table), places, look)
        if events:
            game.forget_questions()
            game.otherwise = {}
        return events

    def _is_lost(self, game: InPlay, account: Account[Any], look: Look) -> bool:
        """Whether the players have gone on for long in a way that no turns explain."""
        if len(account.unexplained) < _LOST_PLACES:
            game.lost_from = None
            return False
        if game.lost_from is None:
            game.lost_from = look.seconds
        played_on = self._hands - game.hands_settled >= _LOST_HANDS
        return played_on and look.seconds - game.lost_from >= self._patience.lost_s

    def _join_anew(self, game: InPlay, look: Look) -> list[Event]:
        """Give up what was thought of the game, which "back" brings back, and join it as it lies there."""
        told = game.course.event(What.UNSURE, {"says": self.language.say(LOST), "left": True}, look)
        self.new_game()
        return [told]

    def _accept(
        self, game: InPlay, account: Account[Any], look: Look, *, vouched: Sequence[str] = ()
    ) -> list[Event]:
        game.forget_questions()
        away, game.was_away = game.was_away, False
        undone = game.course.play.changes[account.kept :]
        if game.told_at_rest and undone:
            game.wavered = undone[-1][0]
        game.told_at_rest = True
        game.came(self._hands, max(1, len(account.changes)))
        return game.course.carry_out(account, look, away=away, vouched=vouched)

    def _accept_in_turn(self, game: InPlay, account: Account[Any], look: Look) -> list[Event]:
        """Accept what players have done, each in their own turn, as the turns between were missed."""
        course = game.course
        if account.kept < len(course.play.changes):
            return self._accept(game, account, look)
        events: list[Event] = []
        for change in account.changes:
            events += course.skip_to(change, look)
            if course.over:
                break
            kept, verdict = len(course.play.changes), self._rules.judge(course.play.state, change)
            events += self._accept(game, Account(kept, (change,), (verdict,)), look)
        return events

    def _ask(self, game: InPlay, doubt: Doubt, about: Account[Any], look: Look) -> list[Event]:
        """Ask about what seems to have been done, once for each doubt."""
        game.undecided.about = about
        if doubt == game.undecided.doubt:
            return []
        game.undecided.doubt = doubt
        return [game.course.event(What.UNSURE, doubt.facts, look)]

    def _ask_about_set_up(self, game: InPlay, seen: Seen, look: Look) -> list[Event]:
        """Ask what is unclear or cannot be right about the board, once for each doubt."""
        before, game.about_set_up = game.about_set_up, self._doubts.about_set_up(game.course.play, seen)
        doubt = game.about_set_up
        return [] if doubt is None or doubt == before else [game.course.event(What.UNSURE, doubt.facts, look)]

    def _from_start(self, table: Any) -> tuple[Any, Account[Any]]:
        """The start of a game that has just begun on the table, and what was done since.

        Where nobody can have done anything yet, what looks like it is rather a print, or a shadow.
        """
        start = self._rules.opening(table)
        closed = self._rules.closed(start, table)
        return start, self._rules.explain([start], self._rules.unread(table, closed))[0]
