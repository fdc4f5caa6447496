"""What a check has found: how bad it is, in one line, and what helps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.messages import ENGLISH, Language, Message, Number, Sentence


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    TROUBLE = "trouble"
    LEFT_OUT = "left out"
    """There was nothing to look at: no display in the settings, no thermometer in a desktop computer."""


LEVELS: Mapping[Level, Message] = {
    Level.OK: Message("ok"),
    Level.WARNING: Message("warning"),
    Level.TROUBLE: Message("trouble"),
    Level.LEFT_OUT: Message("left out"),
}
CHECKS: Mapping[str, Message] = {
    "settings": Message("settings"),
    "python": Message("Python"),
    "libraries": Message("libraries"),
    "service": Message("service"),
    "pins": Message("pins"),
    "display": Message("display"),
    "camera": Message("camera"),
    "lens": Message("lens"),
    "set": Message("set of pieces"),
    "players": Message("players"),
    "board": Message("board"),
    "light": Message("light"),
    "glare": Message("glare"),
    "focus": Message("focus"),
    "evenness": Message("evenness of the light"),
    "height": Message("height of the camera"),
    "mount": Message("mount of the camera"),
    "disk": Message("disk"),
    "clock": Message("clock"),
    "temperature": Message("temperature"),
    "power": Message("power supply"),
}
"""What is looked at, by the names that JSON has."""

_FLICKERS = 0.25  # a figure that changes by no more than this share, or by one, counts as the same


@dataclass(frozen=True)
class Finding:
    """One line about a thing that was looked at. check: its name in `CHECKS`."""

    check: str
    level: Level
    said: Message
    remedy: Message | None = None
    facts: Mapping[str, object] = field(default_factory=dict)

    def line(self, language: Language = ENGLISH) -> str:
        """The finding with its remedy, as a person reads it."""
        return f"{language.say(LEVELS[self.level])}: {self.told(language)}"

    def told(self, language: Language = ENGLISH) -> str:
        """The same for those who didn't ask: what was looked at, what was found, what helps."""
        said, *remedy = self._sentences(language)
        if remedy and said.endswith("?"):
            told = f"{said} {remedy[0][0].upper()}{remedy[0][1:]}"
        else:
            told = "; ".join([said, *remedy])
        return f"{language.say(CHECKS[self.check])}: {told}"

    def is_news(self, said: Finding) -> bool:
        """Whether it is worth saying after what was said of the same thing: not for a figure that flickers, nor for
        how well something is that is well."""
        if (self.level, self.said, self.remedy) != (said.level, said.said, said.remedy):
            return True
        return self.remedy is not None and any(
            _is_otherwise(fact, said.facts.get(name)) for name, fact in self.facts.items()
        )

    def to_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """The finding as plain values."""
        said, *remedy = self._sentences(language)
        return {
            "check": self.check,
            "level": str(self.level),
            "said": said,
            "remedy": remedy[0] if remedy else None,
        }

    def _sentences(self, language: Language) -> list[str]:
        """What was found and what helps, without line breaks, as facts may come from files and programs."""
        messages = [self.said] if self.remedy is None else [self.said, self.remedy]
        return [" ".join(language.say(message, self.facts).split()) for message in messages]


def _is_otherwise(fact: object, before: object) -> bool:
    now, was = _figure(fact), _figure(before)
    if now is None or was is None:
        return str(fact) != str(before)
    return abs(now - was) > max(_FLICKERS * abs(was), 0.0 if isinstance(fact, Number) else 1.0)


def _figure(fact: object) -> float | None:
    """A fact as a number: for places, how many there are; None for words."""
    match fact:
        case int() | float():
            return fact
        case Number(value=value):
            return value
        case Sentence(facts=facts) if len(facts) == 1:
            return _figure(*facts.values())
        case tuple():
            return len(fact)
        case _:
            return None


def ok(check: str, said: Message, **facts: object) -> Finding:
    """All is well."""
    return Finding(check, Level.OK, said, None, facts)


def warning(check: str, said: Message, remedy: Message, **facts: object) -> Finding:
    """It works, but one day will not."""
    return Finding(check, Level.WARNING, said, remedy, facts)


def trouble(check: str, said: Message, remedy: Message, **facts: object) -> Finding:
    """It does not work."""
    return Finding(check, Level.TROUBLE, said, remedy, facts)


def left_out(check: str, said: Message, **facts: object) -> Finding:
    """There was nothing to look at."""
    return Finding(check, Level.LEFT_OUT, said, None, facts)
