"""Calibrating before a page in the browser, for who can't see the terminal from where the camera hangs."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.messages import ENGLISH
from firmware.calibrate.desk import BROKEN_OFF, Desk
from firmware.calibrate.lens import SHOW_IT, TAKEN, TAKEN_LAST
from firmware.calibrate.page import CalibrationPage, on_page
from firmware.cameras import open_camera
from firmware.cli import main
from tests.firmware.window.streams import next_picture
from tests.places import SAMPLES

SAMPLE = SAMPLES / "hand.jpg"


@pytest.fixture
def page() -> Iterator[CalibrationPage]:
    page = CalibrationPage(ENGLISH)
    yield page
    page.close()


def shown_by(page: CalibrationPage) -> str:
    """The page as whoever opens it now finds it."""
    with urllib.request.urlopen(page.said.split()[-1], timeout=10) as stream:
        return str(stream.read().decode())


def test_the_page_shows_what_the_camera_sees_and_all_that_is_said(
    page: CalibrationPage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = Desk(ENGLISH, tmp_path / "own.json", str(SAMPLE), page)
    address = page.said.partition("http")[2]
    with on_page(open_camera(str(SAMPLE)), page) as camera:
        frame = next(camera.frames())
        desk.draw("as here:", "  A B\n1 R .")
        desk.say(BROKEN_OFF)
        desk.complain(BROKEN_OFF)
        with urllib.request.urlopen(f"http{address}pictures", timeout=10) as stream:
            assert next_picture(stream).shape == frame.picture.shape
        html = shown_by(page)
    assert '<body class="drawn">' in html
    assert '<pre aria-hidden="true" id="seen">as here:\n  A B\n1 R .</pre>' in html
    assert f"<ul>{f'<li>{BROKEN_OFF.text}</li>' * 2}</ul>" in html
    heard = capsys.readouterr()
    assert heard.out == f"as here:\n  A B\n1 R .\n{BROKEN_OFF.text}\n"
    assert heard.err == f"kibitz calibrate: {BROKEN_OFF.text}\n"


def test_what_is_asked_for_stays_in_view_until_something_else_is_or_nothing_any_more(
    page: CalibrationPage, tmp_path: Path
) -> None:
    desk = Desk(ENGLISH, tmp_path / "lens.json", "usb:0", page)
    desk.ask(SHOW_IT, wish="nearer")
    desk.draw("a map")
    for _ in range(99):
        desk.say(TAKEN_LAST, name="a picture")
    html = shown_by(page)
    assert "<p>Show the sheet of `kibitz print lens` to the camera: nearer.</p>" in html
    assert '<pre aria-hidden="true" id="seen">a map</pre>' in html
    desk.ask(TAKEN, name="another", percent=40, wish="lower")
    assert "<p>another: taken, 40 % done; now lower</p>" in shown_by(page)
    desk.say_broken_off()
    html = shown_by(page)
    assert '<div role="status" aria-atomic="false" id="state"><p></p></div>' in html
    assert f"<li>{BROKEN_OFF.text}</li></ul>" in html


def test_of_photos_all_is_listed_and_nothing_asked_for(page: CalibrationPage, tmp_path: Path) -> None:
    desk = Desk(ENGLISH, tmp_path / "lens.json", str(SAMPLE.parent), page)
    for name in ("first", "second"):
        desk.ask(TAKEN, name=name, percent=40, wish="lower")
    lines = "".join(f"<li>{name}: taken, 40 % done; now lower</li>" for name in ("first", "second"))
    assert f"<ul>{lines}</ul>" in shown_by(page)


def test_where_the_page_is_stands_before_all_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = str(tmp_path / "mount.json")
    assert main(["calibrate", "mount", "--camera", str(SAMPLE), "--window", "--to", to]) == 0
    assert "The camera's view is at http://127.0.0.1:" in capsys.readouterr().err
