"""The running score on request: from the button on a pretend pin to the picture on the display."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from engine.alien_city import AlienCity, City
from engine.messages import ENGLISH
from firmware.asides import SCORE_S
from firmware.companion import Companion
from firmware.events import Event, Standing, Status, What
from firmware.frame import Frame
from firmware.gaze import Look
from firmware.panel.buttons import Buttons
from firmware.panel.display import Display
from firmware.panel.screen import Screen
from firmware.panel.signals import Page
from firmware.referee import Referee
from firmware.settings import ButtonsSection
from tests.firmware.refereed import EMPTY, built
from tests.firmware.tables import seen

from .conftest import Header

CONFIRM, BACK = 5, 6
TICK_S = 0.2
DOME = built(EMPTY, D2="b")


class Watched:
    """An attention to which the table shows what it is told to."""

    view: City | None = EMPTY

    def look(self, frame: Frame) -> Look:
        return Look(frame.seconds, frame.name, None if self.view is None else seen(self.view))


class Glass:
    """A panel that keeps the picture it was last sent."""

    size, mode = (128, 64), "RGB"
    picture = Image.new("RGB", size)

    def display(self, image: Image.Image) -> None:
        self.picture = image

    def command(self, *_bytes: int) -> None:
        pass

    def cleanup(self) -> None:
        pass


class Device:
    """A whole device on a pretend table, in one's own time."""

    def __init__(self, header: Header) -> None:
        self.header, self.eyes, self.glass = header, Watched(), Glass()
        self.buttons = Buttons.wired(ButtonsSection(confirm=CONFIRM, back=BACK), header.pins)
        display = Display(AlienCity(), ENGLISH, lambda: self.glass, colour=False)
        eyes: Any = self.eyes
        self.companion = Companion(eyes, Referee(AlienCity()), [display])
        self.seconds = 0.0

    def watch(self, seconds: float) -> list[Event]:
        events = []
        for _ in range(round(seconds / TICK_S)):
            self.seconds += TICK_S
            self.header.now += TICK_S
            frame = Frame(np.zeros((1, 1, 3), np.uint8), self.seconds, "")
            events += self.companion.tick(frame, self.buttons.presses())
        return events

    def play(self, city: City) -> list[Event]:
        self.eyes.view = None
        self.watch(1.0)
        self.eyes.view = city
        return self.watch(3.0)

    def press(self) -> list[Event]:
        self.header.pin(CONFIRM).drive_low()
        self.header.now += 0.2
        self.header.pin(CONFIRM).drive_high()
        return self.watch(TICK_S)

    @property
    def standing(self) -> Standing:
        return self.companion.standing

    def shows(self, page: Page, *, asked: bool = False) -> bool:
        screen, standing = Screen(AlienCity(), ENGLISH), replace(self.standing, score_asked=asked)
        pictures = [screen.picture(standing, page, now) for now in (0.0, 0.4)]  # the map blinks
        return self.glass.picture.tobytes() in [it.tobytes() for it in pictures]


@pytest.fixture
def device(header: Header) -> Device:
    made = Device(header)
    made.watch(4.0)
    made.play(DOME)
    assert made.shows(Page.TURN)
    return made


def test_a_short_press_shows_the_score_for_some_seconds_and_changes_nothing(device: Device) -> None:
    before = device.standing
    assert device.press() == []
    assert device.shows(Page.SCORE, asked=True)
    device.watch(SCORE_S - 2 * TICK_S)
    assert device.shows(Page.SCORE, asked=True)
    device.watch(3 * TICK_S)
    assert device.shows(Page.TURN)
    assert device.standing == before


def test_pressed_again_while_the_score_is_shown_it_sets_the_turn_right(device: Device) -> None:
    device.press()
    (turn,) = device.press()
    assert (turn.what, turn.facts["player"]) == (What.TURN, "black")
    assert device.shows(Page.TURN)


def test_a_press_later_asks_for_the_score_anew(device: Device) -> None:
    device.press()
    device.watch(SCORE_S)
    assert device.press() == []
    assert device.shows(Page.SCORE, asked=True)


def test_what_is_against_the_rules_is_let_stand_at_once(device: Device) -> None:
    device.play(built(DOME, H9="g"))
    assert device.standing.status is Status.ILLEGAL
    (turn,) = device.press()
    assert turn.what is What.TURN
    assert device.standing.status is Status.TO_BUILD


def test_a_warning_takes_the_score_away(device: Device) -> None:
    device.press()
    device.play(built(DOME, H9="g"))
    assert device.shows(Page.WARNING)


def test_before_the_first_game_there_is_no_score_to_show(header: Header) -> None:
    device = Device(header)
    device.eyes.view = None
    device.watch(1.0)
    assert device.press() == []
    assert device.shows(Page.SCORE)
