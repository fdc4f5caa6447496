"""Things that are hard to tell apart are named, with how far apart they are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.alien_city.own_set.mix_ups import CLOSE, distances, icons_alike, lots_alike
from vision.alien_city.reading import LOT_STATES
from vision.lens import Floats
from vision.network import softmax

RED, RED_CAPPED = (LOT_STATES.index(it) for it in LOT_STATES if str(it) in ("R", "Rx"))


def told(spreads: float, examples: int, rng: np.random.Generator) -> tuple[Floats, npt.NDArray[np.intp]]:
    """What is known of two classes that are so many spreads apart, by a number in which they differ."""
    classes = np.repeat([0, 1], examples)
    seen = rng.normal(0, 1, 2 * examples) + spreads * (classes - 0.5)
    return softmax(np.column_stack([np.zeros(2 * examples), spreads * seen])), classes


@pytest.mark.parametrize("spreads", [1.0, 2.0])
def test_the_distance_of_two_normal_distributions_is_found(spreads: float) -> None:
    chances, classes = told(spreads, 4000, np.random.default_rng(1))
    assert distances(chances, classes)[0, 1] == pytest.approx(spreads, rel=0.05)


def test_what_is_always_told_right_is_far_apart_and_what_was_not_shown_nobody_knows() -> None:
    chances, classes = np.eye(3)[[0, 0, 1]], np.array([0, 0, 1])
    apart = distances(chances, classes)
    assert apart[0, 1] == apart[1, 0] > CLOSE
    assert np.isnan(apart[0, 2])


def test_a_cap_that_hardly_shows_is_named_and_nothing_else() -> None:
    states = np.repeat(np.arange(len(LOT_STATES)), 4)
    lots = np.eye(len(LOT_STATES))[states]
    lots[(states == RED) | (states == RED_CAPPED)] = (lots[RED * 4] + lots[RED_CAPPED * 4]) / 2
    (pair,) = lots_alike(lots, states)
    assert (pair.one.text, pair.other.text) == ("red tower", "red tower with a black cap")
    assert pair.distance == 0.0


def test_icons_that_look_alike_are_named() -> None:
    true = np.repeat(np.arange(4), 6)
    guilds = np.eye(4)[true]
    guilds[true == 3] = [0.0, 0.6, 0.0, 0.4]
    (pair,) = icons_alike(guilds, true)
    assert (pair.one.text, pair.other.text) == ("icon of blue tiles", "icon of black tiles")
    assert 0 < pair.distance < CLOSE
