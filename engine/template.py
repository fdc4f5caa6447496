"""The template that translators start from: ``python -m engine.template`` writes it anew.

It lists every message of the games, so that a language is one more file and no change of code.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator

import engine

from .messages import DOMAIN, LOCALE, Message

TEMPLATE = LOCALE / f"{DOMAIN}.pot"


def all_messages() -> Iterator[Message]:
    """Every message that a module of the engine defines, alone or in a table."""
    modules = sorted(module.name for module in pkgutil.walk_packages(engine.__path__, "engine."))
    for name in modules:
        for value in vars(importlib.import_module(name)).values():
            for part in value.values() if isinstance(value, dict) else (value,):
                if isinstance(part, Message):
                    yield part


def pot(messages: Iterable[Message]) -> str:
    """The template that translators start from: every message once, in the order given."""
    entries = ['msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n']
    for message in dict.fromkeys(messages):
        if message.plural is None:
            entries.append(f'msgid {_quoted(message.text)}\nmsgstr ""\n')
        else:
            entries.append(
                f"msgid {_quoted(message.text)}\nmsgid_plural {_quoted(message.plural)}\n"
                'msgstr[0] ""\nmsgstr[1] ""\n'
            )
    return "\n".join(entries)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


if __name__ == "__main__":
    LOCALE.mkdir(exist_ok=True)
    TEMPLATE.write_text(pot(all_messages()), encoding="utf-8")
