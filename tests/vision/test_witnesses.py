"""Witnesses are believed as far as they were right about what they had not seen before."""

from __future__ import annotations

import numpy as np

from vision.witnesses import shares


def test_who_is_right_is_believed_and_who_guesses_is_not() -> None:
    rng = np.random.default_rng(2)
    classes = rng.integers(0, 4, 300)
    truth = np.eye(4)[classes]
    right = 2 * truth + rng.normal(0, 0.5, truth.shape)
    guesses = 6 * np.eye(4)[rng.integers(0, 4, len(classes))]
    of_right, of_guesses = shares(np.stack([right, guesses]), classes)
    assert of_right > 1
    assert of_guesses < 0.3


def test_who_has_said_little_is_believed_as_he_speaks() -> None:
    said = np.log([[0.7, 0.3], [0.6, 0.4], [0.3, 0.7]])
    (share,) = shares(said[None], np.array([0, 0, 0]))
    assert 0.6 < share < 1.6
