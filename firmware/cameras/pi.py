"""The camera of a Raspberry Pi, by picamera2, which comes from apt.

A main stream in the quality of still photos, and a small one beside it that tells brightness and motion. The format
asked for need not be the one given; what libcamera really gives is read back and converted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from firmware.cameras.camera import CameraError, Keep, LastHeld, Tell, forget
from firmware.cameras.live import DEADLINE_S, LiveCamera
from firmware.cameras.metering import Controls, Held, Meter
from firmware.cameras.pixels import luma_of, picture_of
from firmware.cameras.words import NO_PI_CAMERA, NO_PICAMERA2, PI_REFUSES, SILENT
from firmware.complaint import reason_of
from vision.lens import Lens
from vision.motion import Motion
from vision.photo import Picture

_SMALL = (320, 240)
_QUIET_S, _REFRESH_S = 4.0, 2.0
"""After so much stillness the same picture is given again, a fresh one only every now and then."""


class PiSource:
    """The first camera of the Pi; see `firmware.cameras.live.Source`."""

    def __init__(
        self,
        fps: float,
        size: tuple[int, int],
        tell: Tell,
        clock: Callable[[], float] = time.monotonic,
        *,
        held: Held | None = None,
        keep: Keep = forget,
    ) -> None:
        """Start it with pictures of `size`, `fps` a second; CameraError when that cannot be done.

        held: the exposure, white balance and focus to begin with. keep: is told what they are held at.
        """
        try:
            from picamera2 import Picamera2
        except ImportError:
            raise CameraError(NO_PICAMERA2) from None
        self._tell, self._clock, self._held, self._keep = tell, clock, held, keep
        self._motion = Motion()
        self._picture: Picture | None = None
        self._taken = clock()
        if not Picamera2.global_camera_info():
            raise CameraError(NO_PI_CAMERA)
        self._camera: Any = None
        try:
            self._camera = Picamera2()
            self._configure(fps, size)
            self._camera.start()
        except Exception as error:  # picamera2 and libcamera raise whatever they like
            with suppress(Exception):  # what cannot be started may not be let go either
                self.close()
            # picamera2 wraps libcamera's error in "sequence did not complete".
            raise CameraError(PI_REFUSES, reason=reason_of(error.__cause__ or error)) from error

    @property
    def configuration(self) -> dict[str, Any]:
        """What the camera really gives: format, size and stride of the streams `main` and `lores`."""
        given: dict[str, Any] = self._camera.camera_configuration()
        return given

    def grab(self) -> Picture:
        """The next picture; the same one again while nothing moves."""
        job = self._camera.capture_request(wait=False)
        try:
            request = self._camera.wait(job, timeout=DEADLINE_S)
        except TimeoutError:
            raise CameraError(SILENT, source="pi", seconds=round(DEADLINE_S)) from None
        try:
            now = self._clock()
            lores = self.configuration["lores"]
            small = luma_of(request.make_buffer("lores"), lores["size"], lores["stride"])
            self._set(self._meter.seen(request.get_metadata(), float(small.mean()), now))
            quiet = self._motion.seen(small, now).still_for > _QUIET_S
            if self._picture is None or not quiet or now - self._taken > _REFRESH_S:
                main = self.configuration["main"]
                data = request.make_buffer("main")
                self._picture = picture_of(data, main["format"], main["size"], main["stride"])
                self._taken = now
        finally:
            request.release()
        if self._meter.held is not None and self._meter.held != self._held:
            self._held = self._meter.held
            self._keep(self._held.to_json())
        if self._meter.trouble is not None:
            self._tell(self._meter.trouble)
            self._meter.trouble = None
        return self._picture

    def measure_anew(self) -> None:
        """Find exposure and white balance again."""
        self._set(self._meter.measure_anew())

    def close(self) -> None:
        """Let the camera go."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def _configure(self, fps: float, size: tuple[int, int]) -> None:
        wanted = self._camera.create_still_configuration(
            main={"size": size, "format": "RGB888"},
            lores={"size": _SMALL, "format": "YUV420"},
            buffer_count=3,
        )
        self._camera.configure(wanted)
        self._meter = Meter(self._camera.camera_controls, self._held)
        period_us = round(1e6 / fps)
        # In a dark room an exposure may be longer than the usual time between frames.
        self._set({"FrameDurationLimits": (period_us, max(period_us, 400_000)), **self._meter.start()})

    def _set(self, controls: Controls) -> None:
        known = {name: value for name, value in controls.items() if name in self._camera.camera_controls}
        if known:
            self._camera.set_controls(known)


def open_pi(
    *,
    fps: float,
    size: tuple[int, int],
    lens: Lens | None,
    tell: Tell,
    held: Mapping[str, Any] | None = None,
    keep: Keep = forget,
) -> LiveCamera:
    """The Pi's camera; CameraError when there is none or it cannot be started.

    held: what it was held at before, as `keep` was told; anything else is ignored.
    """
    last = LastHeld(held, keep)

    def start() -> PiSource:
        return PiSource(fps, size, tell, held=Held.from_json(last.held), keep=last)

    return LiveCamera("pi", start, lens=lens, tell=tell)
