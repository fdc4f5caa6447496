"""A header without a Pi: gpiozero's own pretend pins, and a clock that goes on when a test says so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.panel.gpio import Pins


class Header:
    """The pins of a pretend Pi. now: what its clock says, in seconds."""

    def __init__(self) -> None:
        self.now = 100.0
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.pins = Pins(self.factory)

    def pin(self, number: int) -> MockPWMPin:
        return self.factory.pin(number)

    def used(self) -> set[int]:
        return {pin.info.name for pin in self.factory.pins.values()}


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> Iterator[Header]:
    made = Header()
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: made.now)
    yield made
    made.pins.close()
