"""The standard streams, wherever they lead: to a terminal, a pipe that nobody reads, a full disk, or nowhere."""

from __future__ import annotations

import codecs
import io
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, cast
from unicodedata import normalize

_LIKE = {
    "·": ".",
    "×": "x",
    "–": "-",
    "…": "...",
    "„": '"',
    "“": '"',
    "°": "deg",
}  # letters that don't decompose into a plain one with an accent
_ERROR = 2  # the number of the error output, which libraries in C write to


def fit_for_all() -> None:
    """Let the streams take any text, and those that were closed before Kibitz began lead nowhere.

    For a closed stream Python has no object, and the next file opened would get its number. Kibitz writes to the
    error output under a number of its own, so that it is heard while libraries are `unheard`.
    """
    # In this order, as each takes the lowest free number.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    if sys.__stderr__ is not None and sys.stderr is sys.__stderr__:
        # Without a buffer: else what couldn't be written would be tried again when the process ends.
        own = io.FileIO(os.dup(_ERROR), "w", closefd=False)
        sys.stderr = io.TextIOWrapper(own, sys.stderr.encoding, write_through=True)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name with characters that the terminal lacks must not make a message fail.
            codecs.register_error("plainly", _plainly)
            stream.reconfigure(errors="plainly")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Text that a stream cannot encode, in letters that all have: without accents, or else as code points."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_in_ascii, error.object[error.start : error.end])), error.end


def _in_ascii(letter: str) -> str:
    plain = _LIKE.get(letter) or normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return plain or letter.encode("ascii", "backslashreplace").decode()


def can_be_drawn_on(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream is a terminal that can show coloured pictures, and may: NO_COLOR forbids it (no-color.org)."""
    may = environ.get("TERM") != "dumb" and not environ.get("NO_COLOR")
    return may and stream.isatty() and _has_letters(stream, "▀⠿●")


def _has_letters(stream: TextIO, letters: str) -> bool:
    try:
        return bool(letters.encode(stream.encoding))
    except UnicodeEncodeError:
        return False


def quiet_libraries() -> None:
    """Keep OpenCV and FFmpeg silent about bad files, on which Kibitz has a line of its own.

    They ask the environment when they are loaded. What is set there already is left alone.
    """
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # FFmpeg's AV_LOG_QUIET


class _Unheard:
    """Discards what libraries write to the error output while any thread wants that; a thread may hang meanwhile."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._wanted = 0
        self._before = _ERROR

    def __enter__(self) -> None:
        with self._changing:
            if not self._wanted:
                self._before, nowhere = os.dup(_ERROR), os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, _ERROR)
                os.close(nowhere)
            self._wanted += 1

    def __exit__(self, *_: object) -> None:
        with self._changing:
            self._wanted -= 1
            if not self._wanted:
                os.dup2(self._before, _ERROR)
                os.close(self._before)


unheard = _Unheard()
"""While it is entered, what a library writes to the error output leads nowhere. What Kibitz says itself is heard."""


class UnwrittenError(OSError):
    """What was printed cannot be written, as on a full disk. A reader that has gone is a BrokenPipeError instead."""


class _Output:
    """The standard output, with errors in writing to it told apart from any other error of the system."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        with _told():
            return self._stream.write(text)

    def flush(self) -> None:
        with _told():
            self._stream.flush()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnwrittenError(*error.args) from error


@contextmanager
def output() -> Iterator[None]:
    """Let what is printed meanwhile raise UnwrittenError where it cannot be written."""
    stream = sys.stdout
    sys.stdout = cast("TextIO", _Output(stream))
    try:
        yield
        sys.stdout.flush()
    except SystemExit:
        # Help and the version, which end the process, have to arrive too.
        sys.stdout.flush()
        raise
    finally:
        sys.stdout = stream


def give_up_output() -> None:
    """Discard what is still to be printed, so that it isn't tried again when the process ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
