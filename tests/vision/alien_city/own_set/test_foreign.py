"""Something foreign looks like nothing that was shown; what was shown is not foreign, whatever the network thinks."""

from __future__ import annotations

import numpy as np
import pytest

from engine.alien_city import LOTS
from vision.alien_city.own_set.foreign import Foreign
from vision.alien_city.own_set.things import SORTS

USUAL, SKIN = 9, 16  # things: one that looks usual to the network, one that it takes for a hand
SHOWN = np.array([USUAL] * 40 + [SKIN] * 40)
SEEMED = np.where(SHOWN == SKIN, 0.6, 1e-4)
FOREIGN = Foreign.of([(SEEMED, SHOWN)])


def hidden(unseen: float, thing: int, apart: float, *, wide: bool = False) -> float:
    """How likely a lot is hidden that looks most like some thing, so far apart; wide: so do those around it."""
    lots = [27, *([18, 19, 20, 26, 28, 34, 35, 36] if wide else [])]
    network = np.full(len(LOTS), 1e-5)
    network[lots] = unseen
    distances = np.full((len(LOTS), len(SORTS)), np.inf)
    distances[:, USUAL] = 0.3
    distances[lots] = np.inf
    distances[lots, thing] = apart
    return float(FOREIGN(network, distances)[lots[0]])


def test_what_looks_just_as_it_was_shown_is_not_hidden_even_if_the_network_doubts_it() -> None:
    assert hidden(0.5, USUAL, 0.3) < 0.1
    assert hidden(0.9, SKIN, 0.3) < 0.2
    assert hidden(0.9, USUAL, 0.3) > hidden(0.9, SKIN, 0.3)


def test_a_hand_is_hidden_and_what_looks_like_nothing_shown_is_sooner_taken_for_one() -> None:
    assert hidden(0.97, USUAL, 6.0, wide=True) > 0.99
    assert hidden(0.8, USUAL, 6.0) > hidden(0.8, USUAL, 0.3) + 0.3
    assert hidden(0.999, USUAL, 6.0) > 0.9, "a fingertip"


def test_a_hand_is_sooner_seen_where_the_lots_around_are_hidden_too() -> None:
    assert hidden(0.6, USUAL, 3.0, wide=True) > 0.9
    assert hidden(0.6, USUAL, 3.0) < 0.4


def test_things_that_were_not_shown_are_as_strange_as_the_others() -> None:
    assert FOREIGN.strange[USUAL] < FOREIGN.strange[0] < FOREIGN.strange[SKIN]


def test_it_comes_back_from_plain_numbers() -> None:
    again = Foreign.from_json(FOREIGN.to_json())
    np.testing.assert_allclose(again.strange, FOREIGN.strange, atol=1e-3)


@pytest.mark.parametrize("numbers", [[0.0] * 20, [float("nan")] * 21, [], [[0.0] * 21]])
def test_numbers_that_cannot_be_of_a_set_are_refused(numbers: list[float]) -> None:
    with pytest.raises(ValueError, match="no set"):
        Foreign.from_json(numbers)
