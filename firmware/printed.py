"""Events on the standard output: sentences for people, a line of JSON each for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from firmware.events import Event, Standing
from firmware.streams import give_up_output


def sentences(event: Event) -> Iterator[str]:
    """What there is to read of an event: when and what, then the rules broken or the working of the score."""
    minutes, seconds = divmod(int(event.seconds), 60)
    yield f"{minutes:3d}:{seconds:02d}  {event.facts['says']}"
    for line in (*event.facts.get("sentences", ()), *event.facts.get("working", ())):
        yield f"         {line}"


class Printed:
    """Prints what happens, at once."""

    def __init__(self, *, as_json: bool, lost: Callable[[OSError], None] | None = None) -> None:
        """Print sentences, or JSON.

        lost: is told, once, why nothing can be printed; without it that ends everything, as nobody sees it then.
        """
        self._as_json, self._lost = as_json, lost
        self.is_lost = False

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:  # noqa: ARG002
        """Print the events."""
        for event in events:
            lines = [json.dumps(event.to_json())] if self._as_json else sentences(event)
            try:
                # In one write, so that a line is there as a whole or not at all when the plug is pulled.
                print("".join(f"{line}\n" for line in lines), end="", flush=True)
            except OSError as error:
                if self._lost is None:
                    raise
                give_up_output()
                self.is_lost = True
                self._lost(error)
