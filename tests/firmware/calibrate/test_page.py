"""Calibrating before a page in the browser, for who can't see the terminal from where the camera hangs."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.messages import ENGLISH
from firmware.calibrate.desk import BROKEN_OFF, Desk
from firmware.calibrate.page import CalibrationPage, on_page
from firmware.cameras import open_camera
from firmware.cli import main
from tests.firmware.window.test_page import next_picture

SAMPLE = Path(__file__).parents[3] / "vision" / "samples" / "hand.jpg"


@pytest.fixture
def page() -> Iterator[CalibrationPage]:
    page = CalibrationPage(ENGLISH)
    yield page
    page.close()


def test_the_page_shows_what_the_camera_sees_and_all_that_is_said(
    page: CalibrationPage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = Desk(ENGLISH, tmp_path / "own.json", str(SAMPLE), page)
    address = page.said.partition("http")[2]
    with on_page(open_camera(str(SAMPLE)), page) as camera:
        frame = next(camera.frames())
        desk.draw("  A B\n1 R .")
        desk.say(BROKEN_OFF)
        desk.complain(BROKEN_OFF)
        with urllib.request.urlopen(f"http{address}pictures", timeout=10) as stream:
            assert next_picture(stream).shape == frame.picture.shape
        with urllib.request.urlopen(f"http{address}said", timeout=10) as stream:
            said = [stream.readline().decode().removeprefix("data: ").rstrip("\n") for _ in range(4)]
        with urllib.request.urlopen(f"http{address}", timeout=10) as stream:
            assert b'<body class="drawn">' in stream.read()
    assert said == ["  A B", "1 R .", BROKEN_OFF.text, BROKEN_OFF.text]
    heard = capsys.readouterr()
    assert heard.out == f"  A B\n1 R .\n{BROKEN_OFF.text}\n"
    assert heard.err == f"kibitz calibrate: {BROKEN_OFF.text}\n"


def test_the_page_shows_the_last_drawing_and_the_latest_that_is_said_of_it(page: CalibrationPage) -> None:
    page.draw("an earlier drawing")
    page.say("of the earlier one")
    page.say("lay it out like this")
    page.draw("the drawing")
    for number in range(99):
        page.say(f"remark {number}")
    with urllib.request.urlopen(f"{page.said.split()[-1]}said", timeout=10) as stream:
        said = [stream.readline().decode().removeprefix("data: ").rstrip("\n") for _ in range(15)]
    assert said[:2] == ["lay it out like this", "the drawing"]
    assert said[2:] == [f"remark {number}" for number in range(87, 99)] + [""]


def test_where_the_page_is_stands_before_all_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = str(tmp_path / "mount.json")
    assert main(["calibrate", "mount", "--camera", str(SAMPLE), "--window", "--to", to]) == 0
    assert "The camera's view is at http://127.0.0.1:" in capsys.readouterr().err
