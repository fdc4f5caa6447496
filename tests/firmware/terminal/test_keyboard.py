"""The keys of a terminal: those of cursors however they come, and what others do with it meanwhile."""

from __future__ import annotations

import os
import pty
import termios
from collections.abc import Iterator

import pytest

from firmware.presses import Press
from firmware.terminal import keyboard
from firmware.terminal.keyboard import Keyboard


class Line:
    """A terminal that listens to this process, or doesn't."""

    is_ours = True

    def __init__(self) -> None:
        self.typist, self.terminal = pty.openpty()

    def type(self, keys: bytes) -> None:
        os.write(self.typist, keys)

    @property
    def gives_lines(self) -> bool:
        return bool(termios.tcgetattr(self.terminal)[3] & termios.ICANON)


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    made = Line()
    monkeypatch.setattr(keyboard, "is_in_front", lambda _terminal: made.is_ours)
    yield made
    os.close(made.typist)
    os.close(made.terminal)


def test_in_the_background_keys_are_left_to_whom_they_are_for(line: Line) -> None:
    with Keyboard(line.terminal) as keys:
        line.is_ours = False
        line.type(b"B")
        assert keys.presses() == []
        assert os.read(line.terminal, 8) == b"B"


def test_what_a_shell_has_set_meanwhile_is_set_right_and_then_left_as_it_was(line: Line) -> None:
    before = termios.tcgetattr(line.terminal)
    with Keyboard(line.terminal) as keys:
        termios.tcsetattr(line.terminal, termios.TCSANOW, before)
        keys.presses()
        assert not line.gives_lines
        line.type(b"c")
        assert keys.presses() == [Press.CONFIRM]
    assert termios.tcgetattr(line.terminal) == before


@pytest.mark.parametrize(
    "parts", [(b"\x1b[B",), (b"\x1b", b"[B"), (b"\x1b[", b"B"), (b"\x1b[1;", b"2B"), (b"\x1bO", b"B")]
)
def test_a_cursor_key_is_no_press_though_it_comes_in_parts(line: Line, parts: tuple[bytes, ...]) -> None:
    with Keyboard(line.terminal) as keys:
        made = []
        for part in (*parts, b"b"):
            line.type(part)
            made += keys.presses()
    assert made == [Press.BACK]


def test_a_letter_after_the_escape_key_is_one_again_a_moment_later(line: Line) -> None:
    with Keyboard(line.terminal) as keys:
        line.type(b"\x1b")
        assert keys.presses() == keys.presses() == []
        line.type(b"b")
        assert keys.presses() == [Press.BACK]
