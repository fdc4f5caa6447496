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
from firmware.events import Event, Standing, Status
from firmware.looking.gaze import Gaze, Look, View
from firmware.looking.patience import PATIENCE
from firmware.referee.another_game import is_another_game
from firmware.referee.answers import Answers
from firmware.referee.course import Course
from firmware.referee.doubts import Doubts
from firmware.referee.in_play import InPlay
from firmware.referee.judging import Judge
from vision.game import Memory, Seen


class Referee:
    """Watches one table, game after game.

    earlier: the memory of the last game in which it was plain whose pieces are whose.
    """

    def __init__(self, rules: WatchedGame[Any, Any], language: Language = ENGLISH) -> None:
        """Nothing is known of the table yet."""
        self._rules = rules
        self.language = language
        self._gaze = Gaze()
        self._doubts = Doubts(rules, language)
        self._judge = Judge(self._doubts)
        self._answers = Answers(self._doubts)
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
            self._hands += view.hidden_s >= PATIENCE.hand_s
        elif look.relit and self._lay_still is not None and game is not None and game.memory is not None:
            game.memory = view.seen.relit(game.memory, self._lay_still)
        self._lay_still = view.seen
        if game is None:
            return self._set_up(view, look)
        game.hands = self._hands
        by_hand, is_over, play = game.hands > game.hands_settled, game.course.over, game.course.play
        if is_another_game(self._rules, play, view.seen, game.memory, by_hand=by_hand, is_over=is_over):
            if view.quiet_s < PATIENCE.new_game_s:
                return []
            # A power cut may have come between the last change and the score; the journal has but the former.
            events = game.course.gone_on(look) if game.course.can_be_ended else []
            self._before = None
            self._forget_game()
            return events
        if game.was_away:
            self._close_way_back_to_another_board(view.seen)
        if game.course.over:
            return []
        events = self._judge.judge(game, view, look)
        if game.is_given_up:
            self.new_game()
        return events

    @property
    def standing(self) -> Standing:
        """How things stand at this moment."""
        condition = self._gaze.condition
        status, trouble = condition or (Status.SETTING_UP, None)
        because = trouble.sentence(self.language) if trouble else ""
        if self._game is None:
            # Hands over a board that is not known yet are laying it out.
            as_before = {Status.CANT_SEE: Status.LOOKING, Status.HAND: Status.SETTING_UP}
            return Standing(as_before.get(status, status), because=because)
        standing = self._game.course.standing()
        if standing.status is not Status.TO_MOVE:
            return standing
        if condition is not None:
            return replace(standing, status=status, because=because)
        if (doubt := self._game.question) is not None:
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
    def is_settled(self) -> bool:
        """Whether nothing waits for `confirm`: at most it could correct whose turn it is."""
        game = self._game
        if game is None or game.course.over:
            return True
        return not game.course.contested and game.question is None and not game.course.has_turn_to_end

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
        """Whether `take_back` would bring the game before back now; a question asked since is answered first."""
        return self.can_go_back and (self._game is None or self._game.asked_instead is None)

    def match_lines(self, scores: Sequence[Mapping[str, int]]) -> Sequence[str]:
        """What games come to together, the last of them just over; nothing where games are not summed up."""
        return self._rules.match_lines(scores, self.language)

    # What players and power cuts ask for.

    def confirm(self, seconds: float, frame: str) -> list[Event]:
        """Settle what is open, or else pass the turn on.

        What is against the rules is let stand; of two doubtful readings the likelier is taken, which may be that
        nothing was done; the set-up is left as it is. Where no turn explains the table, the game is joined as it lies
        there. Where it was another player's turn, the turns that were missed are passed.
        """
        game = self._game
        if game is None or game.course.over:
            return []
        events = self._answers.confirm(game, Look(seconds, frame))
        if game.is_given_up:
            self.new_game()
        return events

    def take_back(self, seconds: float, frame: str) -> list[Event]:
        """Say no to a question, else take back a new game or an end that a button brought, else the last change,
        whatever is on the table.
        Asked whether it was this or that, players say by it that it was the latter. Where the table still looks like
        a change they took back, they are asked whether it was something else; "back" says that it wasn't either.
        Where it looks like nothing else, they are asked to remove what lies there; "back" says that nothing does.
        Asked whether nothing was done, they say by it that what it looks like was.
        """
        look = Look(seconds, frame)
        if self._before is not None and self.goes_back:
            return self._go_back(*self._before, look)
        return [] if self._game is None else self._answers.take_back(self._game, look)

    def end_game(self, seconds: float, frame: str) -> list[Event]:
        """Count the score now, whether or not the rules see an end; nothing while nobody has done anything yet."""
        game = self._game
        if game is None or game.course.over or self._is_untouched(game.course):
            return []
        return game.course.end(Look(seconds, frame))

    def new_game(self) -> None:
        """Look for a new set-up; until something is played after it, the game so far can be brought back."""
        if not self.can_go_back:
            self._before = None if self._game is None else (self._game.course, self._game.memory)
        self._forget_game()

    def go_on(self, event: Event) -> None:
        """Go on with the game as it stood after an event that was kept."""
        course = Course.kept(self._rules, event, self.language)
        about_last = self._doubts.kept(course.play, event)
        self._game = InPlay(course, self._hands, was_away=True, about_last=about_last)

    def open_way_back_to(self, event: Event) -> None:
        """Let "back" bring a game back that a button had given up, as it stood after an event that was kept."""
        self._before = Course.kept(self._rules, event, self.language), None

    # How games begin and are given up.

    def _forget_game(self) -> None:
        """Forget the game, except how each player's pieces look, and look for a new set-up."""
        if self._game is not None and self._game.names.are_plain:
            self.earlier = self._game.memory
        self._game = None
        self._gaze.forget(Status.SETTING_UP)

    def _go_back(self, course: Course, memory: Memory, look: Look) -> list[Event]:
        """Go on with a game that was given up."""
        self._game, self._before = InPlay(course, self._hands, memory=memory), None
        self._gaze.forget(Status.HAND)  # the new game may have named the places differently
        return course.gone_back_to(look)

    def _is_untouched(self, course: Course) -> bool:
        """Whether nothing was played, and nothing had been when the game was first seen."""
        return not course.play.changes and course.play.state == self._rules.opening(course.play.state)

    def _set_up(self, view: View, look: Look) -> list[Event]:
        """Begin a game; one that was played for long without being seen is joined as it stands."""
        seen = view.seen
        table = self._rules.parse_state(seen.position)
        start, account = self._from_start(table)
        from_start = account.legal and not account.unexplained
        if view.quiet_s < (PATIENCE.set_up_s if from_start else PATIENCE.joined_s):
            return []
        unread = seen.unread
        if from_start:
            is_as_it_looks = self._rules.explain([start], table)[0] == account
            unread = seen.unclear if is_as_it_looks else (*seen.unclear, *seen.unread)
        if unread and view.quiet_s < (PATIENCE.unclear_s if from_start else PATIENCE.joined_unread_s):
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
            events += self._judge.ask_about_set_up(game, seen, look)
        self._close_way_back_to_another_board(seen)
        return events

    def _close_way_back_to_another_board(self, seen: Seen) -> None:
        if self._before is not None:
            before, memory = self._before
            as_before = seen.turned_like(before.state)
            if is_another_game(self._rules, before.play, as_before, memory, by_hand=False):
                self._before = None

    def _from_start(self, table: Any) -> tuple[Any, Account[Any]]:
        """The start of a game that has just begun on the table, and what was done since.

        At places where nobody can have done anything yet, what looks like a piece is rather a print or a shadow.
        """
        start = self._rules.opening(table)
        closed = self._rules.closed(start, table)
        return start, self._rules.explain([start], self._rules.unread(table, closed))[0]
