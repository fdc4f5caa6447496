"""What a press of a button means for a game that is being played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from engine.game import Account
from firmware.events import Event
from firmware.looking.gaze import Look
from firmware.referee.doubts import Doubt, Doubts
from firmware.referee.in_play import InPlay


@dataclass(frozen=True, slots=True)
class Answers:
    """Carries out what players answer by a press."""

    doubts: Doubts

    def confirm(self, game: InPlay, look: Look) -> list[Event]:
        """Settle what is open, or else pass the turn on; as `Referee.confirm`."""
        if game.course.contested:
            return game.course.let_last_stand(look)
        doubt, about = game.undecided.doubt, game.undecided.about
        if doubt is not None and about is not None:
            if doubt.looks_done and not doubt.of_refused:
                return self._nothing_was_done(game, doubt, look)
            if about.unexplained:
                return game.give_up(self.doubts.lost, look)
            if doubt.whose_turn:
                return self._accept_in_turn(game, about, look)
            if doubt.of_refused:
                game.vouch()
                return game.accept(about, look, vouched=doubt.places)
            return game.accept(about, look)
        if doubt is None and (asked := game.question) is not None:
            game.about_set_up = game.about_last = None
            if asked.asks:
                game.vouch()
                return game.course.vouch(asked.places, asked.asks, look)
            return []
        return game.course.skip(look)

    def take_back(self, game: InPlay, look: Look) -> list[Event]:
        """Say no to what was asked, or take back the end or the last change; as `Referee.take_back`."""
        course = game.course
        if (instead := game.asked_instead) is not None:
            return self._refuse(game, instead, look)
        if course.is_ended_by_hand:
            return course.take_end_back(look)
        if not course.play.changes:
            return []
        asked = game.question  # what was told last may be in question behind another doubt
        if asked is not None and asked is game.about_last and asked.or_else is not None:
            game.vouch()
            return game.accept(asked.or_else, look, vouched=asked.places)
        game.refuse(course.play.changes[-1][0])
        return course.take_back(look)

    def _refuse(self, game: InPlay, asked: Doubt, look: Look) -> list[Event]:
        """Note what "back" says to a question: that what was asked about was not done; that nothing was, where it was
        to be removed; or that something was, where it was asked whether nothing was."""
        refused, about = game.course.refused, game.undecided.about
        if about is not None and asked.looks_done and not asked.of_refused:
            return [] if about.unexplained else game.accept(about, look)
        if about is None or asked.looks_done:
            return self._nothing_was_done(game, asked, look)
        game.refuse(*refused, about.changes[-1])
        return []

    def _nothing_was_done(self, game: InPlay, asked: Doubt, look: Look) -> list[Event]:
        """Note that nothing was done at the places where it looks as if something was."""
        game.decide()
        game.vouch()
        return game.course.vouch(asked.looks_done, {}, look)

    def _accept_in_turn(self, game: InPlay, account: Account[Any], look: Look) -> list[Event]:
        """Accept what players have done, each in their own turn: the turns between were missed."""
        course, events = game.course, list[Event]()
        in_turn = sum(1 for _ in takewhile(lambda it: "turn" not in it.violates, account.verdicts))
        if in_turn or account.kept < len(course.play.changes):
            # Mostly this is more of the last turn than was told of it.
            first = replace(account, changes=account.changes[:in_turn], verdicts=account.verdicts[:in_turn])
            events += game.accept(first, look)
        for change in account.changes[in_turn:]:
            events += course.skip_to(change, look)
            if course.over:
                break
            kept, verdict = len(course.play.changes), self.doubts.rules.judge(course.play.state, change)
            events += game.accept(Account(kept, (change,), (verdict,)), look)
        return events
