"""A video file as a camera: its own time, its frames skipped to a few a second."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from firmware.cameras.camera import Camera, CameraError, Tell
from firmware.cameras.through import through
from firmware.cameras.words import CUT_SHORT, NO_VIDEO, SMALL_VIDEO
from firmware.frame import Frame
from vision.lens import Lens
from vision.photo import SMALLEST_SIDE, TOO_SMALL, BadPhotoError

_USUAL_FPS = 25.0  # of files that do not say
_MISSING_S, _MISSING_SHARE = 1.0, 0.1  # less than that before the end may be sound without pictures


class VideoCamera(Camera):
    """A video file that OpenCV can play; frames are named by their number in the file, the first being 1.

    One that ends long before it says it does is told, and shown as far as it goes.
    """

    def __init__(self, path: Path, *, fps: float, lens: Lens | None, tell: Tell) -> None:
        """Open a file; CameraError when not a single frame can be had from it."""
        with _name_for_opencv(path) as name:
            self._video = cv2.VideoCapture(name)
        # Phones film lying on their side and note how to turn that; whether it is heeded differs by OpenCV's version.
        self._video.set(cv2.CAP_PROP_ORIENTATION_AUTO, 1)
        self._path, self._lens, self._period, self._tell = path, lens, 1 / fps, tell
        self._number = 0
        self._seconds = -1.0
        self._due = 0.0
        if not self._video.isOpened() or not self._advance():
            self.close()
            raise CameraError(NO_VIDEO, source=path)
        sides = cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT
        width, height = (int(self._video.get(side)) for side in sides)
        if 0 < min(width, height) < SMALLEST_SIDE:
            self.close()
            reason = BadPhotoError(TOO_SMALL, width=width, height=height)
            raise CameraError(SMALL_VIDEO, source=path, reason=reason)

    def next(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame that is due; None after the last."""
        while not self.ended:
            shown, number, seconds = self._due <= self._seconds + 1e-3, self._number, self._seconds
            found, bgr = self._video.retrieve() if shown else (False, None)
            if not self._advance():
                self.ended = True
                self._tell_if_cut_short()
            if found and bgr is not None:
                self._due = max(self._due + self._period, seconds)
                picture = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)
                return Frame(picture, seconds, str(number), through(self._lens, picture))
        return None

    def close(self) -> None:
        """Close the file."""
        self._video.release()
        self.ended = True

    def _advance(self) -> bool:
        """Go to the next frame without decoding it; its time never falls behind that of the one before."""
        if not self._video.grab():
            return False
        told = self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        expected = self._seconds + 1 / self._rate() if self._number else 0.0
        self._seconds = told if told > self._seconds else expected
        self._number += 1
        return True

    def _rate(self) -> float:
        """Frames a second, as the file says."""
        rate = self._video.get(cv2.CAP_PROP_FPS)
        return rate if 0 < rate < 1000 else _USUAL_FPS

    def _tell_if_cut_short(self) -> None:
        """Tell if the file ends long before its header says: what follows the header may be lost or damaged."""
        count, rate = self._video.get(cv2.CAP_PROP_FRAME_COUNT), self._rate()
        whole_s = count / rate
        # Where frames don't all last equally long, one of the two is more than what is missing.
        missing_s = min(whole_s - self._seconds, (count - self._number) / rate)
        if missing_s > max(_MISSING_S, _MISSING_SHARE * whole_s):
            self._tell(
                CameraError(CUT_SHORT, source=self._path, seconds=round(self._seconds), whole=round(whole_s))
            )


@contextmanager
def _name_for_opencv(path: Path) -> Iterator[str]:
    """A name by which OpenCV finds the file: it takes only those in UTF-8, and falls over others."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        with path.open("rb") as file:
            yield f"/proc/self/fd/{file.fileno()}"
    else:
        yield str(path)
