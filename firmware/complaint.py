"""What is said about a faulty file, text or device, in one line of reasonable length."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.illegible import why
from engine.messages import ENGLISH, Language, Message, ToldError

LONGEST = 400
"""Signs; of a longer one the middle is left out."""

NOT_READ = Message("{path}: cannot be read: {reason}")
NOT_WRITTEN = Message("{path}: cannot be written: {reason}")


class CommandError(ToldError):
    """What a command cannot do, and why."""

    def sentence(self, language: Language = ENGLISH) -> str:
        """The line in a language, whatever it quotes."""
        return in_one_line(super().sentence(language))


def complain(command: str, said: str) -> None:
    """Say on the error output what is wrong, and which command says so."""
    # In one write, as other threads may be saying something.
    one_line = " ".join(said.splitlines())
    print(f"kibitz {command}: {one_line}\n", end="", file=sys.stderr)


def text_of(path: Path) -> str:
    """What a file holds; CommandError where it cannot be read, UnicodeDecodeError where it is no text in UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CommandError(NOT_READ, path=path, reason=why(error)) from error


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """While a file is written: CommandError where it cannot be."""
    try:
        yield
    except OSError as error:
        raise CommandError(NOT_WRITTEN, path=path, reason=why(error)) from error


def in_one_line(text: str) -> str:
    """A sentence without its line breaks, however much of a damaged file it quotes."""
    said = " ".join(text.split())
    return said if len(said) <= LONGEST else f"{said[: LONGEST // 2]} … {said[-LONGEST // 2 :]}"


def reason_of(error: BaseException) -> str:
    """What a driver's error says, with its kind: the text alone may be a bare name or nothing."""
    return in_one_line(f"{type(error).__name__}: {error}")
