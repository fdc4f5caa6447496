"""`kibitz demo`, with and without a terminal."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import suppress

import numpy as np
import pytest

from engine.alien_city import AlienCity
from engine.messages import ENGLISH
from firmware.demo import blocks
from firmware.demo.terminal import Terminal
from firmware.events import Event, Standing, Status, What
from firmware.frame import Frame
from firmware.panel.lights import Lights
from firmware.panel.screen import Screen
from firmware.terminal.keyboard import LEGEND
from tests.places import ROOT

DEMO = [sys.executable, "-m", "firmware", "demo", "--fast", "--turns", "1"]


def terminal() -> dict[str, str]:
    """The environment, without what would make a terminal another one."""
    others = ("LINES", "COLUMNS", "NO_COLOR", "TERM")
    return {name: value for name, value in os.environ.items() if name not in others}


def test_without_a_terminal_it_prints_what_happens() -> None:
    run = subprocess.run(DEMO, capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert (run.returncode, run.stderr) == (0, "")
    first, second, *_ = run.stdout.splitlines()
    assert (first, second) == ("  0:01  The city is laid out.", "  0:01  Black to move")
    assert "\x1b" not in run.stdout


def test_in_a_terminal_it_draws_the_table_the_lights_and_what_was_said() -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    environ = {**terminal(), "TERM": "xterm"}
    with subprocess.Popen(DEMO, stdout=theirs, stderr=subprocess.DEVNULL, cwd=ROOT, env=environ) as process:
        os.close(theirs)
        drawn = b""
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:  # the other end was closed
                break
            if not part:
                break
            drawn += part
        assert process.wait(120) == 0
    os.close(ours)
    *_, last = drawn.decode().split("\x1b[H")
    rows = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line) for line in last.splitlines()]
    assert sum(set(row) == {"▀"} for row in rows) > 20
    assert any("●" in row for row in rows)
    assert sum("White to move" in row for row in rows) == 1


@pytest.mark.parametrize("wish", [{"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}])
def test_a_terminal_without_escape_codes_or_colours_gets_none(wish: dict[str, str]) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        DEMO, stdout=theirs, stderr=subprocess.DEVNULL, cwd=ROOT, env={**terminal(), **wish}
    ) as process:
        os.close(theirs)
        drawn = b""
        with suppress(OSError):  # at its end the other end is closed
            while part := os.read(ours, 1 << 16):
                drawn += part
        assert process.wait(120) == 0
    os.close(ours)
    assert b"The city is laid out." in drawn
    assert b"\x1b" not in drawn


def heeding_signals() -> None:
    """Take signals as programs in a terminal do, though the tests were begun under `nohup`, or in the background."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_ended_from_outside_it_leaves_the_terminal_with_its_cursor(number: signal.Signals) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        DEMO[:-2],
        stdout=theirs,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**terminal(), "TERM": "xterm"},
        preexec_fn=heeding_signals,
    ) as process:
        os.close(theirs)
        drawn = b""
        while b"\x1b[H" not in drawn:
            drawn += os.read(ours, 1 << 16)
        process.send_signal(number)
        with suppress(OSError):  # at its end the other end is closed
            while part := os.read(ours, 1 << 16):
                drawn += part
        assert process.wait(60) == (130 if number is signal.SIGINT else 128 + number)
        assert process.stderr is not None
        assert process.stderr.read() == b""
    os.close(ours)
    assert drawn.rindex(b"\x1b[?25h") > drawn.rindex(b"\x1b[?25l")


def hear(terminal: int, text: str) -> str:
    """What a program writes in a terminal until it has said a text."""
    said, until = "", time.monotonic() + 60.0
    while text not in said:
        assert time.monotonic() < until, said
        if select.select([terminal], [], [], 0.1)[0]:
            said += os.read(terminal, 1 << 16).decode()
    return said


def test_keys_are_presses_and_what_they_do_is_said_first() -> None:
    ours, theirs = pty.openpty()

    def at_the_terminal() -> None:
        heeding_signals()
        fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)

    with subprocess.Popen(
        [*DEMO[:-1], "4"],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**terminal(), "TERM": "xterm", "NO_COLOR": "1"},
        start_new_session=True,
        preexec_fn=at_the_terminal,
    ) as process:
        modes = termios.tcgetattr(theirs)
        first, *_ = hear(ours, "White to move").splitlines()
        os.write(ours, b"c")
        hear(ours, "press again to pass the turn")
        os.write(ours, b"\x03")
        assert process.wait(60) == 130
        assert termios.tcgetattr(theirs) == modes
    os.close(ours)
    os.close(theirs)
    assert first == LEGEND.text


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (200, 50), (60, 20), (26, 12)])
def test_what_keys_do_is_told_where_a_press_is_waited_for_and_there_is_room(
    columns: int, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))
    out = io.StringIO()
    terminal = Terminal(
        out, Lights(), Screen(AlienCity(), ENGLISH), ENGLISH, lambda: 8.0, keys=ENGLISH.say(LEGEND)
    )
    terminal.see(Frame(np.zeros((480, 640, 3), np.uint8), 4.0, "4.jpg"))
    is_told = {}
    for status in (Status.TO_MOVE, Status.UNSURE, Status.ILLEGAL):
        out.seek(out.truncate(0))
        warning = Event(What.ILLEGAL, 4.0, "4.jpg", {"says": "H9 red dome", "sentences": [SENTENCE]})
        terminal.show(Standing(status), [warning], 4.0)
        rows = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", row) for row in out.getvalue().splitlines()]
        assert len(rows) <= lines
        text = " ".join(" ".join(rows).split())
        assert text.endswith("can still be built on.")
        is_told[status] = LEGEND.text in text
    has_room = columns >= 60
    assert is_told == {Status.TO_MOVE: False, Status.UNSURE: has_room, Status.ILLEGAL: has_room}


