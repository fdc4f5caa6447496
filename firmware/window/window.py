"""A table on a page of this computer: what the camera sees, the device as players would see it, and its buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.game import WatchedGame
from engine.messages import Language, Message
from firmware.events import Event, Standing, Status
from firmware.frame import Frame
from firmware.panel.lights import Lights
from firmware.panel.screen import UNCOUNTED
from firmware.panel.signals import signal_of
from firmware.presses import Press
from firmware.sayings import score_of, whose_turn
from firmware.window.page import Page
from firmware.window.view import View

AT = Message("The camera's view is at {address}")
SHOWN = Message("The table, and what Kibitz says of it")
LOST = Message("Kibitz has ended, or can't be reached: this is how it stood last")
BUTTONS: Mapping[Press, Message] = {
    Press.CONFIRM: Message("Confirm"),
    Press.BACK: Message("Take back"),
    Press.END: Message("End the game"),
    Press.NEW_GAME: Message("New game"),
}
"""What is written on the page's buttons."""


class Window:
    """Shows a game as it is watched, to whoever opens the page; its pictures are of the frame that was last seen."""

    def __init__(
        self,
        rules: WatchedGame[Any, Any],
        language: Language,
        buttons: Sequence[Press] = tuple(BUTTONS),
    ) -> None:
        """Serve the page, with these buttons."""
        self._language = language
        labels = {it.value: language.say(BUTTONS[it]) for it in buttons}
        self._page = Page(language.code, language.say(SHOWN), language.say(LOST), labels)
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
        """Show how things stand on the frame that was last seen; before there is any, only say it."""
        self._lights.show(standing, events, now)
        self._page.say("\n".join(self._said(standing)))
        if self._frame is not None:
            self._page.show(self._view.picture(self._frame, standing, events, now))

    def presses(self) -> list[Press]:
        """What was pressed on the page since the last call."""
        return [Press(it) for it in self._page.pressed()]

    def _said(self, standing: Standing) -> Iterator[str]:
        """What the lights and the display say, in lines."""
        yield self._language.say(signal_of(standing).legend)
        if standing.told:
            yield standing.told
        if standing.score_asked and not standing.state:
            yield self._language.say(UNCOUNTED)
        elif standing.answers_with_score or standing.status is Status.OVER:
            yield score_of(standing.totals, self._language)
        if standing.because:
            yield standing.because
            return
        if standing.status in (Status.TO_MOVE, Status.HAND):
            yield whose_turn(standing.player, self._language)
        if standing.last:
            yield standing.last

    def close(self) -> None:
        """Stop serving; may be called twice."""
        self._page.close()
