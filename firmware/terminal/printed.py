"""Events on the standard output: sentences for people, and the score when asked for; JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.messages import Language, Message
from firmware.events import Event, Standing
from firmware.sayings import lines_of, score_of
from firmware.streams import give_up_output
from firmware.terminal.notices import Notices

SCORE_ASKED = Message("{points} (press again to pass the turn)")


def sentences(event: Event) -> Iterator[str]:
    """What there is to read of an event, and when it was."""
    says, *others = lines_of(event)
    yield _timed(says, event.seconds)
    for line in others:
        yield f"         {line}"


def _timed(says: str, at: float) -> str:
    minutes, seconds = divmod(int(at), 60)
    return f"{minutes:3d}:{seconds:02d}  {says}"


class Printed:
    """Prints what happens, at once."""

    def __init__(
        self,
        language: Language,
        *,
        as_json: bool,
        notices: Notices | None = None,
        lost: Callable[[OSError], None] | None = None,
    ) -> None:
        """Print sentences, or JSON.

        notices: what is told of the standing besides. lost: is told, once, why nothing can be printed; without it the
        error is raised, as then nobody sees the game.
        """
        self._language, self._as_json, self._notices, self._lost = language, as_json, notices, lost
        self._was_asked = False
        self.is_lost = False

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Print the events, and among sentences the score when it is asked for, and what else there is to tell."""
        for event in events:
            self._print([json.dumps(event.to_json())] if self._as_json else sentences(event))
        if self._notices is not None:
            for line in self._notices.lines(standing, now, is_told=bool(events)):
                self._print([_timed(line, now)])
        if standing.answers_with_score and not self._was_asked and not self._as_json:
            said = score_of(standing.totals, self._language)
            if standing.passes_next:
                said = self._language.say(SCORE_ASKED, {"points": said})
            self._print([_timed(said, now)])
        self._was_asked = standing.answers_with_score

    def _print(self, lines: Iterable[str]) -> None:
        try:
            # In one write, so that a line is there whole or not at all when the plug is pulled.
            print("".join(f"{line}\n" for line in lines), end="", flush=True)
        except OSError as error:
            if self._lost is None:
                raise
            give_up_output()
            self.is_lost = True
            self._lost(error)
