"""`kibitz watch --window`: a game on a page, with buttons, where there is no device."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.alien_city import AlienCity, State
from engine.messages import ENGLISH
from firmware.events import Standing, Status
from firmware.frame import Frame
from firmware.window.window import Window
from tests.firmware.refereed import TILES

ROOT = Path(__file__).parents[3]


def test_a_game_is_shown_said_and_ended_on_a_page(tmp_path: Path) -> None:
    journal = str(tmp_path / "games.sqlite3")
    command = ["watch", "--camera", "simulated:7", "--window", "--json", "--journal", journal]
    with subprocess.Popen(
        [sys.executable, "-m", "firmware", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said = next(line for line in process.stderr if "http:" in line)
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+", said)
        assert any('"placed"' in line for line in process.stdout)
        with urllib.request.urlopen(f"{address}/said", timeout=30) as stream:
            assert stream.readline().startswith(b"data: ")
        with urllib.request.urlopen(f"{address}/pictures", timeout=30) as stream:
            assert stream.readline().strip() == b"--kibitz"
        asked = urllib.request.Request(f"{address}/press", b"press=end", {"Origin": address})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            assert answer.status == 204
        assert any('"over"' in line for line in process.stdout)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


TOTALS = {"white": 3, "black": 5}
MOVE = Standing(
    Status.TO_MOVE,
    "white",
    last="C7 red dome",
    totals=TOTALS,
    state=AlienCity().format_state(State.start(TILES)),
)


@pytest.mark.parametrize(
    ("standing", "said"),
    [
        (MOVE, ["White to move", "C7 red dome"]),
        (replace(MOVE, player=""), ["Play on", "C7 red dome"]),
        (replace(MOVE, score_asked=True), ["White 3, Black 5", "White to move", "C7 red dome"]),
        (Standing(Status.LOOKING, because="no board", score_asked=True), ["No score yet", "no board"]),
        (replace(MOVE, status=Status.OVER), ["White 3, Black 5", "C7 red dome"]),
        (replace(MOVE, status=Status.CANT_SEE, because="it is too dark"), ["it is too dark"]),
        (Standing(Status.SETTING_UP, told="A new game"), ["A new game"]),
    ],
)
def test_what_the_display_shows_is_there_as_text(standing: Standing, said: list[str]) -> None:
    window = Window(AlienCity(), ENGLISH)
    try:
        window.see(Frame(np.zeros((240, 320, 3), np.uint8), 0.0, "picture"))
        window.show(standing, [], 0.0)
        (address,) = re.findall(r"http://\S+/", window.said)
        with urllib.request.urlopen(f"{address}said", timeout=10) as stream:
            lines = [stream.readline().decode().strip() for _ in range(len(said) + 2)]
    finally:
        window.close()
    _legend, *others, end = lines
    assert ([it.removeprefix("data: ") for it in others], end) == (said, "")


def test_a_camera_that_gives_no_picture_at_all_does_not_leave_the_page_without_a_word() -> None:
    window = Window(AlienCity(), ENGLISH)
    try:
        window.show(Standing(Status.CANT_SEE, because="the camera gives no pictures"), [], 5.0)
        (address,) = re.findall(r"http://\S+/", window.said)
        with urllib.request.urlopen(f"{address}said", timeout=10) as stream:
            stream.readline()
            assert stream.readline() == b"data: the camera gives no pictures\n"
    finally:
        window.close()
