"""Going round with a camera that gives no pictures for a while."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from firmware.frame import Frame
from firmware.presses import Press
from firmware.watching import round as going
from firmware.watching.poor_light import PoorLight
from firmware.watching.round import Round

FRAME = Frame(np.zeros((1, 1, 3), np.uint8), 4.0, "picture")


class Everything:
    """A camera, a companion, an attention and a button, which keep what they were asked for."""

    seen = None
    is_in_poor_light = False

    def __init__(self, *frames: Frame | None) -> None:
        self.frames = [*frames]
        self.told: list[Any] = []
        self.waiting = [Press.END]

    @property
    def ended(self) -> bool:
        return not self.frames

    def next(self) -> Frame | None:
        return self.frames.pop(0)

    def measure_anew(self) -> None:
        self.told.append("measure anew")

    def presses(self) -> list[Press]:
        made, self.waiting = self.waiting, []
        return made

    def tick(self, frame: Frame, presses: Sequence[Press]) -> None:
        self.told.append((frame, presses))

    def blind(self, seconds: float, presses: Sequence[Press]) -> None:
        self.told.append((seconds, presses))


def gone_round(everything: Any) -> tuple[list[Any], int]:
    """What the companion was told, and how often the watchdog was fed."""
    fed: list[None] = []
    Round(everything, everything, everything, [everything], []).go(
        threading.Event(), lambda: fed.append(None)
    )
    return everything.told, len(fed)


def test_what_is_pressed_while_no_pictures_come_counts_then_and_not_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(going, "NO_PICTURES_S", -1.0)
    ((seconds, presses), tick), fed = gone_round(Everything(None, FRAME))
    assert seconds >= 0
    assert presses == [Press.END]
    assert tick == (FRAME, [])
    assert fed == 2


def test_while_no_pictures_come_camera_time_runs_on_from_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(going, "NO_PICTURES_S", -1.0)
    clock = SimpleNamespace(monotonic=iter(range(70, 99)).__next__)
    monkeypatch.setattr(going, "time", clock)
    (tick, *blind), _ = gone_round(Everything(FRAME, None, None))
    assert tick == (FRAME, [Press.END])
    first, second = (seconds - FRAME.seconds for seconds, _ in blind)
    assert 0 < first < second < 10


def test_a_picture_that_is_a_moment_late_after_many_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(going, "time", SimpleNamespace(monotonic=iter([0.0, 100.0, 101.0, 102.0]).__next__))
    assert gone_round(Everything(FRAME, None)) == ([(FRAME, [Press.END])], 2)


def test_what_is_pressed_while_a_picture_is_a_moment_late_counts_with_it() -> None:
    assert gone_round(Everything(None, FRAME)) == ([(FRAME, [Press.END])], 2)


def test_a_camera_is_asked_to_measure_anew_when_the_light_stays_too_poor_for_the_board() -> None:
    everything = Everything(*(Frame(FRAME.picture, float(second), "picture") for second in range(71)))
    everything.is_in_poor_light = True
    told, _ = gone_round(everything)
    asked = [told[at - 1][0].seconds for at, it in enumerate(told) if it == "measure anew"]
    assert asked == [5.0, 65.0]


def test_a_shadow_that_goes_at_once_is_no_reason_to_measure_anew() -> None:
    light = PoorLight()
    for second in range(60):
        assert not light.note(second % 5 > 0, float(second))
