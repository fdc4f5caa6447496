"""What is made of each view of a game that is being played: accept what was done, ask about it, or wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import Account
from firmware.events import Event, What
from firmware.looking.gaze import Look, View
from firmware.looking.patience import PATIENCE
from firmware.referee.conclusion import Conclusion
from firmware.referee.doubts import Doubt, Doubts
from firmware.referee.in_play import InPlay
from firmware.referee.names import NamesInDoubt
from firmware.referee.thinking import conclusion_of, instead_of
from vision.game import Seen

_LOST_PLACES = 4  # this many that no turn explains are more than a misreading
_LOST_HANDS = 3  # have come since: the players play on
_GUESSES = 2  # at what it was, if not what it looks like, before players are asked to take it away


@dataclass(frozen=True, slots=True)
class Judge:
    """Finds out what was done, and accepts it once it is clear and lasts."""

    doubts: Doubts

    def judge(self, game: InPlay, view: View, look: Look) -> list[Event]:
        """What follows from one view of a game."""
        # Without a memory the places vouched for don't count anyway, and others may have to be told first.
        if game.vouched and game.memory is not None:
            game.remember(view.seen)
        rules, course, thought = self.doubts.rules, game.course, game.thought
        conclusion = conclusion_of(view.seen, game, rules)
        if conclusion is None:
            return self._nothing_done(game, view.seen, look, is_news=game.thought is not thought)
        for place in conclusion.open_places:
            game.doubted.setdefault(place, (len(course.play.changes), game.hands))
        undecided, looks_like = game.undecided, conclusion
        is_refused = self._is_said_not_to_be(game, looks_like)
        if is_refused and len(course.refused) <= _GUESSES:
            conclusion = instead_of(view.seen, game, rules) or looks_like
        account = conclusion.account
        if undecided.idea != account:
            undecided.idea, undecided.idea_from = account, look.seconds
        lasted_s = look.seconds - undecided.idea_from
        if self._note_lost(game, account, look):
            return game.give_up(self.doubts.lost, look)
        if conclusion.is_clear and (events := self._as_before(game, conclusion, look)):
            game.remember(view.seen)
            return events
        doubt = (
            self.doubts.about_refused(course.play, looks_like, conclusion, course.refused)
            if is_refused
            else self.doubts.about_change(course.play, conclusion, game.doubted, game.wavered)
        )
        if account.unexplained and (events := self._mend(game, conclusion, look)):
            return events
        if doubt is not None:
            return self._ask(game, doubt, account, look) if lasted_s >= PATIENCE.unsure_s else []
        if lasted_s < self._due_s(game, conclusion):
            return []
        about_this = self.doubts.about_what_was_told(course.play, conclusion)
        events = game.accept(account, look)
        game.about_last = None if course.over else about_this  # after the end, "back" undoes what ended it
        if game.about_last is not None:
            events.append(course.event(What.UNSURE, game.about_last.facts, look))
        game.remember(view.seen)
        return events

    def ask_about_set_up(self, game: InPlay, seen: Seen, look: Look) -> list[Event]:
        """Ask what is unclear or cannot be right about the board, once for each doubt."""
        before, game.about_set_up = game.about_set_up, self.doubts.about_set_up(game.course.play, seen)
        doubt = game.about_set_up
        return [] if doubt is None or doubt == before else [game.course.event(What.UNSURE, doubt.facts, look)]

    def _nothing_done(self, game: InPlay, seen: Seen, look: Look, *, is_news: bool) -> list[Event]:
        """The table is as the game has it. is_news: whether this view is considered for the first time."""
        course = game.course
        was_away, game.was_away = game.was_away, False
        game.settled()
        # The power may have gone between the last turn and the score, or what the score needs was unread.
        events = course.gone_on(look) if was_away or course.can_be_ended else []
        if is_news:
            game.remember(seen)
            events += self._rename(game, seen, look)
            about_set_up = game.about_set_up
            if about_set_up is not None and game.question is about_set_up and not seen.unclear:
                events += self.ask_about_set_up(game, seen, look)
        return events

    def _rename(self, game: InPlay, seen: Seen, look: Look) -> list[Event]:
        """Rename players whose pieces, by now, plainly look like another player's; nothing while there are none, or
        something lies there that may have to be taken away."""
        course = game.course
        if course.contested or course.over:
            return []
        names = game.names.right_ones(seen.otherwise_named(course.state, game.memory))
        if names is None:
            return []
        events = course.rename(names, look)
        game.forget_questions()
        game.names, game.memory = NamesInDoubt(), None  # memory goes by the players' names
        game.remember(seen)
        return events

    def _is_said_not_to_be(self, game: InPlay, looks_like: Conclusion) -> bool:
        """Whether it looks like what players have refused, or they have refused something and it looks vague."""
        course, account = game.course, looks_like.account
        if course.refuses(account):
            return True
        adds_only = account.kept == len(course.play.changes) and not account.unexplained
        is_vague = not looks_like.is_clear and not looks_like.is_rather_nothing
        return bool(course.refused) and adds_only and is_vague

    def _as_before(self, game: InPlay, conclusion: Conclusion, look: Look) -> list[Event]:
        """Put back what was only taken away for a while; nothing unless the table shows just that."""
        course, table = game.course, self.doubts.rules.parse_state(conclusion.table)
        if events := course.put_back(table, look):
            game.forget_questions()
            return events
        as_before = course.as_before(table)
        if as_before is None or as_before == conclusion.account:
            return []
        return game.accept(as_before, look)

    def _due_s(self, game: InPlay, conclusion: Conclusion) -> float:
        """For how many seconds what was concluded has to last before it is told."""
        return max(
            0.0 if conclusion.legal else PATIENCE.illegal_s,
            PATIENCE.unfinished_s if conclusion.account.begun else 0.0,
            PATIENCE.by_itself_s if game.told_at_rest and conclusion.puts_down else 0.0,
        )

    def _mend(self, game: InPlay, conclusion: Conclusion, look: Look) -> list[Event]:
        """Set right what was taken for something else, once it has shown for long, whatever else was done since."""
        places = conclusion.account.unexplained
        if game.shows_otherwise(places, look.seconds) < PATIENCE.mend_s:
            return []
        events = game.course.mend(self.doubts.rules.parse_state(conclusion.table), places, look)
        if events:
            game.forget_questions()
            game.otherwise = {}
        return events

    def _note_lost(self, game: InPlay, account: Account[Any], look: Look) -> bool:
        """Note since when no turns explain the table; whether the players have played on for long since."""
        if len(account.unexplained) < _LOST_PLACES:
            game.lost_from = None
            return False
        if game.lost_from is None:
            game.lost_from = look.seconds
        played_on = game.hands - game.hands_settled >= _LOST_HANDS
        return played_on and look.seconds - game.lost_from >= PATIENCE.lost_s

    def _ask(self, game: InPlay, doubt: Doubt, about: Account[Any], look: Look) -> list[Event]:
        """Ask about what seems to have been done, once for each doubt."""
        game.undecided.about = about
        if doubt == game.undecided.doubt:
            return []
        game.undecided.doubt = doubt
        return [game.course.event(What.UNSURE, doubt.facts, look)]
