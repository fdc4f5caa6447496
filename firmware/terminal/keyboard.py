"""The keys of a terminal, which stand for the two buttons: small letters are short presses, capitals long ones."""

from __future__ import annotations

import os
import re
import select
import sys
import termios
from contextlib import suppress
from types import TracebackType

from engine.messages import Message
from firmware.presses import Press

LEGEND = Message(
    "Keys: Enter or c confirms, b takes back, C begins a new game, B ends the game and counts the score."
)

_KEYS = {
    ord("\n"): Press.CONFIRM,
    ord("\r"): Press.CONFIRM,
    ord("c"): Press.CONFIRM,
    ord("b"): Press.BACK,
    ord("C"): Press.NEW_GAME,
    ord("B"): Press.END,
}

# Cursor and function keys send an escape and then letters that don't count as keys: ESC [ B is "down".
_ESCAPED = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)

_UNFINISHED = re.compile(rb"\x1b(\[[0-?]*[ -/]*|O)?\Z")
"""The rest of such a sequence may come a moment later, as over a network."""

_LETTERS = termios.ICANON | termios.ECHO
"""Of a terminal's local modes: that it gives whole lines, and writes what is typed."""
_LOCAL = 3  # index of the local modes in what tcgetattr returns


class Keyboard:
    """Takes keys as they are pressed, and leaves the terminal as it found it. A context manager."""

    def __init__(self, terminal: int) -> None:
        """terminal: its file descriptor."""
        self._terminal = terminal
        self._before = termios.tcgetattr(terminal)
        self._unfinished = b""

    def __enter__(self) -> Keyboard:
        """Take keys from now on; what was typed before doesn't count."""
        self._listen()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Give the terminal back."""
        with suppress(termios.error):  # it may have gone
            if is_in_front(self._terminal):
                termios.tcsetattr(self._terminal, termios.TCSAFLUSH, self._before)

    def presses(self) -> list[Press]:
        """The presses since the last call, in their order."""
        begun, self._unfinished = self._unfinished, b""
        with suppress(termios.error, OSError):  # the terminal may have gone
            if not is_in_front(self._terminal):
                return []
            if termios.tcgetattr(self._terminal)[_LOCAL] & _LETTERS:
                self._listen()  # a shell has changed the terminal meanwhile, as after Ctrl-Z
            if select.select([self._terminal], [], [], 0)[0]:
                typed = begun + os.read(self._terminal, 1 << 10)
                if (unfinished := _UNFINISHED.search(typed)) is not None:
                    self._unfinished = unfinished[0]
                return [_KEYS[key] for key in _ESCAPED.sub(b"", typed) if key in _KEYS]
        return []

    def _listen(self) -> None:
        modes = termios.tcgetattr(self._terminal)
        modes[_LOCAL] &= ~_LETTERS
        termios.tcsetattr(self._terminal, termios.TCSAFLUSH, modes)


def has_keyboard() -> bool:
    """Whether somebody at a terminal reads what is printed, and may type there."""
    return sys.stdout.isatty() and sys.stdin.isatty() and is_in_front(sys.stdin.fileno())


def is_in_front(terminal: int) -> bool:
    """Whether this process is in a terminal's foreground: in the background it would be stopped for touching it."""
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
