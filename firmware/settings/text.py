"""Settings as text: TOML with a comment on every key, read back by `files`."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable

from firmware.settings.files import Loaded
from firmware.settings.sections import Key, Settings, keys, sections

WIDTH = 100


def in_force(loaded: Loaded) -> str:
    """The settings in force, with where each value came from behind it."""
    read = ", ".join(map(str, loaded.files)) or "no file; everything is as it comes"

    def line(key: Key) -> str:
        setting = f"{key.name} = {key.kind.write(key.of(loaded.settings))}"
        return f"{setting:<32}  # {_printable(loaded.origin(key))}"

    return _written(f"The settings in force, read from {read}.", line)


def example() -> str:
    """A settings file to begin with: every key as it comes, behind a # that is to be taken away to change it."""
    return _written(
        "The settings of Kibitz. What stands behind a # is as it comes; to change it, take the # away. "
        "`kibitz settings` shows what is in force and where it came from, `kibitz doctor` whether it works. "
        "After a change: sudo systemctl restart kibitz",
        lambda key: f"#{key.name} = {key.kind.write(key.of(Settings()))}",
    )


def _written(head: str, line: Callable[[Key], str]) -> str:
    """All keys by their sections, each with its comment and its line, under a head."""
    lines = _comment(head)
    for section, of_section in itertools.groupby(keys(), key=lambda key: key.section):
        lines += ["", *_comment(str(sections()[section].__doc__)), f"[{section}]"]
        for key in of_section:
            lines += [*_comment(key.comment), line(key)]
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(_printable(text), WIDTH - 2)]


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)
