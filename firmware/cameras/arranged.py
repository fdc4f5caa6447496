"""A simulated camera above a table on which the arrangements asked for lie, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.cameras.camera import Camera
from firmware.frame import Frame
from vision.photo import Picture

_SHOWN_S = 3.0


class ArrangedCamera(Camera):
    """Shows each picture for some seconds, and ends with the last."""

    def __init__(self, pictures: Iterator[Picture], *, fps: float) -> None:
        """pictures: each is drawn when its turn comes."""
        self._pictures, self._fps = pictures, fps
        self._given = 0
        self._picture: Picture | None = None

    def next(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame as soon as it is drawn."""
        if self._given % max(2, round(_SHOWN_S * self._fps)) == 0:
            self._picture = next(self._pictures, None)
            self.ended = self._picture is None
        if self._picture is None:
            return None
        self._given += 1
        return Frame(self._picture, (self._given - 1) / self._fps, f"{self._given:05d}")

    def close(self) -> None:
        """Show no more."""
        self.ended, self._picture = True, None
