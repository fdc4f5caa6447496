"""A game set right: what was taken for something else is mended, and put back if it turns out that this, or what was
taken back, was only off the table for a while."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from engine.game import Account, Verdict, WatchedGame
from engine.play import Play


@dataclass(frozen=True, slots=True)
class _Mended:
    """What a game was before it was mended because something had gone.

    changes: those of the game before; after: those since, with their verdicts; places: where something had gone.
    """

    changes: Sequence[Any]
    after: Sequence[Any]
    places: tuple[str, ...]


class Mending:
    """Sets one game right, and remembers how it was before, as long as nothing else is done in it."""

    def __init__(self, rules: WatchedGame[Any, Any]) -> None:
        """Nothing was set right yet."""
        self._rules = rules
        self._before: _Mended | None = None
        self._lifted: tuple[tuple[Any, Verdict], ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """The places of what had gone, for as long as it may be put back."""
        return self._before.places if self._before is not None else ()

    def forget(self) -> None:
        """Let the game be as it is."""
        self._before, self._lifted = None, ()

    def taken_off(self, changes: tuple[tuple[Any, Verdict], ...]) -> None:
        """Remember what had been played, with the verdicts, before some of it was taken off the table; pieces may
        leave one by one."""
        if self._lifted[: len(changes)] != changes:
            self._lifted = changes

    def as_before(self, play: Play[Any, Any], table: object) -> Account[Any] | None:
        """What restores the game as it was before pieces were taken off, once this table shows all of them again, in
        whichever order they came back; None where it doesn't, or something else was done."""
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
        """The game with some places set right, where something was taken for something else; None when no change
        explains them."""
        changes: Sequence[Any] = [change for change, _ in play.changes]
        now = self._rules.mended(changes, table, places)
        if now is None:
            return None
        mended = Play(self._rules, play.states[0], now)
        if self._before is not None and self._before.after == play.changes:
            has_gone, changes, places = True, self._before.changes, (*self._before.places, *places)
        else:
            # If changes lead from the mended game back to this one, something has gone rather than been misread.
            account = self._rules.explain(mended.states, play.state)[0]
            has_gone = bool(account.changes and not account.unexplained)
        self._before = _Mended(changes, mended.changes, tuple(places)) if has_gone else None
        return mended

    def put_back(self, play: Play[Any, Any], table: object) -> Play[Any, Any] | None:
        """The game with what had gone, or some of it, back again, where this table shows it; None where anything else
        was done since."""
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
