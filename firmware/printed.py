"""Events on the standard output: sentences for people, a line of JSON each for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from firmware.events import Event, Standing
from firmware.notices import Notices
from firmware.streams import give_up_output


def sentences(event: Event) -> Iterator[str]:
    """What there is to read of an event: when and what, then the rules broken or the working of the score."""
    yield _at(event.seconds, event.facts["says"])
    for line in (*event.facts.get("sentences", ()), *event.facts.get("working", ())):
        yield f"         {line}"


def _at(seconds: float, text: str) -> str:
    """A text behind the time it was said at."""
    return f"{int(seconds) // 60:3d}:{int(seconds) % 60:02d}  {text}"


class Printed:
    """Prints what happens, at once."""

    def __init__(
        self,
        *,
        as_json: bool,
        notices: Notices | None = None,
        lost: Callable[[OSError], None] | None = None,
    ) -> None:
        """Print sentences, or JSON.

        notices: what of the standing is told besides. lost: is told, once, why nothing can be printed; without it
        that ends everything, as nobody sees it then.
        """
        self._as_json, self._notices, self._lost = as_json, notices, lost
        self.is_lost = False

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Print the events, and what else there is to tell."""
        for event in events:
            self._print([json.dumps(event.to_json())] if self._as_json else sentences(event))
        if self._notices is not None:
            for line in self._notices.lines(standing, now, is_told=bool(events)):
                self._print([_at(now, line)])

    def _print(self, lines: Iterable[str]) -> None:
        try:
            # In one write, so that a line is there as a whole or not at all when the plug is pulled.
            print("".join(f"{line}\n" for line in lines), end="", flush=True)
        except OSError as error:
            if self._lost is None:
                raise
            give_up_output()
            self.is_lost = True
            self._lost(error)
