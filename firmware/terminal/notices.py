"""How things stand, in lines for a terminal: what players have to know and is no event, as when nothing is seen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.messages import Language
from firmware.events import WAITED_FOR, Standing, Status
from firmware.journal import words
from firmware.sayings import whose_turn

LASTS_S = 1.0
"""What is over sooner needs nobody."""


class Notices:
    """Remembers what was told."""

    def __init__(self, language: Language) -> None:
        """Nothing was."""
        self._language = language
        # These short texts are for displays; a terminal has the journal's remarks, which also say what to do.
        self._told_by_journal = {language.say(it) for it in (*words.BRIEF.values(), words.SAVED_BRIEF)}
        self._now: tuple[Status, str] | None = None
        self._since = 0.0
        self._told: tuple[Status, str] | None = None
        self._aside = ""

    def lines(self, standing: Standing, now: float, *, is_told: bool) -> Iterator[str]:
        """What there is to say now; mostly nothing. is_told: whether events have just been told."""
        yield from self._about(standing, now, is_told=is_told)
        is_new = standing.told not in ("", self._aside, *self._told_by_journal)
        if is_new and not is_told:
            yield standing.told
        self._aside = standing.told

    def _about(self, standing: Standing, now: float, *, is_told: bool) -> Iterator[str]:
        """What is waited for, once that has lasted; and whose turn it is, when it is over."""
        waited_for = WAITED_FOR.get(standing.status)
        current = None if waited_for is None else (standing.status, standing.because)
        if current != self._now:
            self._now, self._since = current, now
        if waited_for is not None:
            if current != self._told and now - self._since >= LASTS_S:
                self._told = current
                said = self._language.say(waited_for)
                yield f"{said}: {standing.because}" if standing.because else said
        elif standing.status is not Status.HAND:
            if self._told is not None and standing.status is Status.TO_MOVE and not is_told:
                yield whose_turn(standing.player, standing.due, self._language)
            self._told = None
