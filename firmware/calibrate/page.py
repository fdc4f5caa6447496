"""A procedure on a page of this computer: what its camera sees, and what it asks for."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from engine.messages import Language, Message
from firmware.cameras import Camera
from firmware.window.page import Page
from firmware.window.window import AT, LOST

if TYPE_CHECKING:
    from firmware.frame import Frame

SHOWN = Message("What the camera sees")

_LATEST = 12  # lines that are said of a drawing; more would push it out of a small window


class CalibrationPage:
    """Shows to whoever opens the page what a procedure sees, what it last drew, and below what it said since."""

    def __init__(self, language: Language) -> None:
        """Serve the page."""
        self._language = language
        self._page = Page(language.code, language.say(SHOWN), language.say(LOST), is_drawn=True)
        self._drawing: tuple[str, ...] = ()
        self._lines: deque[str] = deque(maxlen=_LATEST)

    @property
    def said(self) -> str:
        """Where the page is, as people are told."""
        return self._language.say(AT, {"address": self._page.address})

    def see(self, frame: Frame) -> None:
        """Show what the camera sees."""
        self._page.show(frame.picture)

    def say(self, text: str) -> None:
        """Say a line or some, below those before."""
        self._lines.extend(text.splitlines())
        self._page.say("\n".join((*self._drawing, *self._lines)))

    def draw(self, drawing: str) -> None:
        """Draw something anew, below the line that was said of it."""
        self._drawing = (*list(self._lines)[-1:], *drawing.splitlines())
        self._lines.clear()
        self._page.say("\n".join(self._drawing))

    def close(self) -> None:
        """Stop serving; may be called twice."""
        self._page.close()


def on_page(camera: Camera, page: CalibrationPage | None) -> Camera:
    """The camera, its frames being shown on a page if there is one."""
    return camera if page is None else _ShownCamera(camera, page)


class _ShownCamera(Camera):
    """A camera of which all frames are shown on a page."""

    def __init__(self, camera: Camera, page: CalibrationPage) -> None:
        self._camera, self._page = camera, page
        self._shown: object = None

    def next(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame of the camera."""
        frame = self._camera.next(timeout_s)
        self.ended = self._camera.ended
        if frame is not None and frame.picture is not self._shown:
            self._shown = frame.picture
            self._page.see(frame)
        return frame

    def close(self) -> None:
        """Let the camera go, and stop serving the page."""
        self._camera.close()
        self._page.close()
