"""A whole device on a pretend table: real buttons on pretend pins, and a panel that keeps its picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from PIL import Image

from engine.alien_city import AlienCity, City
from engine.messages import ENGLISH
from firmware.events import Event, Standing
from firmware.frame import Frame
from firmware.journal import Journal
from firmware.looking.gaze import Look
from firmware.panel.buttons import Buttons
from firmware.panel.display import Display
from firmware.panel.lights import Lights
from firmware.panel.screen import Screen
from firmware.panel.signals import Page
from firmware.referee.referee import Referee
from firmware.settings import ButtonsSection
from firmware.terminal.printed import Printed
from firmware.watching.companion import Companion, Show
from tests.firmware.panel.conftest import Header
from tests.firmware.refereed import EMPTY
from tests.vision.alien_city.tables import seen

CONFIRM, BACK = 5, 6
TICK_S = 0.2


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

    def __init__(self, header: Header, journal: Journal | None = None, *, as_json: bool = False) -> None:
        self.header, self.eyes, self.glass = header, Watched(), Glass()
        self.buttons = Buttons.wired(ButtonsSection(confirm=CONFIRM, back=BACK), header.pins)
        display = Display(AlienCity(), ENGLISH, lambda: self.glass, colour=False)
        eyes: Any = self.eyes
        self.lights = Lights()
        shows: list[Show] = [display, self.lights, Printed(ENGLISH, as_json=as_json)]
        self.companion = Companion(eyes, Referee(AlienCity()), shows, journal)
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

    def press(self, seconds: float = 0.2) -> list[Event]:
        self.header.pin(CONFIRM).drive_low()
        self.header.now += seconds
        self.header.pin(CONFIRM).drive_high()
        return self.watch(TICK_S)

    @property
    def standing(self) -> Standing:
        return self.companion.standing

    def shows(self, page: Page, *, asked: bool = False, told: str = "") -> bool:
        screen, standing = Screen(AlienCity(), ENGLISH), replace(self.standing, score_asked=asked, told=told)
        pictures = [screen.picture(standing, page, now) for now in (0.0, 0.4)]  # the map blinks
        return self.glass.picture.tobytes() in [it.tobytes() for it in pictures]
