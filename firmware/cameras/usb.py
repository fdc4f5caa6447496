"""A USB camera, or any other that Linux shows as /dev/video0."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from firmware.cameras.camera import CameraError, Keep, LastHeld, Tell, forget
from firmware.cameras.live import LiveCamera
from firmware.cameras.usb_metering import UsbMeter
from firmware.cameras.words import BUSY, LOST, NO_RIGHT, NO_USB_CAMERA
from firmware.streams import unheard
from vision.lens import Lens
from vision.photo import Picture

_SPARSE = 8  # pixels from one to the next that tell how bright a picture is


class UsbSource:
    """A camera that OpenCV has opened; see `firmware.cameras.live.Source`."""

    def __init__(
        self,
        name: str,
        video: cv2.VideoCapture,
        fps: float,
        clock: Callable[[], float] = time.monotonic,
        *,
        tell: Tell = lambda _: None,
        held: Mapping[str, Any] | None = None,
        keep: Keep = forget,
    ) -> None:
        """Take `fps` pictures a second from it. CameraError when it gives none at all.

        held: the exposure, white balance and focus to begin with. keep: is told what they are held at.
        """
        self._name, self._video, self._period, self._clock = name, video, 1 / fps, clock
        self._tell, self._keep = tell, keep
        self._due = clock()
        if not video.isOpened() or not video.grab():
            video.release()
            raise CameraError(BUSY, source=name)
        self._meter = UsbMeter(video, held)
        self._kept = self._meter.held

    def grab(self) -> Picture:
        """The picture that the camera takes when the next one is due.

        Earlier ones are fetched without being decoded; else they would wait in the driver, and be old when wanted.
        """
        fetched = False
        while not fetched or self._clock() < self._due:
            fetched = self._video.grab()
            if not fetched:
                raise CameraError(LOST, source=self._name)
        self._due = max(self._due + self._period, self._clock())
        # Many cameras send a stray byte now and then, and libjpeg prints a line about each such picture.
        with unheard:
            found, bgr = self._video.retrieve()
        if not found or bgr is None:
            raise CameraError(LOST, source=self._name)
        self._go_on_metering(bgr)
        return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)

    def measure_anew(self) -> None:
        """Find exposure and white balance again."""
        self._meter.measure_anew()

    def close(self) -> None:
        """Let the camera go."""
        self._meter.let_go()
        self._video.release()

    def _go_on_metering(self, picture: npt.NDArray[Any]) -> None:
        self._meter.seen(float(picture[::_SPARSE, ::_SPARSE].mean()), self._clock())
        if self._meter.held is not None and self._meter.held != self._kept:
            self._kept = self._meter.held
            self._keep(self._kept)
        if self._meter.trouble is not None:
            self._tell(self._meter.trouble)
            self._meter.trouble = None


def opened(number: int, size: tuple[int, int]) -> cv2.VideoCapture:
    """The device /dev/video<number>, asked for pictures of `size`; CameraError where it can't be had."""
    name, device = f"usb:{number}", Path(f"/dev/video{number}")
    if not device.exists():
        raise CameraError(NO_USB_CAMERA, source=name)
    if not os.access(device, os.R_OK | os.W_OK):
        raise CameraError(NO_RIGHT, source=name)
    video = cv2.VideoCapture(number, cv2.CAP_V4L2)
    # Few cameras have the bandwidth for whole pictures of this size uncompressed.
    video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    video.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    video.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return video


def open_usb(
    number: int,
    *,
    fps: float,
    size: tuple[int, int],
    lens: Lens | None,
    tell: Tell,
    held: Mapping[str, Any] | None = None,
    keep: Keep = forget,
) -> LiveCamera:
    """The camera /dev/video<number>, asked for pictures of `size`; CameraError when it gives none."""
    name = f"usb:{number}"
    last = LastHeld(held, keep)

    def start() -> UsbSource:
        return UsbSource(name, opened(number, size), fps, tell=tell, held=last.held, keep=last)

    return LiveCamera(name, start, lens=lens, tell=tell)
