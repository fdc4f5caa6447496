"""The display through luma's real drivers, down to the bytes on the bus, and what it does when it is unplugged."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import ImageChops

from engine.alien_city import AlienCity
from engine.messages import ENGLISH
from firmware.events import Event, Standing, Status, What
from firmware.panel.display import TRY_AGAIN_S, Display, open_device
from firmware.panel.screen import Screen
from firmware.panel.signals import Page
from firmware.settings import DisplaySection
from tests.firmware.panel.boards import STATE
from tests.hardware.panels import ColourPanel, OledBus, Pins

GAME = AlienCity()
BUILDING = Standing(Status.TO_MOVE, player="black", last="C7 red dome", state=STATE, totals={"black": 12})


def oled(kind: str) -> tuple[OledBus, Display]:
    bus = OledBus(columns_offset=2 if kind == "sh1106" else 0)
    section = DisplaySection(kind=kind)
    return bus, Display(GAME, ENGLISH, lambda: open_device(section, bus=bus), colour=False)


@pytest.mark.parametrize("kind", ["ssd1306", "sh1106"])
def test_the_bytes_on_the_bus_make_the_picture_that_was_drawn(kind: str) -> None:
    bus, display = oled(kind)
    display.show(BUILDING, [], 0.0)
    drawn = Screen(GAME, ENGLISH).picture(BUILDING, Page.TURN, 0.0).convert("L")
    assert bus.is_on
    assert drawn.getextrema() == (0, 255)
    assert ImageChops.difference(bus.picture(), drawn).getbbox() is None


@pytest.mark.parametrize(("kind", "size"), [("st7789", (240, 240)), ("ili9341", (320, 240))])
def test_a_colour_panel_gets_every_pixel(kind: str, size: tuple[int, int]) -> None:
    pins, section = Pins(), DisplaySection(kind=kind)
    panel = ColourPanel(pins, section.data_pin, size)
    display = Display(GAME, ENGLISH, lambda: open_device(section, spi=panel, gpio=pins), colour=True)
    display.show(BUILDING, [], 0.0)
    drawn = np.asarray(Screen(GAME, ENGLISH, size, colour=True).picture(BUILDING, Page.TURN, 0.0))
    np.testing.assert_array_equal(panel.pixels & 0xFC, drawn & 0xFC)
    assert pins.levels[section.backlight_pin] == Pins.HIGH


@pytest.mark.parametrize("kind", ["st7789", "ili9341"])
def test_a_display_whose_reset_and_light_are_on_no_pin_takes_none_for_them(kind: str) -> None:
    pins, section = Pins(), DisplaySection(kind=kind, reset_pin=0, backlight_pin=0)
    panel = ColourPanel(pins, section.data_pin, section.pixels)
    display = Display(GAME, ENGLISH, lambda: open_device(section, spi=panel, gpio=pins), colour=True)
    display.show(BUILDING, [], 0.0)
    assert panel.pixels.any()
    display.close()
    assert set(pins.levels) == {section.data_pin}


@pytest.mark.parametrize("busy", ["data_pin", "reset_pin", "backlight_pin"])
def test_a_pin_that_another_program_has_is_told_and_tried_again_with_no_bus_left_open(busy: str) -> None:
    class BusyPins(Pins):
        """Pins of which one is refused as RPi.GPIO by lgpio does."""

        taken: int | None = None

        def output(self, pin: int, level: int) -> None:
            if pin == self.taken:
                raise RuntimeError("'GPIO busy'")
            super().output(pin, level)

    class CountedPanel(ColourPanel):
        open_buses = 0

        def open(self, _port: int, _device: int) -> None:
            self.open_buses += 1

        def close(self) -> None:
            self.open_buses -= 1

    pins, section = BusyPins(), DisplaySection(kind="st7789")
    pins.taken = getattr(section, busy)
    panel = CountedPanel(pins, section.data_pin, section.pixels)
    display = Display(GAME, ENGLISH, lambda: open_device(section, spi=panel, gpio=pins), colour=True)
    for now in (0.0, TRY_AGAIN_S + 0.1):
        display.show(BUILDING, [], now)
        assert display.trouble == "the display does not answer: 'GPIO busy'"
        assert panel.open_buses == 0
    pins.taken = None
    display.show(BUILDING, [], 2 * TRY_AGAIN_S + 0.2)
    assert panel.pixels.any()
    assert panel.open_buses == 1, "as long as the display is there"
    pins.taken = section.data_pin
    display.show(replace(BUILDING, player="white"), [], 2 * TRY_AGAIN_S + 0.3)
    assert display.trouble == "the display does not answer: 'GPIO busy'"
    assert panel.open_buses == 0
    display.close()


def test_a_picture_that_has_not_changed_is_not_sent_again() -> None:
    bus, display = oled("ssd1306")
    display.show(BUILDING, [], 0.0)
    sent = bus.writes
    display.show(BUILDING, [], 0.1)
    assert bus.writes == sent
    display.show(replace(BUILDING, player="white"), [], 0.2)
    assert bus.writes > sent


def test_an_unplugged_display_comes_back_when_it_is_plugged_in_again() -> None:
    bus, display = oled("ssd1306")
    display.show(BUILDING, [], 0.0)
    bus.unplugged = True
    display.show(replace(BUILDING, player="white"), [], 1.0)
    assert display.trouble.startswith("the display does not answer")
    bus.unplugged, bus.is_on = False, False
    display.show(BUILDING, [], 1.0 + TRY_AGAIN_S / 2)
    assert not bus.is_on  # not tried with every tick
    display.show(BUILDING, [], 1.1 + TRY_AGAIN_S)
    drawn = Screen(GAME, ENGLISH).picture(BUILDING, Page.TURN, 1.1 + TRY_AGAIN_S).convert("L")
    assert bus.is_on
    assert ImageChops.difference(bus.picture(), drawn).getbbox() is None
    assert display.trouble == ""


def test_a_display_that_loses_its_power_while_nobody_builds_comes_back() -> None:
    bus, display = oled("ssd1306")
    display.show(BUILDING, [], 0.0)
    bus.unplugged, bus.is_on, bus.memory[:] = True, False, False
    display.show(BUILDING, [], TRY_AGAIN_S / 2)
    assert display.trouble == "", "not asked with every tick"
    display.show(BUILDING, [], TRY_AGAIN_S + 0.1)
    assert display.trouble.startswith("the display does not answer")
    bus.unplugged = False
    display.show(BUILDING, [], 2 * TRY_AGAIN_S + 0.2)
    drawn = Screen(GAME, ENGLISH).picture(BUILDING, Page.TURN, 2 * TRY_AGAIN_S + 0.2).convert("L")
    assert bus.is_on
    assert ImageChops.difference(bus.picture(), drawn).getbbox() is None
    assert display.trouble == ""


@pytest.mark.parametrize("kind", ["ssd1306", "sh1106"])
def test_a_display_that_is_asked_whether_it_is_there_shows_what_it_did(kind: str) -> None:
    bus, display = oled(kind)
    display.show(BUILDING, [], 0.0)
    shown, sent = bus.picture(), bus.writes
    display.show(BUILDING, [], TRY_AGAIN_S + 0.1)
    assert bus.writes == sent + 1
    assert bus.is_on
    assert ImageChops.difference(bus.picture(), shown).getbbox() is None


def test_a_display_that_was_never_there_stops_nothing() -> None:
    bus, display = oled("sh1106")
    bus.unplugged = True
    for now in (0.0, 1.0, 10.0):
        display.show(BUILDING, [], now)
    assert display.trouble
    display.close()
    display.close()


def test_a_closed_display_is_dark_and_stays_so() -> None:
    bus, display = oled("ssd1306")
    display.show(BUILDING, [], 0.0)
    for _ in range(2):
        display.close()
        display.show(BUILDING, [], TRY_AGAIN_S + 0.1)
        assert not bus.is_on
        assert not bus.memory.any()


def test_after_a_cap_the_score_is_shown_for_some_seconds_but_a_warning_comes_first() -> None:
    pictures: list[Any] = []

    class Panel:
        size, mode = (128, 64), "1"

        def display(self, image: Any) -> None:
            pictures.append(image)

    display = Display(GAME, ENGLISH, Panel, colour=False)
    capped = Event(What.CAPPED, 0.0, "1.jpg", {"lot": "H1", "says": "H1 capped by Black"})
    screen = Screen(GAME, ENGLISH)

    def shows(page: Page, standing: Standing, now: float) -> bool:
        return pictures[-1].tobytes() == screen.picture(standing, page, now).convert("1").tobytes()

    display.show(BUILDING, [capped], 0.0)
    assert shows(Page.SCORE, BUILDING, 0.0)
    warning = replace(
        BUILDING, status=Status.ILLEGAL, rules=("R2",), places=("H9",), brief="dome: own colour first"
    )
    display.show(warning, [], 1.0)
    assert shows(Page.WARNING, warning, 1.0)
    display.show(BUILDING, [], 9.0)
    assert shows(Page.TURN, BUILDING, 9.0)


def test_tries_in_vain_keep_no_bus_open(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[SilentBus] = []

    class SilentBus(OledBus):
        is_open = True

        def __init__(self, _port: int) -> None:
            super().__init__()
            opened.append(self)

        def close(self) -> None:
            self.is_open = False

    monkeypatch.setattr("smbus2.SMBus", SilentBus)
    monkeypatch.setattr("smbus2.i2c_msg.write", lambda address, data: (address, data))
    monkeypatch.setattr(SilentBus, "i2c_rdwr", lambda self, _message: self.write_byte(0, 0), raising=False)
    monkeypatch.setattr(
        SilentBus, "unplugged", property(lambda _: True, lambda _self, _value: None), raising=False
    )
    display = Display(GAME, ENGLISH, lambda: open_device(DisplaySection(kind="ssd1306")), colour=False)
    for number in range(20):
        display.show(BUILDING, [], number * (TRY_AGAIN_S + 0.1))
    assert len(opened) == 20
    assert not any(bus.is_open for bus in opened)
    assert display.trouble


def test_a_driver_that_is_missing_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", None)
    display = Display(GAME, ENGLISH, lambda: open_device(DisplaySection(kind="st7789")), colour=True)
    display.show(BUILDING, [], 0.0)
    assert display.trouble.startswith("the display does not answer: ")
    assert "RPi" in display.trouble
