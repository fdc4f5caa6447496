"""The command line's own words in the players' language, on top of argparse."""

from __future__ import annotations

import argparse
import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.messages import DOMAIN, LOCALE, Language, Message

_ARGUMENTS = Message("arguments")
_OPTIONS = Message("options")
_HELP = Message("show this help and stop")

COMPLAINTS = (
    Message("usage: "),
    Message("%(prog)s: error: %(message)s\n"),
    Message("argument %(argument_name)s: %(message)s"),
    Message("the following arguments are required: %s"),
    Message("one of the arguments %s is required"),
    Message("unrecognized arguments: %s"),
    Message("not allowed with argument %s"),
    Message("ignored explicit argument %r"),
    Message("ambiguous option: %(option)s could match %(matches)s"),
    Message("expected one argument"),
    Message("expected at most one argument"),
    Message("expected at least one argument"),
    Message("expected %s argument", "expected %s arguments"),
    Message("invalid choice: %(value)r (choose from %(choices)s)"),
    Message("invalid %(type)s value: %(value)r"),
)
"""What argparse says itself, above all when it is used wrongly: its own words, for the catalogue."""


PICTURE_SUFFIXES = (".jpg", ".png")


def count(text: str) -> int:
    """A whole number that is not less than 0; ValueError for anything else."""
    number = int(text)
    if number < 0:
        raise ValueError(f"less than 0: {number}")
    return number


def file(text: str) -> Path:
    """A path that ends in a file's name; ValueError for one that does not."""
    path = Path(text)
    if not path.name:
        raise ValueError(f"names no file: {text!r}")
    return path


def data_file(text: str) -> Path:
    """A path of a file beside which a picture of the same name may lie; ValueError for a picture's or a device."""
    path = file(text)
    if path.exists() and not path.is_file():
        raise ValueError(f"is no file: {text!r}")
    if path.suffix.lower() in PICTURE_SUFFIXES:
        raise ValueError(f"is a picture's name: {text!r}")
    return path


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

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]
        """As in argparse, whose types tell results apart by namespaces; its words are in the parser's language."""
        with _speaking(self.language):
            return super().parse_args(args, namespace)


@contextmanager
def _speaking(language: Language) -> Iterator[None]:
    """argparse asks gettext for its words, and gettext asks the environment for the language."""
    before, domain = os.environ.get("LANGUAGE"), gettext.textdomain()
    os.environ["LANGUAGE"] = language.code
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    gettext.textdomain(DOMAIN)
    try:
        yield
    finally:
        gettext.textdomain(domain)
        os.environ.pop("LANGUAGE")
        if before is not None:
            os.environ["LANGUAGE"] = before
