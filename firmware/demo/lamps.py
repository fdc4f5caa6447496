"""The lights of a device in a terminal: a line of text."""

from __future__ import annotations

from engine.messages import ENGLISH, Language
from firmware.panel.lights import Glow
from firmware.panel.signals import LIGHTS, Light

_ANSI = {Light.GREEN: 32, Light.AMBER: 33, Light.RED: 31}
"""Colours of a terminal."""


def line(glow: Glow, *, colour: bool = True, language: Language = ENGLISH) -> str:
    """What can be seen and heard of the lights at a moment.

    >>> line(Glow(Light.AMBER, 1.0), colour=False)
    '○ green  ● amber  ○ red'
    """
    words = [_word(light, light is glow.lit, colour, language) for light in Light]
    return "  ".join([*words, "♪"] if glow.sounding else words)


def _word(light: Light, lit: bool, colour: bool, language: Language) -> str:
    word = f"{'●' if lit else '○'} {language.say(LIGHTS[light])}"
    return f"\033[{_ANSI[light]}m{word}\033[0m" if lit and colour else word
