"""An evening at a table: its companion and its journal, a game some turns in, and what is listed of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.alien_city import AlienCity, City
from firmware.events import Event, Standing, Status
from firmware.frame import Frame
from firmware.journal import Journal, past_games
from firmware.looking.gaze import Look
from firmware.presses import Press
from firmware.referee.referee import Referee
from firmware.watching.companion import Companion
from tests.engine.alien_city.play import random_turns
from tests.firmware.refereed import EMPTY
from tests.vision.alien_city.tables import seen
from vision.alien_city.eyes import SeenCity

PICTURE = np.zeros((1, 1, 3), np.uint8)

TICK_S = 0.2

TURNS = 5


class Evening:
    """A table, its companion and its journal: what lies there, what is pressed, and what is shown of it."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path, "alien-city", lambda: 0.0)
        self.view: City | None = EMPTY
        self._seen: tuple[City, float, SeenCity] | None = None
        self.seconds, self.standing = 0.0, Standing(Status.LOOKING)
        eyes: Any = self
        self.companion = Companion(eyes, Referee(AlienCity()), [self], self.journal)

    def look(self, frame: Frame) -> Look:
        return Look(frame.seconds, frame.name, self._read(frame.seconds))

    def _read(self, seconds: float) -> SeenCity | None:
        """What lies there, which is read once it changes and every other second."""
        if self.view is None:
            self._seen = None
        elif self._seen is None or self._seen[0] != self.view or seconds - self._seen[1] >= 2:
            self._seen = self.view, seconds, seen(self.view)
        return None if self._seen is None else self._seen[2]

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:  # noqa: ARG002
        self.standing = standing

    def press(self, *presses: Press) -> list[Event]:
        self.seconds += TICK_S
        return self.companion.tick(Frame(PICTURE, self.seconds, "picture"), presses)

    def watch(self, view: City | None, seconds: float = 3.0) -> list[Event]:
        self.view, events = view, []
        for _ in range(round(seconds / TICK_S)):
            events += self.press()
        return events

    def play(self, city: City) -> list[Event]:
        self.watch(None, 1.0)
        return self.watch(city)


def some_turns_into(path: Path) -> Evening:
    """A table some turns into its first game."""
    start, turns = random_turns(1, most=TURNS)
    state, table = start, Evening(path)
    table.watch(start.city)
    for turn in turns:
        state = state.played(turn)
        table.play(state.city)
    assert len(table.journal.latest().turns) == TURNS  # type: ignore[union-attr]
    return table


def next_city() -> City:
    """What lies there after one turn more."""
    start, turns = random_turns(1, most=TURNS + 1)
    state = start
    for turn in turns:
        state = state.played(turn)
    return state.city


def listed(path: Path) -> list[tuple[int, int]]:
    """Games as they are listed: their numbers, and how many turns each has."""
    return [(game.number, len(game.turns)) for game in past_games(path)]
