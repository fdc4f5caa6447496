"""Events on the standard output: sentences for people, a line of JSON each for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from firmware.events import Event, Standing


class Printed:
    """Prints what happens, at once."""

    def __init__(self, *, as_json: bool) -> None:
        """Print sentences, or JSON."""
        self._as_json = as_json

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:  # noqa: ARG002
        """Print the events."""
        for event in events:
            if self._as_json:
                print(json.dumps(event.to_json()), flush=True)
                continue
            print(f"{_clock(event.seconds)}  {event.facts['says']}", flush=True)
            for line in (*event.facts.get("sentences", ()), *event.facts.get("working", ())):
                print(f"         {line}", flush=True)


def _clock(seconds: float) -> str:
    """Camera time in minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:3d}:{rest:02d}"
