"""The page of the demonstration, over a real connection."""

from __future__ import annotations

import socket
import struct
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse

import cv2
import numpy as np
import pytest

from engine.messages import ENGLISH, Language
from firmware.demo.page import Page


@pytest.fixture
def page() -> Iterator[Page]:
    page = Page(ENGLISH)
    yield page
    page.close()
    page.close()


def next_picture(stream: HTTPResponse) -> np.ndarray:
    """The next part of a multipart stream, decoded."""
    length = 0
    while (line := stream.readline().strip()) or not length:
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    data = np.frombuffer(stream.read(length), np.uint8)
    stream.readline()
    return cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


def test_pictures_come_as_they_are_shown(page: Page) -> None:
    red, green = (np.full((48, 64, 3), colour, np.uint8) for colour in ((200, 30, 30), (30, 160, 40)))
    page.show(red)
    with urllib.request.urlopen(f"{page.address}pictures", timeout=10) as stream:
        assert np.abs(next_picture(stream).astype(int) - red).max() < 12
        page.show(green)
        assert np.abs(next_picture(stream).astype(int) - green).max() < 12


def test_the_page_shows_the_stream_and_nothing_else_is_to_be_had(page: Page) -> None:
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        assert b'src="/pictures"' in answer.read()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{page.address}../etc/passwd", timeout=10)


def test_it_listens_on_this_computer_only(page: Page) -> None:
    assert page.address.startswith("http://127.0.0.1:")


def test_a_browser_that_hangs_up_is_no_trouble(page: Page, capfd: pytest.CaptureFixture[str]) -> None:
    address = page.address.removeprefix("http://").rstrip("/").split(":")
    for _ in range(5):
        with socket.create_connection((address[0], int(address[1]))) as line:
            line.sendall(b"GET / HTTP/1.1\r\n\r\n")
            # Closed at once, with what was sent to it unread.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        assert answer.status == 200
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("en", "The table, and what Kibitz says of it"),
        ("cs", "Stůl a co o něm Kibitz říká"),
        ("sk", "Stôl a čo o ňom Kibitz hovorí"),
    ],
)
def test_it_says_in_which_language_it_is_and_what_it_shows(code: str, shown: str) -> None:
    page = Page(Language.of(code))
    with urllib.request.urlopen(page.address, timeout=10) as answer:
        html = answer.read().decode()
    page.close()
    assert f'<html lang="{code}">' in html
    assert f'alt="{shown}"' in html
    assert "{margin:0;" in html
