"""Settings as text: TOML with a comment on every key, read back by `files`."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable

from engine.messages import ENGLISH, Language, Message
from firmware.settings.files import Loaded
from firmware.settings.sections import Key, Settings, keys

WIDTH = 100

IN_FORCE = Message("The settings in force, read from {files}.")
AS_THEY_COME = Message("The settings in force; no file says anything, and everything is at its default.")
EXAMPLE = Message(
    "The settings of Kibitz. What stands behind a # is the default; to change it, take the # away. "
    "`kibitz settings` shows what is in force and where it came from, `kibitz doctor` whether it works. "
    "After a change: sudo systemctl restart kibitz"
)
HEADS = {
    "game": Message("The game on the table."),
    "camera": Message("The camera above the table."),
    "lights": Message(
        "The lights and the buzzer, by GPIO number, not by the place on the header; 0 where there is none."
    ),
    "buttons": Message("The two buttons, each between its GPIO and ground; 0 where there is none."),
    "display": Message("The display. SSD1306 and SH1106 hang on the I2C bus, ST7789 and ILI9341 on SPI."),
    "players": Message("The people at the table."),
    "journal": Message("The journal, which keeps every game."),
}
"""What each section is about."""


def in_force(loaded: Loaded, language: Language = ENGLISH) -> str:
    """The settings in force, each value followed by where it came from."""

    def line(key: Key) -> str:
        setting = f"{key.name} = {key.kind.write(key.of(loaded.settings))}"
        return f"{setting:<32}  # {_printable(language.word(loaded.place(key)))}"

    head = IN_FORCE if loaded.files else AS_THEY_COME
    return _written(language.say(head, {"files": tuple(map(str, loaded.files))}), line, language)


def example(language: Language = ENGLISH) -> str:
    """A settings file to start from: every key at its default, behind a # to be removed for a change."""
    return _written(
        language.say(EXAMPLE), lambda key: f"#{key.name} = {key.kind.write(key.of(Settings()))}", language
    )


def _written(head: str, line: Callable[[Key], str], language: Language) -> str:
    """All keys by their sections, each with its comment and its line, under a head."""
    lines = _comment(head)
    for section, of_section in itertools.groupby(keys(), key=lambda key: key.section):
        lines += ["", *_comment(language.say(HEADS[section])), f"[{section}]"]
        for key in of_section:
            lines += [*_comment(language.word(key.comment)), line(key)]
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(_printable(text), WIDTH - 2)]


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)
