"""A landscape before a referee, and recorded games to be played on it."""

from __future__ import annotations

from typing import Any

from engine.netzwerk.game import Netzwerk
from engine.netzwerk.replay import Replay
from engine.netzwerk.state import State
from firmware.events import Event, What
from firmware.looking.gaze import Look
from firmware.referee.referee import Referee
from tests.firmware.landscapes import SeenLandscape, sight

TICK_S = 0.2

TOLD = (What.PLACED, What.MOVED, What.BUILT, What.ILLEGAL, What.TAKEN_BACK, What.PASSED)


class Table:
    """A landscape and its referee: things happen one after the other, in camera time."""

    def __init__(self, rules: Netzwerk | None = None) -> None:
        self.referee = Referee(rules or Netzwerk())
        self.seconds = 0.0

    def show(self, position: State | str | SeenLandscape | None, seconds: float = 1.2) -> list[Event]:
        """Keep one position before the camera, or None while hands move."""
        text = sight(position) if isinstance(position, State) else position
        view = SeenLandscape.of(text) if isinstance(text, str) else text
        events = []
        for _ in range(round(seconds / TICK_S)):
            events += self.referee.look(Look(self.seconds, "picture", view))
            self.seconds += TICK_S
        return events

    def play(self, position: State | str) -> list[Event]:
        """A hand comes and goes, and then it lies so."""
        self.show(None, 0.8)
        return self.show(position)


def told(events: list[Event]) -> list[tuple[str, Any]]:
    return [(event.what.value, event.facts.get("player")) for event in events if event.what in TOLD]


def begun(truth: Replay, turns: int) -> tuple[Table, State]:
    """A table at which so many turns were played."""
    table = Table(Netzwerk(truth.record.options))
    table.show(truth.states[0])
    for state in truth.states[1 : turns + 1]:
        table.play(state)
    return table, truth.states[turns]
