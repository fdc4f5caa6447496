"""A USB camera, or any other that Linux shows as /dev/video0."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from firmware.cameras.camera import CameraError, Tell
from firmware.cameras.live import LiveCamera
from firmware.cameras.words import BUSY, LOST, NO_RIGHT, NO_USB_CAMERA
from vision.lens import Lens
from vision.photo import Picture


class UsbSource:
    """A camera that OpenCV has opened; see `firmware.cameras.live.Source`."""

    def __init__(
        self, name: str, video: cv2.VideoCapture, fps: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take `fps` pictures a second from it. CameraError when it gives none at all."""
        self._name, self._video, self._period, self._clock = name, video, 1 / fps, clock
        self._due = clock()
        if not video.isOpened() or not video.grab():
            video.release()
            raise CameraError(BUSY, source=name)

    def grab(self) -> Picture:
        """The picture that the camera takes when the next one is due.

        Those before it are fetched and not decoded, or they would wait in the driver and be old when wanted.
        """
        fetched = False
        while not fetched or self._clock() < self._due:
            fetched = self._video.grab()
            if not fetched:
                raise CameraError(LOST, source=self._name)
        self._due = max(self._due + self._period, self._clock())
        found, bgr = self._video.retrieve()
        if not found or bgr is None:
            raise CameraError(LOST, source=self._name)
        return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)

    def close(self) -> None:
        """Let the camera go."""
        self._video.release()


def open_usb(number: int, *, fps: float, size: tuple[int, int], lens: Lens | None, tell: Tell) -> LiveCamera:
    """The camera /dev/video<number>, asked for pictures of `size`; CameraError when it gives none."""
    name, device = f"usb:{number}", Path(f"/dev/video{number}")

    def start() -> UsbSource:
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
        return UsbSource(name, video, fps)

    return LiveCamera(name, start, lens=lens, tell=tell)
