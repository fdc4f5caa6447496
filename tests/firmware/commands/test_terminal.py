"""`kibitz watch` in a real terminal: it says what it waits for, takes keys for buttons, and leaves no trace."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.journal.file import Folder
from firmware.terminal.keyboard import LEGEND
from tests.places import DATA, ROOT

GAME = DATA / "alien_city" / "game"


class Terminal:
    """A terminal, and what a program that runs in it has written there."""

    def __init__(self, *arguments: str | Path, **streams: Any) -> None:
        self.ours, self.theirs = pty.openpty()
        self.modes = termios.tcgetattr(self.theirs)
        self.said = ""
        terminal = self.theirs

        def at_the_terminal() -> None:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)

        usual = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "firmware", "watch", *map(str, arguments)],
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=at_the_terminal,
            **(usual | streams),
        )

    def hear(self, text: str, within_s: float = 60.0) -> None:
        """Wait until it has been said."""
        until = time.monotonic() + within_s
        while text not in self.said:
            assert time.monotonic() < until, self.said
            if select.select([self.ours], [], [], 0.1)[0]:
                self.said += os.read(self.ours, 1 << 16).decode().replace("\r\n", "\n")

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def ended(self) -> int:
        """Its status, once it has ended."""
        status = self.program.wait(30)
        while select.select([self.ours], [], [], 0)[0]:
            self.said += os.read(self.ours, 1 << 16).decode().replace("\r\n", "\n")
        return status

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Terminals to be closed."""
    opened: list[Terminal] = []
    yield opened
    for each in opened:
        each.close()


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Photos of a game in which it grows dark for a while; the last of them over and over, for hours."""
    folder = tmp_path / "film"
    folder.mkdir()
    for number, name in enumerate(("01", "01", "dark", "dark", "03", *["03"] * 2000)):
        picture = folder / f"{number:05d}.jpg"
        if name == "dark":
            photo = cv2.imread(str(GAME / "01.jpg"))
            assert photo is not None
            cv2.imwrite(str(picture), (photo * 0.03).astype(np.uint8))
        else:
            picture.symlink_to(GAME / f"{name}.jpg")
    return folder


def test_it_says_what_it_waits_for_and_keys_are_presses(film: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal("--camera", film)
    terminals.append(terminal)
    terminal.hear(f"{LEGEND.text}\n")
    terminal.hear("The city is laid out.\n")
    terminal.hear("  I can't see the board: ")
    terminal.hear("D2 blue dome\n")
    terminal.hear("White to move\n")
    terminal.press("\x1b[B\x1b[C")  # down and right
    terminal.press("\n")
    terminal.hear("Black 0, White 0 (press again to pass the turn)\n")
    terminal.press("B")
    terminal.hear("Black 0, White 0\n")
    terminal.press("bb")
    terminal.hear("D2 taken back\n")
    assert 'A new game: "back" undoes that\n' not in terminal.said
    terminal.press("C")
    terminal.hear('A new game: "back" undoes that\n')
    terminal.press("\x03")
    assert terminal.ended() == 0
    assert termios.tcgetattr(terminal.theirs) == terminal.modes
    assert "^C" not in terminal.said


def test_that_a_game_is_not_saved_is_said_once(terminals: list[Terminal], tmp_path: Path) -> None:
    folder = Folder(tmp_path)  # as another Kibitz has it
    terminal = Terminal("--camera", GAME / "01.jpg", "--journal", tmp_path / "games.sqlite3")
    terminals.append(terminal)
    assert terminal.ended() == 1
    folder.close()
    assert terminal.said.count("not being saved") == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_ended_from_outside_it_leaves_the_terminal_as_it_was(
    film: Path, terminals: list[Terminal], number: signal.Signals
) -> None:
    terminal = Terminal("--camera", film)
    terminals.append(terminal)
    terminal.hear("The city is laid out.\n")
    assert not termios.tcgetattr(terminal.theirs)[3] & termios.ECHO
    terminal.program.send_signal(number)
    assert terminal.ended() == 0
    assert termios.tcgetattr(terminal.theirs) == terminal.modes


def test_an_error_leaves_the_terminal_as_it_was(terminals: list[Terminal], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "01.png"), np.zeros((480, 640, 3), np.uint8))
    (tmp_path / "02.png").write_text("no picture")
    terminal = Terminal("--camera", tmp_path)
    terminals.append(terminal)
    assert terminal.ended() == 1
    assert LEGEND.text in terminal.said
    assert termios.tcgetattr(terminal.theirs) == terminal.modes


def test_where_the_output_leads_elsewhere_the_terminal_is_left_alone(
    terminals: list[Terminal], tmp_path: Path
) -> None:
    with (tmp_path / "out").open("w") as out:
        piped = Terminal("--camera", GAME / "01.jpg", stdout=out)
        terminals.append(piped)
        assert piped.ended() == 0
    assert (tmp_path / "out").read_text() == "  0:01  The city is laid out.\n  0:01  Black to move\n"
    assert piped.said == ""
    as_json = Terminal("--json", "--camera", GAME / "01.jpg")
    terminals.append(as_json)
    assert as_json.ended() == 0
    assert [json.loads(line)["event"] for line in as_json.said.splitlines()] == ["setup", "turn"]
