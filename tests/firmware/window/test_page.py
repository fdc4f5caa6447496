"""The page that shows a game, over a real connection."""

from __future__ import annotations

import json
import os
import re
import socket
import struct
import threading
import time
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from hashlib import sha256
from http.client import HTTPResponse
from typing import Any

import numpy as np
import pytest

from firmware.window.page import Page, Words
from firmware.window.said import Line, Said
from tests.firmware.window.streams import next_picture

WORDS = Words("sk", "Stôl & hra", "Čo sa <stalo>", "Koniec <hry>")
BUTTONS = {"confirm": "Potvrdiť", "back": "Späť & <hore>"}


@pytest.fixture
def page() -> Iterator[Page]:
    page = Page(WORDS, BUTTONS)
    yield page
    page.close()
    page.close()


def test_pictures_come_as_they_are_shown(page: Page) -> None:
    red, green = (np.full((48, 64, 3), colour, np.uint8) for colour in ((200, 30, 30), (30, 160, 40)))
    page.show(red)
    with urllib.request.urlopen(f"{page.address}pictures", timeout=10) as stream:
        assert np.abs(next_picture(stream).astype(int) - red).max() < 12
        page.show(green)
        assert np.abs(next_picture(stream).astype(int) - green).max() < 12


def test_upright_windows_have_a_picture_of_their_own_that_is_made_when_somebody_looks(page: Page) -> None:
    red, green = (np.full((48, 64, 3), colour, np.uint8) for colour in ((200, 30, 30), (30, 160, 40)))
    made = []

    def upright() -> np.ndarray:
        made.append(True)
        return green

    page.show(red, upright)
    with urllib.request.urlopen(f"{page.address}pictures", timeout=10) as stream:
        assert np.abs(next_picture(stream).astype(int) - red).max() < 12
    assert not made
    with urllib.request.urlopen(f"{page.address}upright", timeout=10) as stream:
        assert np.abs(next_picture(stream).astype(int) - green).max() < 12
        page.show(red)
        assert np.abs(next_picture(stream).astype(int) - red).max() < 12


def test_the_page_shows_the_stream_and_nothing_else_is_to_be_had(page: Page) -> None:
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        assert b'src="/pictures"' in answer.read()
    with urllib.request.urlopen(f"{page.address}?from=bookmark", timeout=10) as answer:
        assert b'src="/pictures"' in answer.read()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{page.address}../etc/passwd", timeout=10)


def press(page: Page, name: str, origin: str | None = None) -> int:
    """What the page answers to a press that comes from a page of some origin, by itself from its own."""
    body = f"press={name}"
    own = page.address.rstrip("/")
    with connected(page) as line:
        # Sent at once: who is refused unread might not read the answer.
        line.sendall(f"{head_of_press(page, own if origin is None else origin, len(body))}{body}".encode())
        return status_of(line)


def connected(page: Page) -> socket.socket:
    host, port = page.address.removeprefix("http://").rstrip("/").split(":")
    return socket.create_connection((host, int(port)), timeout=10)


def head_of_press(page: Page, origin: str, length: int) -> str:
    host = page.address.removeprefix("http://").rstrip("/")
    return f"POST /press HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nContent-Length: {length}\r\n\r\n"


def status_of(line: socket.socket) -> int:
    with line.makefile("rb") as answer:
        return int(answer.readline().split()[1])


def test_presses_come_in_their_order_and_once(page: Page) -> None:
    assert page.pressed() == []
    assert [press(page, name) for name in ("back", "confirm")] == [204, 204]
    assert page.pressed() == ["back", "confirm"]
    assert page.pressed() == []


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1", ""])
def test_no_other_page_presses_a_button(page: Page, origin: str) -> None:
    assert press(page, "confirm", origin) == 403
    assert page.pressed() == []


def test_another_page_is_refused_before_it_has_said_what_it_would_press(page: Page) -> None:
    with connected(page) as line:
        line.sendall(head_of_press(page, "http://elsewhere.example", 13).encode())
        assert status_of(line) == 403


def test_no_other_page_has_this_one_as_a_part_of_it(page: Page) -> None:
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Frame-Options"] == "DENY"


