"""The lights of a device in their rhythm: a thread of their own moves them, whenever the next picture comes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from firmware.events import Event, Standing
from firmware.panel.lights import Lights

STEP_S = 0.02
"""So late a beat may be. The shortest lasts ten times as long."""


class Rhythm:
    """Has lights show what the loop says, and blink on until it says something else.

    Trouble with them is told once, and they are tried again with the next step: no game ends because of a light.
    """

    def __init__(
        self,
        lights: Lights,
        clock: Callable[[], float] = time.monotonic,
        tell: Callable[[Exception], None] = lambda _: None,
    ) -> None:
        """Begin at once. clock: seconds, never going back. tell: is called on either thread."""
        self._lights, self._clock, self._tell = lights, clock, tell
        self._one_at_a_time = threading.Lock()
        self._stopped = threading.Event()
        self._told = ""
        self._thread = threading.Thread(target=self._beat, name="lights", daemon=True)
        self._thread.start()

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Show how things stand from this moment on."""
        with self._at_work():
            self._lights.show(standing, events, self._clock())

    def close(self) -> None:
        """All dark and silent, and the pins are let go; may be called twice."""
        self._stopped.set()
        self._thread.join()
        with self._at_work():
            self._lights.close()

    def _beat(self) -> None:
        while not self._stopped.wait(STEP_S):
            with self._at_work():
                self._lights.follow(self._clock())

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        with self._one_at_a_time:
            try:
                yield
            except Exception as error:  # libraries of pins raise whatever they like
                if str(error) != self._told:
                    self._told = str(error)
                    self._tell(error)
