"""One loop for watched and simulated tables: each picture goes round all that take part."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from firmware.cameras import Camera
from firmware.frame import Frame
from firmware.looking.attention import Attention
from firmware.presses import Press
from firmware.watching.companion import Companion
from firmware.watching.poor_light import PoorLight

NO_PICTURES_S = 5.0  # after which it is shown that none come


class Presser(Protocol):
    """Where players press."""

    def presses(self) -> list[Press]:
        """What was pressed since the last call."""


class Viewer(Protocol):
    """Who shows the picture beside what is said of it."""

    def see(self, frame: Frame) -> None:
        """Take in the frame that is about to be judged."""


@dataclass(frozen=True)
class Round:
    """What takes part each time round."""

    camera: Camera
    attention: Attention
    companion: Companion
    pressed: Sequence[Presser]
    viewers: Sequence[Viewer]

    def go(self, stopped: threading.Event, each_time: Callable[[], None]) -> bool:
        """Go round until there are no more pictures or somebody stops it; whether a board was ever seen."""
        seconds, at, was_seen = 0.0, time.monotonic(), False
        poor_light = PoorLight()
        while not self.camera.ended and not stopped.is_set():
            frame = self.camera.next()
            if frame is not None:
                for each in self.viewers:
                    each.see(frame)
                self.companion.tick(frame, self._presses())
                was_seen |= self.attention.seen is not None
                if poor_light.note(self.attention.is_in_poor_light, frame.seconds):
                    self.camera.measure_anew()
                seconds, at = frame.seconds, time.monotonic()
            elif time.monotonic() - at > NO_PICTURES_S:
                self.companion.blind(seconds + time.monotonic() - at, self._presses())
            each_time()
        return was_seen

    def _presses(self) -> list[Press]:
        return [press for each in self.pressed for press in each.presses()]
