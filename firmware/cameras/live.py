"""A camera that is watched while it runs: late frames are noticed, and it is started again a few times."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from engine.messages import Message
from firmware.cameras.camera import Camera, CameraError, Tell
from firmware.cameras.through import through
from firmware.cameras.words import FAILS, FAILS_AT_START, GIVEN_UP, NOT_STARTED, ORDINARY_LENS, SILENT
from firmware.complaint import reason_of
from firmware.frame import Frame
from vision.lens import Lens
from vision.photo import Picture

DEADLINE_S = 5.0
"""A camera that is silent for longer is started again; long ribbons and weak supplies make them so."""
STARTING_S = 15.0
"""So long a start may take, before the first picture is waited for."""
RESTARTS = 20
"""Starts without a single frame after which it is up to people, or to systemd."""
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 15.0
"""Waits between starts: the first, then twice as long each time, up to the longest. Some five minutes in all."""

_PATIENCE_S = 2.0  # at the end, for a camera to be let go


class Source(Protocol):
    """A camera of one kind, as its driver has it. Only one thread at a time uses it."""

    def grab(self) -> Picture:
        """Wait for the next picture that is due, RGB; CameraError when the camera is gone. May hang."""

    def measure_anew(self) -> None:
        """Find exposure and white balance again, before the next picture."""

    def close(self) -> None:
        """Let the camera go."""


class LiveCamera(Camera):
    """A camera whose pictures are taken by a thread of its own, so that it may hang without anyone waiting.

    Always the newest picture is given. When the camera is silent or gone, that is told and it is started again after
    a while; `next` returns None meanwhile, and raises CameraError after too many starts in vain.
    """

    def __init__(
        self,
        name: str,
        start: Callable[[], Source],
        *,
        lens: Lens | None,
        tell: Tell,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the camera; CameraError when it cannot be started the first time, or not in time.

        name: what people call it, as in usb:0. clock: seconds that only go on.
        """
        self._name, self._start, self._lens, self._tell, self._clock = name, start, lens, tell, clock
        self._began = self._heard = clock()
        self._given, self._vain = 0, 0
        self._fits = True
        self._again_at: float | None = None
        self._closed = threading.Event()
        self._taker = _Taker(start, clock)
        self._wait_until_open()

    def next(self, timeout_s: float = 1.0) -> Frame | None:
        """The newest picture not given yet, waiting for it if there is none."""
        if self.ended:
            return None
        if self._again_at is not None:
            if self._clock() < self._again_at:
                self._closed.wait(timeout_s)
                return None
            self._again_at, self._heard = None, self._clock()
            self._taker = _Taker(self._start, self._clock)
        taken = self._taker.wait(timeout_s)
        if taken is not None:
            picture, at = taken
            self._heard, self._vain = at, 0
            self._given += 1
            return Frame(picture, at - self._began, str(self._given), self._through(picture))
        if self._is_silent() or self._taker.error is not None:
            self._stop_for_a_while()
        return None

    def _wait_until_open(self) -> None:
        """Wait for the first start, which is not tried again: a person or systemd is there to be told."""
        try:
            is_open = self._taker.is_open_within(STARTING_S)
        except BaseException:  # a Ctrl-C as well
            self._taker.stop()
            raise
        if not is_open:
            self._taker.stop()
            late = CameraError(NOT_STARTED, source=self._name, seconds=round(STARTING_S))
            raise self._trouble(FAILS_AT_START) or late

    def _is_silent(self) -> bool:
        """Whether no picture has come for too long since the last one, or since the camera was open."""
        opened = self._taker.opened_at
        if opened is None:
            return self._clock() - self._heard > STARTING_S
        return self._clock() - max(self._heard, opened) > DEADLINE_S

    def measure_anew(self) -> None:
        """Have the camera find exposure and white balance again, if it is there."""
        self._taker.measure_anew()

    def close(self) -> None:
        """Let the camera go."""
        self.ended = True
        self._closed.set()
        self._taker.stop()
        self._taker.join()

    def _through(self, picture: Picture) -> Lens | None:
        """The lens for a picture. Cameras choose its shape; a lens for another shape is told once, and not used."""
        try:
            return through(self._lens, picture)
        except CameraError as error:
            if self._fits:
                self._fits = False
                self._tell(CameraError(ORDINARY_LENS, reason=error.facts["reason"]))
            return None

    def _stop_for_a_while(self) -> None:
        silent = CameraError(SILENT, source=self._name, seconds=round(DEADLINE_S))
        trouble = self._trouble(FAILS) or silent
        self._taker.stop()
        self._vain += 1
        if self._vain > RESTARTS:
            self.ended = True
            raise CameraError(GIVEN_UP, source=self._name, count=RESTARTS)
        if self._vain == 1:
            self._tell(trouble)
        wait = min(FIRST_WAIT_S * 2 ** (self._vain - 1), LONGEST_WAIT_S)
        self._again_at = self._clock() + wait

    def _trouble(self, fails: Message) -> CameraError | None:
        """What has ended the camera's thread, in one line; None as long as nothing has."""
        error = self._taker.error
        if error is None or isinstance(error, CameraError):
            return error
        return CameraError(fails, source=self._name, reason=reason_of(error))


class _Taker:
    """The thread that starts a camera once and takes pictures from it, keeping the newest.

    opened_at: when it was open; error: what has ended it, whatever the driver raised.
    """

    def __init__(self, start: Callable[[], Source], clock: Callable[[], float]) -> None:
        self.opened_at: float | None = None
        self.error: Exception | None = None
        self._start, self._clock = start, clock
        self._news = threading.Condition()
        self._newest: tuple[Picture, float] | None = None
        self._stopped = self._is_to_measure = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def is_open_within(self, timeout_s: float) -> bool:
        """Wait until the camera is open, or cannot be; whether it has been open."""
        with self._news:
            self._news.wait_for(lambda: self.opened_at is not None or self.error is not None, timeout_s)
            return self.opened_at is not None

    def wait(self, timeout_s: float) -> tuple[Picture, float] | None:
        """The newest picture and when it was taken, each once; None when none comes in time."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self.error is not None, timeout_s)
            newest, self._newest = self._newest, None
            return newest

    def measure_anew(self) -> None:
        """Have the camera do so before the next picture; only this thread may speak to it."""
        self._is_to_measure = True

    def stop(self) -> None:
        """Take no more; the camera is let go as soon as it does not hang."""
        self._stopped = True

    def join(self) -> None:
        """Wait until the camera is let go, though not for one that hangs."""
        self._thread.join(_PATIENCE_S)

    def _run(self) -> None:
        source = None
        try:
            source = self._start()
            with self._news:
                self.opened_at = self._clock()
                self._news.notify_all()
            while not self._stopped:
                if self._is_to_measure:
                    self._is_to_measure = False
                    source.measure_anew()
                picture = source.grab()
                with self._news:
                    self._newest = (picture, self._clock())
                    self._news.notify_all()
        except Exception as error:  # drivers raise whatever they like
            with self._news:
                self.error = error
                self._news.notify_all()
        finally:
            if source is not None:
                with suppress(Exception):  # no longer of interest: another start says what is still wrong
                    source.close()
