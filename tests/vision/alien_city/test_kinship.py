"""What is clear in a picture helps to read what isn't."""

from __future__ import annotations

import numpy as np

from vision.alien_city.kinship import distances, with_kin

STATES = 14
EMPTY, COIN = 0, 1


def board() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Probabilities, nothing hidden, and looks of 80 lots: the first 40 clearly empty, the others clearly coins."""
    states = np.repeat([EMPTY, COIN], 40)
    lots = np.full((80, STATES), 0.001)
    lots[np.arange(80), states] = 1 - 0.001 * (STATES - 1)
    looks = np.random.default_rng(1).normal(0, 0.3, (80, 16))
    looks[states == COIN, 0] += 3
    return lots, np.zeros(80), looks


def doubt(lots: np.ndarray, lot: int) -> None:
    lots[lot] = 1e-4
    lots[lot, [EMPTY, COIN]] = 0.5


def test_a_doubtful_lot_is_what_the_lots_are_that_it_looks_like() -> None:
    lots, unseen, looks = board()
    doubt(lots, 3)
    doubt(lots, 60)
    joined = with_kin(lots, unseen, looks)
    assert joined[3, EMPTY] > 0.9
    assert joined[60, COIN] > 0.9
    assert np.allclose(joined.sum(axis=1), 1)


def test_what_is_clear_stays_so() -> None:
    lots, unseen, looks = board()
    assert (with_kin(lots, unseen, looks).argmax(axis=1) == lots.argmax(axis=1)).all()


def test_nothing_is_learnt_from_lots_that_are_hidden() -> None:
    lots, _, looks = board()
    doubt(lots, 60)
    plain = with_kin(lots, np.ones(80), looks)
    assert abs(plain[60, EMPTY] - plain[60, COIN]) < 1e-6


def test_a_lot_is_no_kin_of_itself() -> None:
    lots, unseen, looks = board()
    lots[40:79] = lots[0]
    apart = distances(lots, unseen, looks, 7.0)
    assert apart[79, COIN] == 7.0, "no other coin is there"
    assert apart[0, EMPTY] < apart[0, COIN]
