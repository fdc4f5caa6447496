"""Settings as text: TOML with a comment on every key, read back by `files`."""

from __future__ import annotations

import textwrap

from firmware.settings.files import Loaded
from firmware.settings.sections import Settings, keys, sections

WIDTH = 100


def in_force(loaded: Loaded) -> str:
    """The settings in force, with where each value came from behind it."""
    read = ", ".join(map(str, loaded.files)) or "no file; everything is as it comes"
    lines = _comment(f"The settings in force, read from {read}.")
    section = ""
    for key in keys():
        if key.section != section:
            section = key.section
            lines += _head(section)
        setting = f"{key.name} = {key.kind.write(key.of(loaded.settings))}"
        origin = "".join(sign if sign.isprintable() else "?" for sign in loaded.origin(key))
        lines += [*_comment(key.comment), f"{setting:<32}  # {origin}"]
    return "\n".join(lines) + "\n"


def example() -> str:
    """A settings file to begin with: every key as it comes, behind a # that is to be taken away to change it."""
    lines = _comment(
        "The settings of Kibitz. What stands behind a # is as it comes; to change it, take the # away. "
        "`kibitz settings` shows what is in force and where it came from, `kibitz doctor` whether it works. "
        "After a change: sudo systemctl restart kibitz"
    )
    section = ""
    for key in keys():
        if key.section != section:
            section = key.section
            lines += _head(section)
        lines += [*_comment(key.comment), f"#{key.name} = {key.kind.write(key.of(Settings()))}"]
    return "\n".join(lines) + "\n"


def _head(section: str) -> list[str]:
    return ["", *_comment(str(sections()[section].__doc__)), f"[{section}]"]


def _comment(text: str) -> list[str]:
    printable = "".join(sign if sign.isprintable() else "?" for sign in text)
    return [f"# {line}" for line in textwrap.wrap(printable, WIDTH - 2)]