def test_the_page_may_run_and_look_like_what_is_written_in_it_and_nothing_else(page: Page) -> None:
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        html, policy = answer.read().decode(), answer.headers["Content-Security-Policy"]
    directives = dict(each.split(" ", 1) for each in policy.split("; "))
    assert directives["default-src"] == "'none'"
    for tag in ("style", "script"):
        (text,) = re.findall(f"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        assert directives[f"{tag}-src"] == f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_who_begins_to_ask_and_says_no_more_is_hung_up_on_and_who_is_slow_to_look_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware.window.page._PATIENCE_S", 1.0)
    page = Page(WORDS, BUTTONS)
    noise = np.random.default_rng(1).integers(0, 256, (1500, 1500, 3), np.uint8)
    last = np.full((48, 64, 3), (200, 30, 30), np.uint8)
    try:
        page.show(noise)
        with urllib.request.urlopen(f"{page.address}pictures", timeout=10) as stream:
            # More than a connection holds: it waits for somebody to read on.
            assert next_picture(stream).shape == noise.shape
            page.show(np.concatenate([noise] * 4))
            for beginning in ("GET / HTTP/1.1\r\nHo", head_of_press(page, page.address.rstrip("/"), 13)):
                with connected(page) as line:
                    line.sendall(beginning.encode())
                    assert line.recv(1) == b""
            assert next_picture(stream).shape == (6000, 1500, 3)
            page.show(last)
            assert next_picture(stream).shape == last.shape
    finally:
        page.close()


