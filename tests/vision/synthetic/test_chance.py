"""What is drawn by lot from lists."""

from __future__ import annotations

import signal
import time
from collections import Counter
from types import FrameType

import numpy as np
import pytest

from vision.synthetic.chance import different_of, one_of, shuffled, some_of

KINDS = ["cloth", "planks", "tiles"]


def test_each_comes_as_often_as_its_weight_says() -> None:
    rng = np.random.default_rng(0)
    often = Counter(one_of(rng, KINDS, [1, 0, 3]) for _ in range(4000))
    assert set(often) == {"cloth", "tiles"}
    assert often["tiles"] / often["cloth"] == pytest.approx(3, rel=0.15)
    assert len({one_of(rng, KINDS) for _ in range(100)}) == 3


def test_several_may_be_the_same_and_different_ones_are_not() -> None:
    rng = np.random.default_rng(0)
    assert len(some_of(rng, "ab", 9)) == 9
    assert sorted(different_of(rng, KINDS, 3)) == KINDS
    assert sorted(different_of(rng, KINDS, 2, [1, 0, 1])) == ["cloth", "tiles"]
    assert sorted(shuffled(rng, KINDS)) == KINDS


def test_an_interrupt_that_comes_meanwhile_is_not_lost() -> None:
    """As Ctrl-C does, an alarm raises an error out of whatever runs just then."""
    rng, before = np.random.default_rng(0), signal.signal(signal.SIGALRM, _interrupt)
    try:
        for _ in range(40):
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            with pytest.raises(InterruptedError):
                _drawn_for_two_seconds(rng)
    finally:
        signal.signal(signal.SIGALRM, before)


def _drawn_for_two_seconds(rng: np.random.Generator) -> None:
    until = time.monotonic() + 2
    while time.monotonic() < until:
        one_of(rng, KINDS, [1, 2, 3])


def _interrupt(_: int, __: FrameType | None) -> None:
    raise InterruptedError
