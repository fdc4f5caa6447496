"""Lots are told by all that tells of them; by their looks and colours as far as a set's owner has shown them to."""

from __future__ import annotations

import json

import numpy as np
import numpy.typing as npt
import pytest

from vision.alien_city.own_set.likeness import LOOK_NUMBERS
from vision.alien_city.own_set.lot_colours import COLOUR_NUMBERS
from vision.alien_city.own_set.lots import LOT_FEATURES, Lots, SeenLots
from vision.alien_city.own_set.things import FIRST_PIECE, SORTS
from vision.alien_city.reading import LOT_STATES
from vision.last_layer import LastLayer, Scale

SHOWN = np.arange(420) % len(LOT_STATES)
EACH = np.arange(len(LOT_STATES))
TOWER, CAPPED = 6, 9  # states that are hard to tell
TELLING = 4  # the one of the colours in which they differ


def seen(states: npt.NDArray[np.intp], seed: int, *, things_right: bool = True) -> SeenLots:
    """Lots of which the things are told surely, but for towers and capped ones of one colour; their colours tell
    those."""
    rng = np.random.default_rng(seed)
    told = states if things_right else (states + 1) % len(LOT_STATES)
    things = np.full((len(states), len(SORTS)), 1e-4)
    for row, state in zip(things, told, strict=True):
        alike = (TOWER, CAPPED) if state in (TOWER, CAPPED) else (state,)
        row[[FIRST_PIECE + it - 1 if it else 0 for it in alike]] = 1.0
    things /= things.sum(axis=1, keepdims=True)
    as_any = np.full((len(states), len(LOT_STATES)), 1 / len(LOT_STATES))
    colours = rng.normal(0, 0.05, (len(states), COLOUR_NUMBERS))
    colours[:, TELLING] += np.where(states == CAPPED, 0.2, -0.2)
    return SeenLots(things, as_any, rng.normal(0, 0.2, (len(states), LOOK_NUMBERS)), colours)


def test_before_anything_is_learnt_lots_are_what_their_things_are() -> None:
    told = Lots.unlearnt()(seen(EACH, 1)).argmax(axis=1)
    doubtful = np.isin(EACH, (TOWER, CAPPED))
    np.testing.assert_array_equal(told[~doubtful], EACH[~doubtful])
    assert len(set(told[doubtful])) == 1


def test_what_only_their_colours_tell_is_learnt() -> None:
    learnt = Lots.of(seen(SHOWN, 1), SHOWN)
    np.testing.assert_array_equal(learnt(seen(EACH, 2)).argmax(axis=1), EACH)


def test_colours_are_measured_by_how_they_spread_among_lots_that_hold_the_same() -> None:
    spreads = Lots.of(seen(SHOWN, 1), SHOWN).colours.spreads
    np.testing.assert_allclose(spreads, 0.05, rtol=0.15)


def test_who_is_altogether_wrong_once_can_be_outvoted() -> None:
    surely = seen(EACH, 3)
    as_any = np.full((len(EACH), len(LOT_STATES)), 1e-12)
    as_any[EACH, EACH] = 1.0
    astray = seen(EACH, 3, things_right=False)
    both = Lots.unlearnt()(SeenLots(astray.things, as_any, surely.looks, surely.colours))
    apart = both.max(axis=1) - both[EACH, EACH]
    assert apart.max() < 18, "nats, however sure he is"


def test_what_was_learnt_comes_back_from_plain_numbers() -> None:
    learnt = Lots.of(seen(SHOWN, 1), SHOWN)
    again = Lots.from_json(json.loads(json.dumps(learnt.to_json())))
    np.testing.assert_allclose(again(seen(EACH, 2)), learnt(seen(EACH, 2)), atol=0.05)


def test_layers_and_scales_of_something_else_are_refused() -> None:
    layer = LastLayer(np.zeros((len(LOT_STATES), LOT_FEATURES)), np.zeros(len(LOT_STATES)))
    with pytest.raises(ValueError, match="no set"):
        Lots(layer, Scale(np.zeros(3), np.ones(3)))
    with pytest.raises(ValueError, match="no set"):
        Lots(LastLayer(np.zeros((14, 60)), np.zeros(14)), Scale(np.zeros(18), np.ones(18)))
