"""Going round with a camera that gives no pictures for a while."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from firmware.frame import Frame
from firmware.presses import Press
from firmware.watching import round as going
from firmware.watching.round import Round

FRAME = Frame(np.zeros((1, 1, 3), np.uint8), 4.0, "picture")


class Everything:
    """A camera, a companion, an attention and a button, which keep what they were asked for."""

    seen = None

    def __init__(self, *frames: Frame | None) -> None:
        self.frames = [*frames]
        self.told: list[Any] = []
        self.waiting = [Press.END]

    @property
    def ended(self) -> bool:
        return not self.frames

    def next(self) -> Frame | None:
        return self.frames.pop(0)

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


def test_what_is_pressed_while_a_picture_is_a_moment_late_counts_with_it() -> None:
    assert gone_round(Everything(None, FRAME)) == ([(FRAME, [Press.END])], 2)
