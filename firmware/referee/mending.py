"""A game set right: by what was taken for something else, and once more where that, or what was taken back, was only
taken away for a while."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from engine.game import Account, Verdict, WatchedGame
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
        self._lifted: tuple[tuple[Any, Verdict], ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """Where what had gone was, for as long as it may be put back."""
        return self._before.places if self._before is not None else ()

    def forget(self) -> None:
        """Let the game be as it is."""
        self._before, self._lifted = None, ()

    def taken_off(self, changes: tuple[tuple[Any, Verdict], ...]) -> None:
        """Have in mind what had been played, with the verdicts, until some of it was taken off the table; pieces may
        leave one by one."""
        if self._lifted[: len(changes)] != changes:
            self._lifted = changes

    def as_before(self, play: Play[Any, Any], table: object) -> Account[Any] | None:
        """What makes of the game what it was before pieces were taken off, where by this table they lie there again,
        in whichever order they have come; None where they don't, or something else was done."""
        if not self._lifted or self._lifted == play.changes[: len(self._lifted)]:
            return None  # nothing of it is missing
        before = Play(self._rules, play.states[0], (change for change, _ in self._lifted))
        account = self._rules.explain(before.states, table)[0]
        if account.changes:
            self._lifted = ()
        if account != Account(len(self._lifted)):
            return None
        pairs = zip(play.changes, self._lifted, strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        changes, verdicts = zip(*self._lifted[kept:], strict=True)
        return Account(kept, changes, verdicts)

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