def test_who_is_slow_to_look_is_shown_few_pictures_of_long_ago(page: Page) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (600, 600, 3), np.uint8)
    with connected(page) as line:
        line.sendall(b"GET /pictures HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for _ in range(25):
            page.show(noise)
            time.sleep(0.02)
        got = bytearray()
        line.settimeout(1.0)
        with suppress(TimeoutError):
            while data := line.recv(1 << 20):
                got += data
    assert 2 <= got.count(b"--kibitz") <= 6, "the first begun, what was on the way, and the latest"


@pytest.mark.parametrize(
    ("host", "answer"), [("127.0.0.1:1", 200), ("localhost:8000", 200), ("elsewhere.example", 403)]
)
def test_names_elsewhere_that_were_made_to_lead_here_see_and_press_nothing(
    page: Page, host: str, answer: int
) -> None:
    headers = {"Host": host, "Origin": f"http://{host}"}
    with pytest.raises(urllib.error.HTTPError) if answer == 403 else nullcontext():
        with urllib.request.urlopen(
            urllib.request.Request(page.address, headers=headers), timeout=10
        ) as seen:
            assert seen.status == answer
        urllib.request.urlopen(
            urllib.request.Request(f"{page.address}press", b"press=back", headers), timeout=10
        )
    assert page.pressed() == (["back"] if answer == 200 else [])


def test_nonsense_presses_nothing(page: Page) -> None:
    assert press(page, "launch") == 404
    assert press(page, "confirm" * 100) == 404
    assert press(page, "%ff%00") == 404
    assert page.pressed() == []


@pytest.mark.parametrize("length", ["9" * 5000, "1000", "-1", "1.5", "\u0663", ""])
def test_what_is_no_length_of_a_press_is_answered_without_a_word(
    page: Page, capfd: pytest.CaptureFixture[str], length: str
) -> None:
    head = head_of_press(page, page.address.rstrip("/"), 13).replace("Length: 13", f"Length: {length}")
    with connected(page) as line:
        line.sendall(head.encode())
        assert status_of(line) == 404
    assert capfd.readouterr().err == ""


def test_the_page_is_in_the_players_language_and_its_buttons_say_what_they_do(page: Page) -> None:
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        html = answer.read().decode()
    assert '<html lang="sk">' in html
    assert 'alt="Stôl &amp; hra"' in html
    assert 'value="confirm">Potvrdiť<' in html
    assert "Späť &amp; &lt;hore&gt;" in html


def test_a_page_that_nobody_serves_any_more_can_say_so(page: Page) -> None:
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        html = answer.read().decode()
    assert '<p role="alert" id="lost" hidden>Koniec &lt;hry&gt;</p>' in html
    assert 'at("lost").hidden = false;' in html


def heard(stream: HTTPResponse) -> Any:
    """What the script of the page is sent next."""
    line, end = stream.readline(), stream.readline()
    assert end == b"\n"
    return json.loads(line.removeprefix(b"data: "))


def test_what_the_picture_shows_is_said_to_those_who_hear_the_page(page: Page) -> None:
    said = Said(("Black to move",), "is it so?", (Line("C7 red dome"), Line("is it so?", is_quiet=True)), 3)
    page.say(said)
    with urllib.request.urlopen(f"{page.address}said", timeout=10) as stream:
        assert heard(stream) == {
            "state": ["Black to move"],
            "alert": "is it so?",
            "lines": [["C7 red dome", False], ["is it so?", True]],
            "first": 3,
            "seen": "",
        }
        page.say(said)
        page.say(Said(("White to move",)))
        assert heard(stream)["state"] == ["White to move"], "and nothing twice"


def test_what_was_said_is_said_again_after_a_while_until_nobody_listens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware.window.page._SAID_AGAIN_S", 0.1)
    before = threading.active_count()
    page = Page(WORDS, BUTTONS)
    try:
        with urllib.request.urlopen(f"{page.address}said", timeout=10) as stream:
            assert heard(stream)["state"] == [], "before anything is"
            page.say(Said(("Black to move",)))
            for _ in range(3):
                assert heard(stream)["state"] == ["Black to move"]
        for _ in range(100):
            if threading.active_count() == before + 1:  # that of the server
                break
            time.sleep(0.05)
        else:
            pytest.fail("somebody is still spoken to")
    finally:
        page.close()


def test_who_opens_the_page_later_finds_in_it_what_was_said(page: Page) -> None:
    page.say(Said(("<Black> to move",), "is it so?", (Line("C7 red dome"), Line("D4")), 3, "A | B"))
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        html = answer.read().decode()
    assert "<p>&lt;Black&gt; to move</p>" in html
    assert 'role="alert" id="alert">is it so?</p>' in html
    assert 'aria-label="Čo sa &lt;stalo&gt;"' in html
    assert 'data-next="5"><ul><li>C7 red dome</li><li>D4</li></ul>' in html, "the script puts nothing twice"
    assert '<pre aria-hidden="true" id="seen">A | B</pre>' in html


def test_a_file_s_name_that_is_no_text_is_said_all_the_same(page: Page) -> None:
    page.say(Said(lines=(Line(os.fsdecode(b"K\xfcche.jpg: not taken")),)))
    with urllib.request.urlopen(f"{page.address}said", timeout=10) as stream:
        assert heard(stream)["lines"] == [["K\\udcfcche.jpg: not taken", False]]
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        assert "K\\udcfcche.jpg" in answer.read().decode()


def test_pages_come_to_the_same_port_one_after_the_other_and_to_another_at_the_same_time() -> None:
    page = Page(WORDS, BUTTONS, 0)
    port = int(page.address.split(":")[-1].rstrip("/"))
    beside = Page(WORDS, BUTTONS, port)
    try:
        assert beside.address.startswith("http://127.0.0.1:")
        assert beside.address != page.address
    finally:
        beside.close()
    page.close()
    after = Page(WORDS, BUTTONS, port)
    address = after.address
    after.close()
    assert address == page.address


def test_it_listens_on_this_computer_only(page: Page) -> None:
    assert page.address.startswith("http://127.0.0.1:")


def test_an_address_that_is_none_is_answered_without_a_word(
    page: Page, capfd: pytest.CaptureFixture[str]
) -> None:
    with connected(page) as line:
        line.sendall(b"GET http://[ HTTP/1.0\r\n\r\n")
        assert line.makefile("rb").readline().split()[1] in (b"403", b"404")
    assert "Traceback" not in capfd.readouterr().err


def test_a_browser_that_hangs_up_is_no_trouble(page: Page, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(5):
        with connected(page) as line:
            line.sendall(b"GET / HTTP/1.1\r\n\r\n")
            # Closed at once, with what was sent to it unread.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        assert answer.status == 200
    assert "Traceback" not in capfd.readouterr().err


def test_numbers_of_rules_are_kept_whole_however_narrow_the_window() -> None:
    said = Said(("N-6.5a: no",), "R2, N-4.1: no", (Line("half-2, Kibitz-x, -3,-3"),))
    assert json.loads(said.as_json())["state"] == ["N-\u20606.5a: no"]
    assert said.as_html()["alert"] == "R2, N-\u20604.1: no"
    assert said.as_html()["lines"] == "<li>half-2, Kibitz-x, -3,-3</li>"
