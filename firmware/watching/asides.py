"""What the display shows beside the game for some seconds: the score when asked for, and what players are told."""

from __future__ import annotations

from dataclasses import replace

from firmware.events import Standing, Status

SCORE_S = 5.0
"""How long a score that was asked for is shown."""
TOLD_S = 8.0
"""How long what is told is shown."""

_NOT_TO_BE_MISSED = (Status.ILLEGAL, Status.UNSURE)


class Asides:
    """Remembers what is to be shown, and until when. now: camera time, in seconds."""

    def __init__(self) -> None:
        """Nothing is to be shown."""
        self._score_until = float("-inf")
        self._told, self._told_since = "", 0.0

    def ask_for_score(self, now: float) -> None:
        """Show the score."""
        self._score_until = now + SCORE_S

    def is_score_shown(self, now: float) -> bool:
        """Whether the score that was asked for is shown."""
        return now < self._score_until

    def take_score_away(self) -> None:
        """Show the score no longer."""
        self._score_until = float("-inf")

    def tell(self, text: str, now: float) -> None:
        """Show a text as soon as no warning and no question comes first."""
        self._told, self._told_since = text, now

    def take_away(self, text: str) -> None:
        """Stop showing a text, if it is this one."""
        if self._told == text:
            self._told = ""

    def beside(self, standing: Standing, now: float) -> Standing:
        """How things stand, with what is to be shown beside it."""
        if standing.status in _NOT_TO_BE_MISSED:
            self._told_since = now
        elif now - self._told_since >= TOLD_S:
            self._told = ""
        return replace(standing, told=self._told, score_asked=self.is_score_shown(now))
