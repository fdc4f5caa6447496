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
from firmware.another_game import is_another_game
from firmware.doubts import Doubt, Doubts
from firmware.events import Event, Standing, Status, What
from firmware.gaze import Gaze, Look, View
from firmware.match import Match
from firmware.patience import Patience
from firmware.weighing import Conclusion, concluded
from vision.game import Memory, Seen


class Referee:
    """Watches one table, game after game."""

    def __init__(
        self, rules: WatchedGame[Any, Any], language: Language = ENGLISH, patience: Patience | None = None
    ) -> None:
        """Nothing is known of the table yet."""
        self._rules = rules
        self.language = language
        self._patience = patience or Patience()
        self._gaze = Gaze(self._patience)
        self._doubts = Doubts(rules, language)
        self._match: Match | None = None
        self._before: tuple[Match, Memory] | None = None  # the game that a button has given up for this one
        self._begun_with = 0  # changes that were seen with the set-up
        self._still_from = float("-inf")
        self._lay_still: Seen | None = None  # as the last view showed the table
        self._hands = 0  # that have come and gone
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Know nothing of a game yet."""
        self._doubted: dict[str, tuple[int, int]] = {}  # places, and after how many turns and hands
        self._thought: tuple[Seen, str, Conclusion | None] | None = None
        self._was_away = False
        self._told_at_rest = False  # whether a change was told and nothing has moved since
        self._hands_settled = self._hands  # until the last change
        self._memory: Memory = None
        self._about_set_up: Doubt | None = None
        self._forget_ideas()

    def _forget_ideas(self) -> None:
        self._idea: tuple[Account[Any], float] | None = None
        self._doubt: Doubt | None = None
        self._refused: object = None

    def look(self, look: Look) -> list[Event]:
        """Take one look into account and say what has happened, in order; mostly nothing has."""
        match = self._match
        if look.seen is None:
            self._told_at_rest, self._thought = False, None
        view = self._gaze.view(look, match.state if match else "")
        if view is None:
            return []
        if view.still_from != self._still_from:
            self._still_from = view.still_from
            self._hands += view.hidden_s >= self._patience.hand_s
        elif look.relit and self._lay_still is not None and self._memory is not None:
            self._memory = view.seen.relit(self._memory, self._lay_still)
        self._lay_still = view.seen
        if match is None:
            return self._set_up(view, look)
        if is_another_game(self._rules, match.play, view.seen, self._memory):
            if view.quiet_s >= self._patience.new_game_s:
                self._before = None
                self._forget_game()
            return []
        if self._was_away:
            self._close_way_back_to_another_board(view.seen)
        if match.over:
            return []
        return self._judge(match, view, look)

    @property
    def standing(self) -> Standing:
        """How things stand at this moment."""
        condition = self._gaze.condition
        status, trouble = condition or (Status.SETTING_UP, None)
        because = trouble.sentence(self.language) if trouble else ""
        if self._match is None:
            # Hands that move over a board of which nothing is known lay it out.
            as_before = {Status.CANT_SEE: Status.LOOKING, Status.HAND: Status.SETTING_UP}
            return Standing(as_before.get(status, status), because=because)
        standing = self._match.standing()
        if standing.status is not Status.TO_MOVE:
            return standing
        if condition is not None:
            return replace(standing, status=status, because=because)
        if (doubt := self._question) is not None:
            return replace(
                standing, status=Status.UNSURE, places=doubt.places, because=doubt.says, brief=doubt.brief
            )
        return standing

    @property
    def _question(self) -> Doubt | None:
        """What the players are asked now; about the set-up only until they play on, which answers it as well."""
        if self._doubt is not None or self._match is None or self._match.play.changes:
            return self._doubt
        return self._about_set_up

    @property
    def is_settled(self) -> bool:
        """Whether nothing waits for `confirm`: it could only set right whose turn it is, if anything."""
        match = self._match
        if match is None or match.over:
            return True
        return not match.contested and self._question is None and not match.has_turn_to_end

    @property
    def can_go_back(self) -> bool:
        """Whether `take_back` brings the game before back: a button began this one, and nothing was played yet."""
        match = self._match
        if self._before is None:
            return False
        return match is None or (len(match.play.changes) == self._begun_with and not match.is_ended_by_hand)

    def match_lines(self, scores: Sequence[Mapping[str, int]]) -> Sequence[str]:
        """What games come to together, the last one just over; nothing where games are not summed up."""
        return self._rules.match_lines(scores, self.language)

    # What players and power cuts ask for.

    def confirm(self, seconds: float, frame: str) -> list[Event]:
        """Settle what is open, or else pass the turn on.

        What is against the rules is let stand, the likelier of two doubtful readings taken, the set-up left as it is.
        """
        match, look = self._match, Look(seconds, frame)
        if match is None or match.over:
            return []
        if match.contested:
            return match.let_stand(look)
        if self._doubt is not None and self._idea is not None and not self._idea[0].unexplained:
            return self._accept(match, self._idea[0], look)
        if self._question is not None and self._question is self._about_set_up:
            self._about_set_up = None
            return []
        return match.skip(look)

    def take_back(self, seconds: float, frame: str) -> list[Event]:
        """Take back what a button has brought, a new game or the end, else the last change, whatever is on the table.

        What still lies there is asked to be removed.
        """
        match, look = self._match, Look(seconds, frame)
        if self._before is not None and self.can_go_back:
            return self._go_back(*self._before, look)
        if match is not None and match.is_ended_by_hand:
            return match.take_end_back(look)
        if match is None or not match.play.changes:
            return []
        self._forget_ideas()
        self._refused = match.play.changes[-1][0]
        return match.take_back(look)

    def end_game(self, seconds: float, frame: str) -> list[Event]:
        """Count the score now, whether or not the rules see an end; nothing while nobody has done anything yet."""
        match = self._match
        if match is None or match.over or self._is_untouched(match):
            return []
        return match.end(Look(seconds, frame))

    def new_game(self) -> None:
        """Look for a new set-up; until something is played then, the game so far can be brought back."""
        if not self.can_go_back:
            self._before = None if self._match is None else (self._match, self._memory)
        self._forget_game()

    def go_on(self, event: Event) -> None:
        """Go on with the game as it stood after an event that was kept."""
        self._match = Match.kept(self._rules, event, self.language)
        self._was_away = True
        self._about_set_up = None
        self._forget_ideas()

    def may_go_back_to(self, event: Event) -> None:
        """Let "back" bring a game back that a button had given up, as it stood after an event that was kept."""
        self._before = Match.kept(self._rules, event, self.language), None

    # How it decides.

    def _forget_game(self) -> None:
        """Forget the game and look for a new set-up."""
        self._match = None
        self._begin_anew()
        self._gaze.forget(Status.SETTING_UP)

    def _go_back(self, match: Match, memory: Memory, look: Look) -> list[Event]:
        """Go on with a game that was given up."""
        self._begin_anew()
        self._match, self._memory, self._before = match, memory, None
        self._gaze.forget(Status.HAND)  # the new game may have named places otherwise
        return match.gone_back_to(look)

    def _is_untouched(self, match: Match) -> bool:
        """Whether nothing was played, and nothing had been when the game was first seen."""
        return not match.play.changes and match.play.state == self._rules.opening(match.play.state)

    def _set_up(self, view: View, look: Look) -> list[Event]:
        """Begin a game; one that has gone on for long without being seen is joined as it stands."""
        patience, seen = self._patience, view.seen
        table = self._rules.parse_state(seen.position)
        start, account = self._from_start(table)
        from_start = account.legal and not account.unexplained
        if view.quiet_s < (patience.set_up_s if from_start else patience.joined_s):
            return []
        unread = seen.unclear if from_start else seen.unread
        if unread and view.quiet_s < (patience.unclear_s if from_start else patience.joined_unread_s):
            return []
        self._begin_anew()
        self._match = Match(self._rules, start if from_start else table, self.language)
        self._match.learn(table, self._hands)
        events = self._match.began(look)
        events += self._match.carry_out(account, look) if from_start else self._match.gone_on(look)
        self._memory = seen.remembered(
            self._match.state, sure=self._rules.closed(start, table) if from_start else ()
        )
        if from_start:
            events += self._ask_about_set_up(self._match, seen, look)
        self._begun_with = len(self._match.play.changes)
        self._close_way_back_to_another_board(seen)
        return events

    def _close_way_back_to_another_board(self, seen: Seen) -> None:
        if self._before is not None:
            before, memory = self._before
            as_before = seen.turned_like(before.state)
            if is_another_game(self._rules, before.play, as_before, memory):
                self._before = None

    def _judge(self, match: Match, view: View, look: Look) -> list[Event]:
        """Find out what was done, and accept it once it is clear and lasts."""
        thought = self._thought
        conclusion = self._concluded(match, view.seen)
        if conclusion is None:
            was_away, self._was_away = self._was_away, False
            self._doubted, self._hands_settled = {}, self._hands
            self._forget_ideas()
            # The power may have gone between the last turn and the score, or what the score needs was unread.
            events = match.gone_on(look) if was_away or match.can_be_ended else []
            if self._thought is not thought:
                self._memory = view.seen.remembered(match.state, self._memory)
                if self._question is not None and not view.seen.unclear:
                    events += self._ask_about_set_up(match, view.seen, look)
            return events
        for place in conclusion.doubtful:
            self._doubted.setdefault(place, (len(match.play.changes), self._hands))
        account = conclusion.account
        if self._idea is None or self._idea[0] != account:
            self._idea = account, look.seconds
        lasted_s = look.seconds - self._idea[1]
        doubt = self._doubts.about_change(match.play, conclusion, self._refused, self._doubted)
        if account.unexplained and lasted_s >= self._patience.mend_s:
            events = match.mend(self._rules.parse_state(conclusion.table), account.unexplained, look)
            if events:
                self._forget_ideas()
                return events
        if doubt is not None:
            return self._ask(match, doubt, look) if lasted_s >= self._patience.unsure_s else []
        if not conclusion.legal and lasted_s < self._patience.illegal_s:
            return []
        if account.begun and lasted_s < self._patience.unfinished_s:
            return []
        events = self._accept(match, account, look)
        self._memory = view.seen.remembered(match.state, self._memory)
        return events

    def _concluded(self, match: Match, seen: Seen) -> Conclusion | None:
        """What follows from a view; as long as neither it nor the game changes, it need not be thought over again."""
        if self._thought is None or self._thought[0] is not seen or self._thought[1] != match.state:
            match.learn(self._rules.parse_state(seen.position), self._hands)
            # What was in doubt before the last turn, or the last hand, may have been done before it.
            turns_now, hands_now = len(match.play.changes), self._hands
            before = [
                place
                for place, (turns, hands) in self._doubted.items()
                if turns < turns_now or hands < hands_now
            ]
            conclusion = concluded(
                seen,
                self._rules,
                match.play,
                self._patience,
                before,
                self._memory,
                at_rest=self._told_at_rest,
                hands=self._hands - self._hands_settled,
                warned=bool(match.contested),
            )
            self._thought = seen, match.state, conclusion
        return self._thought[2]

    def _accept(self, match: Match, account: Account[Any], look: Look) -> list[Event]:
        self._forget_ideas()
        away, self._was_away = self._was_away, False
        self._told_at_rest, self._hands_settled = True, self._hands
        return match.carry_out(account, look, away=away)

    def _ask(self, match: Match, doubt: Doubt, look: Look) -> list[Event]:
        """Ask, once for each doubt."""
        if doubt == self._doubt:
            return []
        self._doubt = doubt
        return [match.event(What.UNSURE, doubt.facts, look)]

    def _ask_about_set_up(self, match: Match, seen: Seen, look: Look) -> list[Event]:
        """Ask what is unclear or cannot be right about the board, once for each doubt."""
        before, self._about_set_up = self._about_set_up, self._doubts.about_set_up(match.play, seen)
        doubt = self._about_set_up
        return [] if doubt is None or doubt == before else [match.event(What.UNSURE, doubt.facts, look)]

    def _from_start(self, table: Any) -> tuple[Any, Account[Any]]:
        """The start of a game that has just begun on the table, and what was done since.

        Where nobody can have done anything yet, what looks like it is rather a print, or a shadow.
        """
        start = self._rules.opening(table)
        closed = self._rules.closed(start, table)
        return start, self._rules.explain([start], self._rules.unread(table, closed))[0]
