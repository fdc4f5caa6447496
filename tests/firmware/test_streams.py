"""What is said reaches whoever reads it, whatever letters the terminal has."""

from __future__ import annotations

import io
import sys

import pytest

from firmware.streams import fit_for_all


@pytest.mark.parametrize(
    ("encoding", "said", "read"),
    [
        ("ascii", "Čierny: zelená veža · 6×6 – tak…", "Cierny: zelena veza . 6x6 - tak..."),
        ("iso-8859-2", "Čierny: zelená veža · 6×6", "Čierny: zelená veža . 6×6"),
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
