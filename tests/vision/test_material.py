"""What the box holds decides where the picture does not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.material import balanced

MOST = np.array([1.0, 1.0, 2.0])


def test_what_is_plain_elsewhere_is_not_here_too() -> None:
    told = balanced(np.array([[0.55, 0.44, 0.01], [0.99, 0.005, 0.005]]), MOST)
    assert told[0].argmax() == 1
    assert told[1].argmax() == 0


def test_two_that_nobody_can_tell_apart_stay_open() -> None:
    told = balanced(np.array([[0.52, 0.47, 0.01], [0.53, 0.46, 0.01]]), MOST)
    assert told[:, :2].max() < 0.6


def test_nothing_changes_where_there_is_enough_of_all() -> None:
    sure = np.array([[0.9, 0.05, 0.05], [0.1, 0.8, 0.1], [0.0, 0.1, 0.9]])
    np.testing.assert_allclose(balanced(sure, np.full(3, 5.0)), sure)


def test_one_too_many_that_is_plainly_seen_stays() -> None:
    told = balanced(np.array([[1 - 2e-7, 1e-7, 1e-7]] * 2), MOST)
    assert told[:, 0].min() > 0.99


@pytest.mark.parametrize("count", [1, 5, 40])
def test_rows_stay_probabilities(count: int) -> None:
    rng = np.random.default_rng(count)
    told = balanced(rng.dirichlet([0.5, 0.5, 0.5], count), MOST)
    np.testing.assert_allclose(told.sum(axis=1), 1)
