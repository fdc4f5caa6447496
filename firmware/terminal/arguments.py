"""The command line's own words in the players' language, on top of argparse."""

from __future__ import annotations

import argparse
import gettext
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from engine.messages import DOMAIN, LOCALE, Language, Message, Sentence, ToldError

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

NO_COUNT = Message("{text!r} is no whole number from 0 on")
EMPTY = Message("an empty word names nothing")
NAMES_NO_FILE = Message("{text!r} names no file")
NO_FILE = Message("{text!r} is there and is no file")
PICTURE = Message("{text!r} is a picture's name; the picture of what is found is put beside the file")

SETTINGS = Message("a settings file that wins over all others")
CAMERA = Message(
    "pi, usb:0, simulated, a video or a folder of pictures played as a camera (default: that of the settings)"
)

GAME = Message("which game is played: {games} (default: that of the settings)")

PICTURE_SUFFIXES = (".jpg", ".png")


class ArgumentError(ToldError, ValueError):
    """A word on the command line that is not of the kind wanted there."""


def count(text: str) -> int:
    """A whole number that is not less than 0; ArgumentError for anything else."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise ArgumentError(NO_COUNT, text=text)
    return number


def word(text: str) -> str:
    """A word; ArgumentError for an empty one, such as a script's unset variable."""
    if not text:
        raise ArgumentError(EMPTY)
    return text


def place(text: str) -> Path:
    """A path; ArgumentError for an empty word, which would be the current folder."""
    return Path(word(text))


def file(text: str) -> Path:
    """A path that ends in a file's name; ArgumentError for one that does not, and for a folder's."""
    path = Path(text)
    if not path.name:
        raise ArgumentError(NAMES_NO_FILE, text=text)
    if path.is_dir():
        raise ArgumentError(NO_FILE, text=text)
    return path


def data_file(text: str) -> Path:
    """A path of a file that may get a picture of the same name beside it; ArgumentError for a picture or a device."""
    path = file(text)
    if path.exists() and not path.is_file():
        raise ArgumentError(NO_FILE, text=text)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        raise ArgumentError(PICTURE, text=text)
    return path


class _Help(argparse.HelpFormatter):
    """As argparse's, but a name such as `alien-city` is not broken at a line's end: it is to be typed so."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


class Parser(argparse.ArgumentParser):
    """A parser whose help is in a language; a subparser has to be told which."""

    def __init__(self, *, language: Language, **words: Any) -> None:
        """As argparse.ArgumentParser."""
        super().__init__(add_help=False, formatter_class=_Help, **words)
        self.language = language
        # argparse has no other way to name its two groups.
        self._positionals.title = language.say(_ARGUMENTS)
        self._optionals.title = language.say(_OPTIONS)
        self.add_argument("-h", "--help", action="help", help=_HELP)

    def add_argument(self, *names: Any, **words: Any) -> argparse.Action:
        """As in argparse; the help may be a message or a sentence, and errors of a type may be made of one."""
        if "help" in words:
            words["help"] = self.language.word(words["help"])
        if "type" in words:
            words["type"] = self._told(words["type"])
        return super().add_argument(*names, **words)

    def _told(self, kind: Callable[[str], Any]) -> Callable[[str], Any]:
        """A type whose complaints argparse passes on; for any other error it would only give the type's name."""

        @wraps(kind)
        def read(text: str) -> Any:
            try:
                return kind(text)
            except ArgumentError as error:
                raise argparse.ArgumentTypeError(error.sentence(self.language)) from error

        return read

    def _print_message(self, message: str, file: Any = None) -> None:
        """As in argparse, which would not say that help cannot be written."""
        if file is sys.stdout:
            file.write(message)
        else:
            super()._print_message(message, file)

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]
        """As in argparse, whose types tell results apart by namespaces; its words are in the parser's language."""
        with _speaking(self.language):
            return super().parse_args(args, namespace)


def settings_argument(parser: Parser, **more: Any) -> None:
    """`--settings`, a settings file; more as `add_argument` takes it."""
    parser.add_argument("--settings", type=place, metavar="FILE", help=SETTINGS, **more)


def camera_argument(parser: Parser) -> None:
    """`--camera`, as `wishes` has it."""
    parser.add_argument("--camera", metavar="SOURCE", help=CAMERA)


def game_argument(parser: Parser, names: Sequence[str]) -> None:
    """`--game`, one of these, as `wishes` has it."""
    says = Sentence(GAME, {"games": tuple(names)})
    parser.add_argument("--game", choices=names, metavar="GAME", help=says)


def wishes(args: argparse.Namespace) -> dict[str, str]:
    """The values of `--camera` and `--game` as `load_settings` takes them; empty where they are not given."""
    said = vars(args)
    named = {"camera.source": said.get("camera"), "game.name": said.get("game")}
    return {key: value for key, value in named.items() if value is not None}


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
