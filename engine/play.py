"""A game being played, of whatever kind: its states one after the other, and undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from engine.game import ChangeT, Game, Score, StateT, Verdict


class Play(Generic[StateT, ChangeT]):
    """The states of a game from a first one on, with what was played and how it was judged.

    An illegal change is judged and played on from, as on a real table.
    """

    def __init__(self, game: Game[StateT, ChangeT], start: StateT, changes: Iterable[ChangeT] = ()) -> None:
        """Play the game on from `start`, these changes first."""
        self.game = game
        self._states = [start]
        self._changes: list[tuple[ChangeT, Verdict]] = []
        for change in changes:
            self.play(change)

    @property
    def state(self) -> StateT:
        """The state at this moment."""
        return self._states[-1]

    @property
    def states(self) -> tuple[StateT, ...]:
        """All states, the first one included."""
        return tuple(self._states)

    @property
    def changes(self) -> tuple[tuple[ChangeT, Verdict], ...]:
        """What was played, with the verdicts."""
        return tuple(self._changes)

    @property
    def to_move(self) -> str | None:
        """The player to act; None when the game is over or it is not known."""
        return self.game.to_move(self.state)

    @property
    def end(self) -> str | None:
        """Why the game is over; None while it is not."""
        return self.game.end(self.state)

    def play(self, change: ChangeT) -> Verdict:
        """Play the change and say what the rules say to it."""
        verdict = self.game.judge(self.state, change)
        self._states.append(self.game.play(self.state, change))
        self._changes.append((change, verdict))
        return verdict

    def undo(self) -> ChangeT:
        """Take the last change back and return it; IndexError when there is none."""
        change, _ = self._changes.pop()
        self._states.pop()
        return change

    def score(self) -> Score:
        """The score at this moment."""
        return self.game.score(self.state)
