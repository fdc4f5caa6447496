"""Films of simulated games as eyes see them that know the truth: no picture is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.game import WatchedGame
from firmware.cameras.film import Take
from firmware.cameras.script import Script
from firmware.events import Event
from firmware.looking.gaze import Look
from firmware.referee.referee import Referee
from vision.game import Seen
from vision.table import Stage

TICK_S = 0.2
SETTLED_S = 0.3  # after a hand is gone, until motion has died down and the table is read


def told(script: Script, rules: WatchedGame[Any, Any], see: Callable[[Any], Seen]) -> list[Event]:
    """All that a referee says of a film, seen by eyes to which a scene of it is what `see` makes of it."""
    referee, events = Referee(rules), []
    pressed = script.pressed
    for seconds, take, seen in _looks(script, see):
        if pressed is not None and seconds >= pressed:
            pressed = None
            events += referee.confirm(seconds, "")
        still = take.shot.stage is Stage.CLEAR and seconds >= take.seconds + SETTLED_S
        events += referee.look(Look(seconds, take.event, seen if still else None))
    return events


def _looks(script: Script, see: Callable[[Any], Seen]) -> Iterator[tuple[float, Take, Seen | None]]:
    tick = 0
    for take in script.takes:
        shot: Any = take.shot
        seen = see(shot.scene) if take.shot.stage is Stage.CLEAR else None
        while tick * TICK_S < take.until:
            yield tick * TICK_S, take, seen
            tick += 1


def compared(script: Script, events: Sequence[Event]) -> tuple[list[str], list[str]]:
    """What was expected and not said in time with all that matters, and what else was said."""
    left = [event for event in events if event.what.value != "turn"]
    missing = []
    for want in script.expected:
        found = next(
            (
                it
                for it in left
                if it.what.value == want.event["event"]
                and want.seconds <= it.seconds <= want.until
                and all(it.facts.get(key) == value for key, value in want.event.items() if key != "event")
            ),
            None,
        )
        if found is None:
            missing.append(f"{want.seconds:.1f} s: {dict(want.event)}")
        else:
            left.remove(found)
    return missing, [f"{it.seconds:.1f} s: {it.what} {it.facts}" for it in left]
