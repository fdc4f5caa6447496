"""The simulated game as it is shown: who presses a button in it, its own time, and its last picture."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.alien_city import AlienCity
from engine.messages import ENGLISH
from firmware.demo import playing
from firmware.demo.playing import Playing, lasting
from firmware.events import Standing, Status
from firmware.frame import Frame
from firmware.panel.screen import Screen
from firmware.panel.signals import Page
from firmware.presses import Press


def camera(*, pressed: float | None) -> Any:
    """Gives four frames, one each second, of a game that is at its end."""
    frames = [Frame(np.zeros((48, 64, 3), np.uint8), float(number), f"{number}") for number in range(4)]
    return SimpleNamespace(
        frames=lambda: iter(frames), written=SimpleNamespace(pressed=pressed), write_on=lambda: None
    )


@pytest.mark.parametrize(
    ("pressed", "presses"), [(1.5, [[], [], [Press.CONFIRM], []]), (None, [[], [], [], []])]
)
def test_a_button_is_pressed_once_and_when_the_game_says_so(
    pressed: float | None, presses: list[list[Press]]
) -> None:
    game = Playing(camera(pressed=pressed), lambda: 0.0, fast=True)
    assert [game.presses() for _ in game.frames()] == presses


@pytest.mark.parametrize(("fast", "slept"), [(False, [0.0, 0.75, 1.75, 2.75]), (True, [])])
def test_frames_come_in_their_own_time_unless_there_is_haste(
    monkeypatch: pytest.MonkeyPatch, fast: bool, slept: list[float]
) -> None:
    seconds: list[float] = []
    times = iter((10.0, *[10.25] * 4))
    monkeypatch.setattr(playing, "time", SimpleNamespace(monotonic=lambda: next(times), sleep=seconds.append))
    assert len([*Playing(camera(pressed=None), lambda: 0.0, fast=fast).frames()]) == 4
    assert seconds == slept


def test_the_last_picture_stays_until_all_sums_of_the_score_were_shown() -> None:
    screen = Screen(AlienCity(), ENGLISH)
    over = Standing(Status.OVER, totals={"black": 4}, working=("one sum", "another sum"))
    frames = [Frame(np.zeros((48, 64, 3), np.uint8), number / 5, f"{number}") for number in range(21)]
    shown = [*lasting(frames, lambda: screen.score_lasts_s(over))]
    assert shown[:21] == frames
    assert all(frame.picture is frames[-1].picture for frame in shown[20:])
    pictures = [screen.picture(over, Page.SCORE, frame.seconds).tobytes() for frame in shown]
    assert len({*pictures}) == 3
    assert pictures[-1] == pictures[0], "the totals come last"


def test_a_game_that_is_broken_off_ends_at_once() -> None:
    screen = Screen(AlienCity(), ENGLISH)
    frames = [Frame(np.zeros((48, 64, 3), np.uint8), number / 5, f"{number}") for number in range(3)]
    going_on = Standing(Status.TO_MOVE, working=("a sum",))
    assert [*lasting(frames, lambda: screen.score_lasts_s(going_on))] == frames
    assert [*lasting([], lambda: 4.0)] == []
