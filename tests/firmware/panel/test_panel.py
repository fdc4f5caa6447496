"""The panel: what cannot be had of it is told, and the rest works."""

from __future__ import annotations

import pytest
from gpiozero.pins.mock import MockPWMPin

from engine.alien_city import AlienCity
from engine.messages import ENGLISH
from firmware.events import Standing, Status
from firmware.panel.gpio import Pins
from firmware.panel.panel import Panel
from firmware.presses import Press
from firmware.settings import Settings
from tests.firmware.panel.conftest import Header
from tests.firmware.panel.waiting import wait_for

GREEN, RED, CONFIRM = 17, 22, 5


def wired(pins: Pins, said: list[str], monkeypatch: pytest.MonkeyPatch) -> Panel:
    monkeypatch.setattr("firmware.panel.panel.Pins", lambda: pins)
    return Panel.wired(Settings(), AlienCity(), ENGLISH, said.append)


def pressed(panel: Panel, header: Header) -> list[Press]:
    header.pin(CONFIRM).drive_low()
    header.now += 0.2
    header.pin(CONFIRM).drive_high()
    header.now += 0.2
    return panel.presses()


def test_without_a_light_s_pin_the_buttons_work(header: Header, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = header.pins.light("a lamp of ours", GREEN)
    said: list[str] = []
    panel = wired(header.pins, said, monkeypatch)
    (line,) = said
    assert line.startswith("GPIO 17 (lights.green) cannot be had: ")
    assert pressed(panel, header) == [Press.CONFIRM]
    taken.close()


def test_without_a_button_s_pin_the_lights_work(header: Header, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = header.pins.light("a lamp of ours", CONFIRM)
    said: list[str] = []
    panel = wired(header.pins, said, monkeypatch)
    (line,) = said
    assert line.startswith("GPIO 5 (buttons.confirm) cannot be had: ")
    panel.show(Standing(Status.TO_MOVE), [], 0.0)
    assert header.pin(GREEN).state > 0
    panel.close()
    taken.close()


def test_lights_keep_their_rhythm_while_a_tick_takes_long(
    header: Header, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = wired(header.pins, [], monkeypatch)
    panel.show(Standing(Status.ILLEGAL), [], 0.0)
    red = header.pin(RED)
    wait_for(lambda: len(red.states) >= 5)
    assert [each.state for each in red.states][:5] == [0, 1, 0, 1, 0]
    panel.close()
    panel.close()
    assert red.state == 0


def test_a_light_that_fails_in_a_game_is_told_in_one_line_and_ends_nothing(
    header: Header, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    panel = wired(header.pins, said, monkeypatch)
    monkeypatch.setattr(MockPWMPin, "_set_state", fails)
    for now in (0.0, 0.2):
        panel.show(Standing(Status.TO_MOVE), [], now)
    assert said == ["the lights do not follow: OSError: bad handle; check their wires. Trying again"]
    assert pressed(panel, header) == [Press.CONFIRM]
    panel.close()


def fails(*_: object) -> None:
    raise OSError("bad\nhandle")


def test_that_no_pin_can_be_reached_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    panel = wired(Pins(environ={"GPIOZERO_PIN_FACTORY": "native"}), said, monkeypatch)
    assert len(said) == 1
    assert panel.presses() == []
