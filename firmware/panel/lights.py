"""The three lights and the buzzer: how bright each is at a moment, and the pins made to follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from firmware.events import Event, Standing
from firmware.panel.gpio import Output, Pins
from firmware.panel.signals import CUES, Beats, Light, Signal, is_on, signal_of
from firmware.settings import LightsSection


@dataclass(frozen=True, slots=True)
class Glow:
    """What can be seen and heard at a moment: the light that is lit, if one is, and whether the buzzer sounds."""

    lit: Light | None = None
    brightness: float = 0.0
    sounding: bool = False

    def level(self, light: Light) -> float:
        """The brightness of one light, 0 to 1."""
        return self.brightness if light is self.lit else 0.0


class Lights:
    """The lights of the panel. Without lamps none can be seen, but `glow` says what they would show.

    >>> from firmware.events import Status
    >>> lights = Lights()
    >>> lights.show(Standing(Status.ILLEGAL), [], now=10.0)
    >>> lights.glow.lit
    <Light.RED: 'red'>
    """

    def __init__(self, lamps: Mapping[Light, Output] | None = None, buzzer: Output | None = None) -> None:
        """All dark and silent."""
        self.glow = Glow()
        self._lamps = {light: _Followed(lamp) for light, lamp in (lamps or {}).items()}
        self._buzzer = _Followed(buzzer) if buzzer is not None else None
        self._signal: Signal | None = None
        self._since = 0.0
        self._sound: Beats = ()
        self._sounded = 0.0

    @classmethod
    def wired(cls, section: LightsSection, pins: Pins) -> Lights:
        """The lights that the settings say are connected. GpioError when one cannot be had; none is held then."""
        with ExitStack() as held:
            lamps: dict[Light, Output] = {}
            for light in Light:
                if pin := getattr(section, light):
                    lamps[light] = pins.light(f"lights.{light}", pin)
                    held.callback(lamps[light].close)
            buzzer = pins.buzzer("lights.buzzer", section.buzzer) if section.buzzer else None
            held.pop_all()
        return cls(lamps, buzzer)

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Show how things stand; called with every tick.

        events: those of this tick. now: seconds by any clock that doesn't go back.
        """
        signal = signal_of(standing)
        if signal is not self._signal:
            self._signal, self._since = signal, now
        for event in events:
            if event.what in CUES and CUES[event.what].sound:
                self._sound, self._sounded = CUES[event.what].sound, now
        self.follow(now)

    def follow(self, now: float) -> None:
        """Light up and sound as what was last shown asks for at this moment; may be called as often as one likes."""
        if self._signal is None:
            return
        pattern = self._signal.pattern
        level = pattern.level(now - self._since)
        self._follow(Glow(pattern.light if level else None, level, is_on(self._sound, now - self._sounded)))

    def close(self) -> None:
        """All dark and silent, and the pins are let go; may be called twice."""
        with ExitStack() as held:
            for each in (*self._lamps.values(), *filter(None, [self._buzzer])):
                held.callback(each.output.close)
            self._follow(Glow())
        self._lamps, self._buzzer = {}, None

    def _follow(self, glow: Glow) -> None:
        self.glow = glow
        with ExitStack() as all_of_them:  # so that one that fails doesn't keep the others from following
            for light, lamp in self._lamps.items():
                all_of_them.callback(lamp.be, glow.level(light))
            if self._buzzer is not None:
                all_of_them.callback(self._buzzer.be, float(glow.sounding))


class _Followed:
    """An output that is written only when it changes: each write restarts the PWM cycle, which can be seen."""

    def __init__(self, output: Output) -> None:
        self.output, self._level = output, 0.0

    def be(self, level: float) -> None:
        if level != self._level:
            self.output.value = level
            self._level = level
