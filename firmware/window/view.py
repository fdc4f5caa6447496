"""A watched game in a picture: what the camera sees, the lights, and the display as its panel would show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw

from engine.game import WatchedGame
from engine.messages import Language
from firmware.events import Event, Standing
from firmware.frame import Frame
from firmware.panel.display import Pages
from firmware.panel.lettering import Box, write
from firmware.panel.lights import Lights
from firmware.panel.screen import Screen
from firmware.panel.signals import Light, signal_of
from vision.photo import Picture

_WIDTH, _LEAST_HEIGHT = 384, 480  # of the device, so that all that is drawn there has room
_WORDS = _WIDTH // 2 + 120  # how far from the top the words begin
_LAMPS = {Light.GREEN: (60, 220, 90), Light.AMBER: (255, 180, 40), Light.RED: (240, 50, 40)}
_LAMP = 34  # pixels from its middle to its edge
_DARK, _GROUND, _INK = (45, 45, 45), (24, 24, 24), (220, 220, 220)


@dataclass(frozen=True, slots=True)
class Shown:
    """table: what the camera sees. device: the lights and the display, and what they say in words below them, 384
    pixels wide and no lower than the table."""

    table: Picture
    device: Picture

    def wide(self) -> Picture:
        """The table on the left, the device on the right: (H, W + 384, 3) uint8 RGB, higher than a low table."""
        height, width = self.table.shape[:2]
        out = np.full((len(self.device), width + _WIDTH, 3), _GROUND, np.uint8)
        out[:height, :width], out[:, width:] = self.table, self.device
        return out

    def upright(self) -> Picture:
        """The device below the table, both as wide as the picture, which is no narrower than the table."""
        width = max(self.table.shape[1], _WIDTH)
        parts = self.table, self.device[:_WORDS]  # without the words, which a page has as text
        return np.concatenate([_as_wide(each, width) for each in parts])


def _as_wide(picture: Picture, width: int) -> Picture:
    height = round(len(picture) * width / picture.shape[1])
    return np.asarray(cv2.resize(picture, (width, height)), np.uint8)


class View:
    """Draws the device beside what the camera sees."""

    def __init__(self, rules: WatchedGame[Any, Any], language: Language, lights: Lights) -> None:
        """A view of these lights and of a display of 128 by 64."""
        self._screen, self._language, self._lights = Screen(rules, language), language, lights
        self._pages = Pages()

    def shown(self, frame: Frame, standing: Standing, events: Sequence[Event], now: float) -> Shown:
        """The frame with all that players would see. now: seconds of camera time."""
        height = max(frame.picture.shape[0], _LEAST_HEIGHT)
        out = Image.new("RGB", (_WIDTH, height), _GROUND)
        page = self._pages.page(standing, events, now)
        panel = self._screen.picture(standing, page, now)
        out.paste(panel.resize((_WIDTH, _WIDTH // 2), Image.Resampling.NEAREST))
        draw = ImageDraw.Draw(out)
        step = _WIDTH // 3
        for number, (light, lit) in enumerate(_LAMPS.items()):
            level = self._lights.glow.level(light)
            ink = tuple(
                round(dark + level * (bright - dark)) for dark, bright in zip(_DARK, lit, strict=True)
            )
            x, y = step // 2 + number * step, _WIDTH // 2 + 70
            draw.ellipse((x - _LAMP, y - _LAMP, x + _LAMP, y + _LAMP), fill=ink)
        legend = self._language.say(signal_of(standing).legend)
        write(draw, Box(16, _WORDS, _WIDTH - 16, _WORDS + 60), legend, _INK)
        write(draw, Box(16, _WORDS + 80, _WIDTH - 16, height - 16), standing.because, _INK)
        return Shown(frame.picture, np.asarray(out))
