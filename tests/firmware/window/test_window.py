"""`kibitz watch --window`: a game on a page, with buttons, where there is no device."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import numpy as np
import pytest

from engine.alien_city import AlienCity
from engine.messages import ENGLISH, Language
from firmware.events import Event, Standing, Status, What
from firmware.frame import Frame
from firmware.presses import Press
from firmware.referee.doubts import INSTEAD
from firmware.watching.companion import NEW_GAME
from firmware.window.heard import ENDED
from firmware.window.window import BUTTONS, Window
from tests.places import ROOT


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
        with urllib.request.urlopen(f"{address}/said", timeout=30) as stream:
            heard = (json.loads(line[6:]) for line in stream if line.startswith(b"data: "))
            ended = next(it for it in heard if ENDED.text in it["state"])
        assert any(re.search("wins|draw", text) for text, _ in ended["lines"])
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


@pytest.mark.parametrize("code", ["en", "sk", "cs"])
def test_buttons_are_called_as_prompts_call_them(code: str) -> None:
    language = Language.of(code)
    confirm, back = (language.say(BUTTONS[it]).lower() for it in (Press.CONFIRM, Press.BACK))
    asked = language.say(INSTEAD, {"what": "C7 red dome"})
    assert re.findall('["„](.*?)["“]', asked) == [confirm, back]
    for message in (NEW_GAME, ENDED):
        assert re.findall('["„](.*?)["“]', language.say(message)) == [back]


def shown_by(window: Window) -> str:
    (address,) = re.findall(r"http://\S+/", window.said)
    with urllib.request.urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())


def test_what_has_happened_and_how_it_stands_is_in_the_page_as_text() -> None:
    window = Window(AlienCity(), ENGLISH)
    try:
        window.see(Frame(np.zeros((240, 320, 3), np.uint8), 0.0, "picture"))
        placed = Event(What.PLACED, 0.0, "picture", {"says": "Black: C7 red dome"})
        window.show(Standing(Status.TO_MOVE, "white"), [placed], 0.0)
        html = shown_by(window)
    finally:
        window.close()
    assert "<p>White to move</p>" in html
    assert "<li>Black: C7 red dome</li>" in html


def test_a_camera_that_gives_no_picture_at_all_does_not_leave_the_page_without_a_word() -> None:
    window = Window(AlienCity(), ENGLISH)
    try:
        window.show(Standing(Status.CANT_SEE, because="the camera gives no pictures"), [], 5.0)
        assert "<p>the camera gives no pictures</p>" in shown_by(window)
    finally:
        window.close()
