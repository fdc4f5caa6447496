"""A game set right: by what was taken for something else, and once more where that was only taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.game import WatchedGame
from engine.play import Play


@dataclass(frozen=True, slots=True)
class _Mended:
    """changes: those of a game before it was set right by what had gone; after: with their verdicts, those since;
    places: where that was."""

    changes: Sequence[Any]
    after: Sequence[Any]
    places: tuple[str, ...]


class Mending:
    """Sets one game right, and has in mind how it was before, as long as nothing is done in it."""

    def __init__(self, rules: WatchedGame[Any, Any]) -> None:
        """Nothing was set right yet."""
        self._rules = rules
        self._before: _Mended | None = None

    @property
    def places(self) -> tuple[str, ...]:
        """Where what had gone was, for as long as it may be put back."""
        return self._before.places if self._before is not None else ()

    def forget(self) -> None:
        """Let the game be as it is."""
        self._before = None

    def mended(self, play: Play[Any, Any], table: object, places: Sequence[str]) -> Play[Any, Any] | None:
        """The game with what was taken for something else at some places set right; None when no change explains
        them."""
        changes: Sequence[Any] = [change for change, _ in play.changes]
        now = self._rules.mended(changes, table, places)
        if now is None:
            return None
        mended = Play(self._rules, play.states[0], now)
        if self._before is not None and self._before.after == play.changes:
            has_gone, changes, places = True, self._before.changes, (*self._before.places, *places)
        else:
            # By what the game is now, that could be done: something has gone, and was not taken for something else.
            account = self._rules.explain(mended.states, play.state)[0]
            has_gone = bool(account.changes and not account.unexplained)
        self._before = _Mended(changes, mended.changes, tuple(places)) if has_gone else None
        return mended

    def put_back(self, play: Play[Any, Any], table: object) -> Play[Any, Any] | None:
        """The game with what had gone as it was, or some of it, where it lies there again by this table; None where
        anything else was done since."""
        if self._before is None or self._before.after != play.changes:
            return None
        changes, start = self._before.changes, play.states[0]
        before = Play(self._rules, start, changes)
        account = self._rules.explain(before.states, table)[0]
        if account.changes or account.kept < len(before.changes):
            return None
        now = self._rules.mended(changes, table, account.unexplained) if account.unexplained else changes
        if now is None or [*now] == [change for change, _ in play.changes]:
            return None
        again = Play(self._rules, start, now)
        self._before = replace(self._before, after=again.changes)
        return again
