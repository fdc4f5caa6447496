"""The thread that moves the lights: it beats by itself, says what stops it, and ends when it is told to."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from firmware.events import Standing, Status
from firmware.panel.lights import Glow, Lights
from firmware.panel.rhythm import Rhythm
from firmware.panel.signals import Light
from tests.firmware.panel.waiting import wait_for


class Lamp:
    """A light that keeps what it was set to. broken: it can't be set any more; tries: how often it was set."""

    broken = False
    tries = 0

    def __init__(self) -> None:
        self.values: list[float] = []

    @property
    def value(self) -> float:
        return self.values[-1]

    @value.setter
    def value(self, value: float) -> None:
        self.tries += 1
        if self.broken:
            raise OSError("the pin is gone")
        self.values.append(value)

    def close(self) -> None:
        pass


@pytest.fixture
def red() -> Lamp:
    return Lamp()


@pytest.fixture
def lights(red: Lamp) -> Lights:
    return Lights({Light.RED: red})


@pytest.fixture
def rhythm(lights: Lights) -> Iterator[Rhythm]:
    made = Rhythm(lights)
    yield made
    made.close()


def test_what_was_shown_once_goes_on_blinking(rhythm: Rhythm, red: Lamp) -> None:
    rhythm.show(Standing(Status.ILLEGAL), [], 0.0)
    wait_for(lambda: len(red.values) >= 4)
    assert red.values[:4] == [1.0, 0.0, 1.0, 0.0]


def test_it_goes_by_its_own_clock(lights: Lights) -> None:
    now = 50.0
    rhythm = Rhythm(lights, lambda: now)
    rhythm.show(Standing(Status.ILLEGAL), [], 7.0)
    assert lights.glow.lit is Light.RED
    now = 50.5
    wait_for(lambda: lights.glow.lit is None)
    now = 51.0
    wait_for(lambda: lights.glow.lit is Light.RED)
    rhythm.close()


def test_closed_it_is_dark_and_has_left_no_thread(lights: Lights) -> None:
    before = threading.active_count()
    rhythm = Rhythm(lights)
    rhythm.show(Standing(Status.TO_MOVE), [], 0.0)
    assert threading.active_count() == before + 1
    rhythm.close()
    rhythm.close()
    assert threading.active_count() == before
    assert lights.glow == Glow()


def test_a_light_that_fails_keeps_no_other_from_following(red: Lamp) -> None:
    green = Lamp()
    rhythm = Rhythm(Lights({Light.GREEN: green, Light.RED: red}))
    rhythm.show(Standing(Status.TO_MOVE), [], 0.0)
    green.broken = True
    rhythm.show(Standing(Status.ILLEGAL), [], 0.2)
    assert red.value == 1.0
    rhythm.close()
    assert red.value == 0.0


def test_what_is_wrong_with_a_light_is_told_once_and_it_goes_on_when_it_can(
    lights: Lights, red: Lamp
) -> None:
    told: list[str] = []
    rhythm = Rhythm(lights, tell=lambda error: told.append(str(error)))
    red.broken = True
    rhythm.show(Standing(Status.ILLEGAL), [], 0.0)
    tried = red.tries
    wait_for(lambda: red.tries > tried + 2)
    rhythm.show(Standing(Status.ILLEGAL), [], 0.2)
    assert told == ["the pin is gone"]
    red.broken = False
    wait_for(lambda: red.values[:2] == [1.0, 0.0])
    wait_for(lambda: red.value == 1.0)
    red.broken = True
    rhythm.close()
    assert told == ["the pin is gone"], "closing can be done all the same"
