"""What players see and press: the lights and the buttons that the settings say are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from engine.messages import Language
from firmware.events import Event, Standing
from firmware.panel.buttons import Buttons, Press
from firmware.panel.gpio import GpioError, Pins
from firmware.panel.lights import Lights
from firmware.settings import Settings


class Panel:
    """Lights and buttons, on a context manager's time."""

    def __init__(self, lights: Lights, buttons: Buttons, wires: ExitStack | None = None) -> None:
        """A panel of these."""
        self.lights, self._buttons = lights, buttons
        self._wires = wires or ExitStack()

    @classmethod
    def wired(cls, settings: Settings, language: Language, tell: Callable[[str], None]) -> Panel:
        """The panel of a device; what cannot be had is told in a line and done without."""
        with ExitStack() as wires:
            pins = wires.enter_context(Pins())
            lights, buttons = Lights(), Buttons()
            try:
                lights = Lights.wired(settings.lights, pins)
                wires.callback(lights.close)
                buttons = Buttons.wired(settings.buttons, pins)
                wires.callback(buttons.close)
            except GpioError as error:
                tell(error.sentence(language))
            return cls(lights, buttons, wires.pop_all())

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Light up for how things stand."""
        self.lights.show(standing, events, now)

    def presses(self) -> list[Press]:
        """What was pressed since the last call."""
        return self._buttons.presses()

    def close(self) -> None:
        """Let go of the pins; may be called twice."""
        self._wires.close()
