"""The lights in a terminal."""

from __future__ import annotations

from firmware.demo import lamps
from firmware.events import Event, Standing, Status, What
from firmware.panel.lights import Lights


def test_in_a_terminal_the_lights_are_a_line_of_text() -> None:
    lights = Lights()
    assert lamps.line(lights.glow) == "○ green  ○ amber  ○ red"
    lights.show(Standing(Status.ILLEGAL), [Event(What.ILLEGAL, 1.0, "1.jpg")], now=7.0)
    assert lamps.line(lights.glow, colour=False) == "○ green  ○ amber  ● red  ♪"
    lights.show(Standing(Status.ILLEGAL), [], now=7.5)
    assert lamps.line(lights.glow) == "○ green  ○ amber  ○ red"
    lights.show(Standing(Status.TO_MOVE), [], now=8.0)
    assert lamps.line(lights.glow) == "\033[32m● green\033[0m  ○ amber  ○ red"
