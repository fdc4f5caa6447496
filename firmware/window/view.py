"""A watched game in a picture: what the camera sees, the lights, and the display as its panel would show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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

_WIDTH, _LEAST_HEIGHT = 384, 480  # of the device: all that is drawn there has room
_LAMPS = {Light.GREEN: (60, 220, 90), Light.AMBER: (255, 180, 40), Light.RED: (240, 50, 40)}
_LAMP = 34  # pixels from its middle to its edge
_DARK, _GROUND, _INK = (45, 45, 45), (24, 24, 24), (220, 220, 220)


class View:
    """Puts the parts side by side: the table on the left, the device on the right."""

    def __init__(self, rules: WatchedGame[Any, Any], language: Language, lights: Lights) -> None:
        """A view of these lights and of a display of 128 by 64."""
        self._screen, self._language, self._lights = Screen(rules, language), language, lights
        self._pages = Pages()

    def picture(self, frame: Frame, standing: Standing, events: Sequence[Event], now: float) -> Picture:
        """The frame with all that players would see, (H, W + 384, 3) uint8 RGB, higher than a low frame.

        now: seconds of camera time.
        """
        width = frame.picture.shape[1]
        height = max(frame.picture.shape[0], _LEAST_HEIGHT)
        out = Image.new("RGB", (width + _WIDTH, height), _GROUND)
        out.paste(Image.fromarray(frame.picture))
        page = self._pages.page(standing, events, now)
        panel = self._screen.picture(standing, page, now)
        out.paste(panel.resize((_WIDTH, _WIDTH // 2), Image.Resampling.NEAREST), (width, 0))
        draw = ImageDraw.Draw(out)
        step = _WIDTH // 3
        for number, (light, lit) in enumerate(_LAMPS.items()):
            level = self._lights.glow.level(light)
            ink = tuple(
                round(dark + level * (bright - dark)) for dark, bright in zip(_DARK, lit, strict=True)
            )
            x, y = width + step // 2 + number * step, _WIDTH // 2 + 70
            draw.ellipse((x - _LAMP, y - _LAMP, x + _LAMP, y + _LAMP), fill=ink)
        legend = self._language.say(signal_of(standing).legend)
        below = _WIDTH // 2 + 120
        write(draw, Box(width + 16, below, width + _WIDTH - 16, below + 60), legend, _INK)
        write(draw, Box(width + 16, below + 80, width + _WIDTH - 16, height - 16), standing.because, _INK)
        return np.asarray(out)
