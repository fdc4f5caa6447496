"""The simulated game as it is shown: in its own time, and until all of its score was shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from firmware.cameras import Camera
from firmware.cameras.simulated import SimulatedCamera
from firmware.frame import Frame
from firmware.presses import Press


class Playing(Camera):
    """The simulated camera, and the button that is pressed in its game."""

    def __init__(self, camera: SimulatedCamera, longer_s: Callable[[], float], *, fast: bool) -> None:
        """longer_s: as `lasting` asks for it; fast: as fast as this computer can, not in the game's own time."""
        self._camera, self._fast = camera, fast
        self._frames = lasting(camera.frames(), longer_s)
        self._has_pressed = False
        self._began, self._seconds = time.monotonic(), 0.0

    def next(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame when it is time for it; None after the last."""
        frame = next(self._frames, None)
        if frame is None:
            self.ended = True
            return None
        if not self._fast:
            self._camera.write_on()
            time.sleep(max(0.0, frame.seconds - (time.monotonic() - self._began)))
        self._seconds = frame.seconds
        return frame

    def presses(self) -> list[Press]:
        """What a player says with a button, once, by the time of the last frame."""
        written = self._camera.written  # not None by then: a player presses at the end of the game
        pressed = None if written is None else written.pressed
        if self._has_pressed or pressed is None or self._seconds < pressed:
            return []
        self._has_pressed = True
        return [Press.CONFIRM]

    def close(self) -> None:
        """Play no more."""
        self._camera.close()


def lasting(frames: Iterable[Frame], longer_s: Callable[[], float]) -> Iterator[Frame]:
    """Frames, the last of them repeated for as many more seconds as `longer_s` asks for at their end."""
    frame, period = None, 0.0
    for each in frames:
        period = each.seconds - frame.seconds if frame is not None else 0.0
        frame = each
        yield each
    if frame is None or not period:
        return
    until = frame.seconds + longer_s()
    while frame.seconds + period < until:
        frame = replace(frame, seconds=frame.seconds + period)
        yield frame
