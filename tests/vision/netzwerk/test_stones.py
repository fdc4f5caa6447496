"""Stones at a spot: piles of two count together."""

from __future__ import annotations

import numpy as np

from vision.netzwerk.stones import counted


def test_piles_of_two_count_together_and_numbers_alike() -> None:
    nothing_seen = np.log([[0.2271, 0.1588, 0.4458, 0.1682]])
    np.testing.assert_allclose(counted(nothing_seen), 1 / 3, atol=1e-6)
    said = np.array([[-9.0, -9.0, 0.0, 0.5], [9.0, 0.0, 0.0, 0.0], [0.0, 9.0, 0.0, 0.0]])
    chances = counted(said)
    np.testing.assert_allclose(chances.sum(axis=1), 1)
    assert chances.argmax(axis=1).tolist() == [2, 0, 1]
