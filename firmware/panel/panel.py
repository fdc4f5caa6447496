"""What players see and press: the lights, the buttons and the display that the settings say are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from engine.game import WatchedGame
from engine.messages import Language, Message
from firmware.complaint import reason_of
from firmware.events import Event, Standing
from firmware.panel.buttons import Buttons
from firmware.panel.display import Display, open_device
from firmware.panel.gpio import GpioError, Pins
from firmware.panel.lights import Lights
from firmware.panel.rhythm import Rhythm
from firmware.presses import Press
from firmware.settings import Settings

LIGHTS_FAIL = Message("the lights do not follow: {reason}; check their wires. Trying again")


class Panel:
    """Lights, buttons and perhaps a display."""

    def __init__(
        self,
        lights: Lights | Rhythm,
        buttons: Buttons,
        display: Display | None = None,
        wires: ExitStack | None = None,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        """A panel of these."""
        self.lights, self._buttons, self._display = lights, buttons, display
        self._wires, self._tell = wires or ExitStack(), tell
        self._told = ""

    @classmethod
    def wired(
        cls, settings: Settings, rules: WatchedGame[Any, Any], language: Language, tell: Callable[[str], None]
    ) -> Panel:
        """The panel of a device; what cannot be had is told in a line and left out."""
        with ExitStack() as wires:
            pins = wires.enter_context(Pins())
            lights: Lights | Rhythm = Lights()
            buttons = Buttons()
            troubles = []
            try:
                lights = Rhythm(
                    Lights.wired(settings.lights, pins),
                    tell=lambda error: tell(language.say(LIGHTS_FAIL, {"reason": reason_of(error)})),
                )
                wires.callback(lights.close)
            except GpioError as error:
                troubles.append(error.sentence(language))
            try:
                buttons = Buttons.wired(settings.buttons, pins)
                wires.callback(buttons.close)
            except GpioError as error:
                troubles.append(error.sentence(language))
            for trouble in dict.fromkeys(troubles):  # once, where no pin at all can be reached
                tell(trouble)
            section, display = settings.display, None
            if section.kind != "none":
                display = Display(rules, language, lambda: open_device(section), colour=section.on_spi)
                wires.callback(display.close)
            return cls(lights, buttons, display, wires.pop_all(), tell)

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Show how things stand; what is wrong with the display is told once."""
        self.lights.show(standing, events, now)
        if self._display is None:
            return
        self._display.show(standing, events, now)
        if self._display.trouble and self._display.trouble != self._told:
            self._tell(self._display.trouble)
        self._told = self._display.trouble

    def presses(self) -> list[Press]:
        """What was pressed since the last call."""
        return self._buttons.presses()

    def close(self) -> None:
        """Let go of the pins; may be called twice."""
        self._wires.close()
