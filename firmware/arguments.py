"""The command line's own words in the players' language, on top of argparse."""

from __future__ import annotations

import argparse
from typing import Any

from engine.messages import Language, Message

_USAGE = Message("usage: ")
_ARGUMENTS = Message("arguments")
_OPTIONS = Message("options")
_HELP = Message("show this help and stop")


class Parser(argparse.ArgumentParser):
    """A parser whose help is in a language; a subparser has to be told which."""

    def __init__(self, *, language: Language, **words: Any) -> None:
        """As argparse.ArgumentParser."""
        super().__init__(add_help=False, **words)
        self.language = language
        # argparse has no other way to name its two groups.
        self._positionals.title = language.say(_ARGUMENTS)
        self._optionals.title = language.say(_OPTIONS)
        self.add_argument("-h", "--help", action="help", help=_HELP)

    def add_argument(self, *names: Any, **words: Any) -> argparse.Action:
        """As in argparse; the help may be a message."""
        if isinstance(words.get("help"), Message):
            words["help"] = self.language.say(words["help"])
        return super().add_argument(*names, **words)

    def format_usage(self) -> str:
        """The usage as it stands before a complaint."""
        return self._translated(super().format_usage())

    def format_help(self) -> str:
        """The whole help."""
        return self._translated(super().format_help())

    def _translated(self, text: str) -> str:
        return self.language.say(_USAGE) + text.removeprefix("usage: ")
