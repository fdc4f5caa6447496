"""What is said reaches whoever reads it, whatever letters the terminal has."""

from __future__ import annotations

import io
import os
import sys
from contextlib import ExitStack

import pytest

from firmware.streams import can_be_drawn_on, fit_for_all, unheard


@pytest.mark.parametrize(
    ("encoding", "said", "read"),
    [
        ("ascii", "Čierny: zelená veža · 6×6 – tak…", "Cierny: zelena veza . 6x6 - tak..."),
        ("iso-8859-2", "Čierny: zelená veža · 6×6", "Čierny: zelená veža . 6×6"),
        ("iso-8859-2", "stlačte „späť“", 'stlačte "späť"'),
        ("ascii", "25 ° – stlačte „späť“", '25 deg - stlacte "spat"'),
        ("utf-8", "Čierny: zelená veža · 6×6", "Čierny: zelená veža · 6×6"),
        ("ascii", "hr\udce9.jpg 将", "hr\\udce9.jpg \\u5c06"),
    ],
)
def test_letters_that_a_terminal_lacks_are_written_as_those_it_has(
    monkeypatch: pytest.MonkeyPatch, encoding: str, said: str, read: str
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    fit_for_all()
    print(said, end="", flush=True)
    assert written.getvalue().decode(encoding) == read


class Terminal(io.TextIOWrapper):
    """Somebody sits there."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("encoding", "environ", "can"),
    [
        ("utf-8", {"TERM": "xterm"}, True),
        ("utf-8", {"TERM": "dumb"}, False),
        ("utf-8", {"TERM": "xterm", "NO_COLOR": "1"}, False),
        ("ascii", {"TERM": "xterm"}, False),
        ("iso-8859-2", {"TERM": "xterm"}, False),
    ],
)
def test_pictures_are_drawn_where_the_terminal_has_colours_and_the_letters_for_them(
    encoding: str, environ: dict[str, str], can: bool
) -> None:
    stream = Terminal(io.BytesIO(), encoding=encoding, errors="replace")
    assert can_be_drawn_on(stream, environ) is can


def test_libraries_are_unheard_as_long_as_any_thread_wants_it_and_heard_again_afterwards(
    capfd: pytest.CaptureFixture[str],
) -> None:
    first, second = ExitStack(), ExitStack()
    for each in (first, second):
        each.enter_context(unheard)
    for number, each in enumerate((first, second)):
        os.write(2, b"unheard %d\n" % number)
        each.close()
    os.write(2, b"heard\n")
    assert capfd.readouterr().err == "heard\n"
