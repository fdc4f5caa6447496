"""The lights of a device in their rhythm: a thread of their own moves them, whenever the next picture comes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from firmware.events import Event, Standing

from .lights import Lights

STEP_S = 0.02
"""So late a beat may be. The shortest lasts ten times as long."""


class Rhythm:
    """Has lights show what the loop says, and beat on until it says something else."""

    def __init__(self, lights: Lights, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin at once. clock: seconds, never going back."""
        self._lights, self._clock = lights, clock
        self._one_at_a_time = threading.Lock()
        self._stopped = threading.Event()
        self._trouble: Exception | None = None
        self._thread = threading.Thread(target=self._beat, name="lights", daemon=True)
        self._thread.start()

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:  # noqa: ARG002
        """Show how things stand from this moment on; raises what has stopped the lights meanwhile."""
        with self._one_at_a_time:
            if self._trouble is not None:
                raise self._trouble
            self._lights.show(standing, events, self._clock())

    def close(self) -> None:
        """All dark and silent, and the pins are let go; may be called twice."""
        self._stopped.set()
        self._thread.join()
        self._lights.close()

    def _beat(self) -> None:
        try:
            while not self._stopped.wait(STEP_S):
                with self._one_at_a_time:
                    self._lights.follow(self._clock())
        except Exception as error:  # libraries of pins raise whatever they like
            self._trouble = error
