"""What is said of a game on its page, for those who hear it: each thing once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.messages import Language, Message
from firmware.events import Event, Standing, Status, What
from firmware.panel.screen import UNCOUNTED
from firmware.panel.signals import signal_of
from firmware.sayings import lines_of, score_of, whose_turn
from firmware.window.said import Log, Said

ENDED = Message('The game has been ended: "back" goes on with it')

_ASKING = (Status.ILLEGAL, Status.UNSURE)


class Heard:
    """Puts into words how a game stands and what has happened, and remembers what was said."""

    def __init__(self, language: Language) -> None:
        """Nothing was said yet."""
        self._language = language
        self._log, self._said = Log(), Said()
        self._before_hand: Standing | None = None

    def said(self, standing: Standing, events: Sequence[Event]) -> Said:
        """What the page says now; a hand over the board changes nothing of what is heard."""
        if events:
            self._before_hand = None
        lit = self._language.say(signal_of(standing).legend)
        standing = self._without_hand(standing)
        state, alert = self._state(standing), _alert(standing)
        if not events and not self._log.lines:  # as after a power cut
            for told in self._known(standing):
                self._log.add(told)
        for event in events:
            told = "\n".join(lines_of(event))
            self._log.add(told, is_quiet=self._is_said_elsewhere(event, told, state, alert))
        self._said = Said(state, alert, self._log.lines, self._log.first, lit)
        return self._said

    def _without_hand(self, standing: Standing) -> Standing:
        """How things stood before a hand came over the board, unless a button has changed that since."""
        if standing.status is not Status.HAND:
            self._before_hand = standing
            return standing
        before = self._before_hand
        # A hand hides neither a warning nor the end.
        has_passed = before is None or before.status in (Status.ILLEGAL, Status.OVER)
        if before is None or has_passed or _game_of(before) != _game_of(standing):
            self._before_hand = replace(standing, status=Status.TO_MOVE, because="")
            return self._before_hand
        return replace(before, told=standing.told, score_asked=standing.score_asked)

    def _state(self, standing: Standing) -> tuple[str, ...]:
        """How it stands, each thing at its own place, as only what changes is read out; first what the lights say,
        for those who hear the page."""
        return (
            self._language.say(signal_of(standing).legend),
            standing.told,
            self._score(standing),
            self._now(standing),
        )

    def _score(self, standing: Standing) -> str:
        """The score that was asked for; the final one is told with its working."""
        if standing.score_asked and not standing.state:
            return self._language.say(UNCOUNTED)
        return score_of(standing.totals, self._language) if standing.answers_with_score else ""

    def _now(self, standing: Standing) -> str:
        """Whose turn it is, or why nothing goes on."""
        if standing.status is Status.TO_MOVE or standing.asks_beside:
            return whose_turn(standing.player, standing.due, self._language)
        if standing.status is Status.OVER:
            return self._language.say(ENDED) if standing.is_ended_by_hand else ""
        return "" if standing.status in _ASKING else standing.because

    def _known(self, standing: Standing) -> Iterator[str]:
        """What is known of a game whose events were not told here."""
        if standing.last:
            yield standing.last
        if standing.status is Status.OVER:
            yield "\n".join((score_of(standing.totals, self._language), *standing.working))

    def _is_said_elsewhere(self, event: Event, told: str, state: Sequence[str], alert: str) -> bool:
        """Whether what an event tells is being read out from another place on the page."""
        if alert and alert != self._said.alert and (event.what is What.ILLEGAL or told == alert):
            return True
        return told in state and told not in self._said.state


def _alert(standing: Standing) -> str:
    """What is against the rules, or what players are asked."""
    if standing.status is Status.ILLEGAL:
        return "\n".join(it for it in (standing.last, standing.because) if it)
    return standing.because if standing.status is Status.UNSURE else ""


def _game_of(standing: Standing) -> tuple[str, str, str]:
    return standing.player, standing.last, standing.state
