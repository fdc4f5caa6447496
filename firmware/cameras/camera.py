"""The one interface of all cameras, and the one error that they raise."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from engine.messages import ToldError

if TYPE_CHECKING:
    from firmware.frame import Frame


class CameraError(ToldError, OSError):
    """A camera that gives no pictures; its text is one line that says which, why, and what to do."""


Tell = Callable[[CameraError], None]
"""Is told of trouble that a camera gets over by itself: a corrupt picture left out, a cable pulled."""

Keep = Callable[[Mapping[str, Any]], None]
"""Is told what a camera holds its exposure, white balance and focus at: plain values, as its driver has them."""


def forget(_: Mapping[str, Any]) -> None:
    """Keep nothing."""


@dataclass
class LastHeld:
    """Remembers what a camera is held at, for when it is started again: `held` at first, then whatever it is told.

    keep: is told the same.
    """

    held: Mapping[str, Any] | None
    keep: Keep

    def __call__(self, held: Mapping[str, Any]) -> None:
        """The camera is held at this now."""
        self.held = held
        self.keep(held)


class Camera(ABC):
    """Gives frames, one after the other.

    ::

        with open_camera("usb:0") as camera:
            for frame in camera.frames():
                look_at(frame)

    A frame whose picture is the same array as that of the frame before shows that nothing has changed. Cameras of
    files and the simulated one give frames as fast as they are asked for; to see them in their own time, wait until
    `frame.seconds`.
    """

    ended: bool = False
    """Whether there will be no more frames, as after the last picture of a folder."""

    @abstractmethod
    def next(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame, or None when none has come within the time or there are no more.

        Raises CameraError when no frame will come unless somebody does something about it.
        """

    @abstractmethod
    def close(self) -> None:
        """Let the camera go; may be called twice."""

    def measure_anew(self) -> None:  # noqa: B027 - nothing is measured of files, and of drawn tables
        """Find exposure and white balance again, as the board can't be seen in this light."""

    def frames(self) -> Iterator[Frame]:
        """All frames until the end, however long one has to be waited for."""
        while not self.ended:
            frame = self.next()
            if frame is not None:
                yield frame

    def now_and_then(self, every_s: float) -> Iterator[Frame]:
        """Frames so many seconds apart or more, each with another picture than the one given before."""
        shown: object = None
        shown_at = float("-inf")
        for frame in self.frames():
            if frame.picture is not shown and frame.seconds - shown_at >= every_s:
                shown, shown_at = frame.picture, frame.seconds
                yield frame

    def __enter__(self) -> Self:
        """The camera itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the camera go."""
        self.close()