def test_blocks_keep_colours_and_places() -> None:
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[:20, :30] = (200, 10, 10)
    picture[20:, 30:] = (10, 10, 200)
    top, *_, bottom = blocks.lines(picture, 6)
    assert top.startswith("\x1b[38;2;200;10;10;48;2;200;10;10m▀" * 3)
    assert "38;2;10;10;200" in bottom
    assert "200;10;10" not in bottom


def test_a_headline_stays_in_view() -> None:
    out = io.StringIO()
    lights = Lights()
    terminal = Terminal(
        out,
        lights,
        Screen(AlienCity(), ENGLISH),
        ENGLISH,
        lambda: 2.0,
        "The camera's view is at http://here/",
    )
    frame = Frame(np.zeros((48, 64, 3), np.uint8), 0.0, "picture")
    terminal.show(Standing(Status.LOOKING), [], 0)
    assert out.getvalue() == "", "what was said before it is not cleared for nothing"
    for number in range(2):
        out.seek(out.truncate(0))
        terminal.see(frame)
        terminal.show(Standing(Status.LOOKING), [], number)
        assert "http://here/" in out.getvalue()
        assert out.getvalue().startswith("\x1b[2J") is (number == 0)


def test_a_bar_tells_how_much_is_over_as_soon_as_it_is_known_how_long_the_game_lasts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "24")
    out, lasts_s = io.StringIO(), iter((None, 8.0, 8.0))
    terminal = Terminal(out, Lights(), Screen(AlienCity(), ENGLISH), ENGLISH, lambda: next(lasts_s))
    bars = []
    for seconds in (1.0, 2.0, 8.0):
        out.seek(out.truncate(0))
        terminal.see(Frame(np.zeros((48, 64, 3), np.uint8), seconds, "picture"))
        terminal.show(Standing(Status.LOOKING), [], seconds)
        bars.append(re.findall(r"\[#* *\]", out.getvalue()))
    unknown, [quarter], [whole] = bars
    assert unknown == []
    assert whole == f"[{'#' * (len(whole) - 2)}]"
    assert len(quarter) == len(whole) > 20
    assert abs(quarter.count("#") - whole.count("#") / 4) < 1


def test_where_there_is_no_room_for_both_the_display_is_shown_when_there_is_something_new_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    out = io.StringIO()
    terminal = Terminal(out, Lights(), Screen(AlienCity(), ENGLISH), ENGLISH, lambda: 12.0)
    standing = Standing(Status.TO_MOVE, player="white", last="C7 red dome")
    placed = Event(What.PLACED, 0.0, "picture", {"says": "C7 red dome"}, "", ())
    dots_at = []
    for seconds in (0.0, 1.0, 6.0):
        out.seek(out.truncate(0))
        frame = Frame(np.zeros((48, 64, 3), np.uint8), seconds, "picture")
        terminal.see(frame)
        terminal.show(standing, [placed] if seconds == 1.0 else [], seconds)
        drawn = out.getvalue()
        dots_at.append(sum("\u2800" < sign <= "\u28ff" for sign in drawn))
        assert drawn.count("\n") < 24
        assert ("▀" in drawn) is (dots_at[-1] == 0)
    before, told, later = dots_at
    assert told > 100
    assert before == later == 0


SENTENCE = (
    "R3: this blue tile has fewer than two structures, so only a blue tower belongs on H9; "
    "G9, H10 and seventeen others can still be built on."
)


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (200, 50), (30, 10), (26, 12)])
def test_what_was_said_is_told_to_its_end_in_any_terminal(
    columns: int, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))
    out = io.StringIO()
    terminal = Terminal(
        out, Lights(), Screen(AlienCity(), ENGLISH), ENGLISH, lambda: 8.0, "The view is at http://here/"
    )
    warning = Event(What.ILLEGAL, 4.0, "4.jpg", {"says": "H9 red dome", "sentences": [SENTENCE]})
    frame = Frame(np.zeros((480, 640, 3), np.uint8), 4.0, "4.jpg")
    terminal.see(frame)
    terminal.show(Standing(Status.ILLEGAL), [warning], 4.0)
    *_, last = out.getvalue().split("\x1b[H")
    rows = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line) for line in last.splitlines()]
    assert max(map(len, rows)) <= columns
    assert len(rows) <= lines
    assert " ".join(" ".join(rows).split()).endswith("can still be built on.")
    if columns >= 80:
        assert SENTENCE in " ".join(" ".join(rows).split())
    drawn = out.tell()
    terminal.close()
    below = out.getvalue()[drawn:].removesuffix("\x1b[?25h")
    assert below == ("" if columns >= 80 else f"  0:04  H9 red dome\n         {SENTENCE}\n")
