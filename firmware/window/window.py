"""A table on a page of this computer: what the camera sees, the device as players would see it, and its buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import WatchedGame
from engine.messages import Language, Message
from firmware.events import Event, Standing
from firmware.frame import Frame
from firmware.panel.lights import Lights
from firmware.presses import Press
from firmware.window.heard import Heard
from firmware.window.page import Page, Words
from firmware.window.view import View

AT = Message("The camera's view is at {address}")
SHOWN = Message("The table, and what Kibitz says of it")
LOG = Message("What has happened")
LOST = Message("Kibitz has ended, or can't be reached: this is how it stood last")
BUTTONS: Mapping[Press, Message] = {
    Press.CONFIRM: Message("Confirm"),
    Press.BACK: Message("Back"),
    Press.END: Message("End the game"),
    Press.NEW_GAME: Message("New game"),
}
"""What is written on the page's buttons: the words by which prompts name them."""


class Window:
    """Shows a game that is being watched to whoever opens the page; its pictures are of the frame last seen."""

    def __init__(self, rules: WatchedGame[Any, Any], language: Language) -> None:
        """Serve the page, with its buttons."""
        self._language = language
        labels = {press.value: language.say(label) for press, label in BUTTONS.items()}
        words = Words(language.code, language.say(SHOWN), language.say(LOG), language.say(LOST))
        self._page = Page(words, labels)
        self._heard = Heard(language)
        self._lights = Lights()
        self._view = View(rules, language, self._lights)
        self._frame: Frame | None = None

    @property
    def said(self) -> str:
        """Where the page is, as players are told."""
        return self._language.say(AT, {"address": self._page.address})

    def see(self, frame: Frame) -> None:
        """Take in the frame that is about to be judged."""
        self._frame = frame

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Show how things stand beside the frame that was last seen; before there is any, only say it."""
        self._lights.show(standing, events, now)
        self._page.say(self._heard.said(standing, events))
        if self._frame is not None:
            shown = self._view.shown(self._frame, standing, events, now)
            self._page.show(shown.wide(), shown.upright)

    def presses(self) -> list[Press]:
        """What was pressed on the page since the last call."""
        return [Press(it) for it in self._page.pressed()]

    def close(self) -> None:
        """Stop serving; may be called twice."""
        self._page.close()
