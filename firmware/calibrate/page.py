"""A procedure on a page of this computer: what its camera sees, and what it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.messages import Language, Message
from firmware.cameras import Camera
from firmware.window.page import Page, Words
from firmware.window.said import Log, Said
from firmware.window.window import AT, LOST

if TYPE_CHECKING:
    from firmware.frame import Frame

SHOWN = Message("What the camera sees")
LOG = Message("What was said")


class CalibrationPage:
    """Shows to whoever opens the page what a procedure sees, what it asks for now and last drew, and what it said."""

    def __init__(self, language: Language) -> None:
        """Serve the page."""
        self._language = language
        words = Words(language.code, language.say(SHOWN), language.say(LOG), language.say(LOST))
        self._page = Page(words, is_drawn=True)
        self._log, self._asked, self._drawing = Log(), "", ""

    @property
    def said(self) -> str:
        """Where the page is, as people are told."""
        return self._language.say(AT, {"address": self._page.address})

    def see(self, frame: Frame) -> None:
        """Show what the camera sees."""
        self._page.show(frame.picture)

    def say(self, text: str) -> None:
        """Say a line or some, below those before."""
        self._log.add(text)
        self._show()

    def ask(self, text: str) -> None:
        """Ask for something, which stays in view until something else is asked for, or nothing any more."""
        self._asked = text
        self._show()

    def draw(self, drawing: str) -> None:
        """Draw something anew."""
        self._drawing = drawing
        self._show()

    def _show(self) -> None:
        self._page.say(Said((self._asked,), "", self._log.lines, self._log.first, self._drawing))

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
