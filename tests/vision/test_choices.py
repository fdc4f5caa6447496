"""The likeliest ways in which several things may stand."""

from __future__ import annotations

import numpy as np

from firmware.referee.weights import Weights
from vision.choices import likeliest


def test_the_likeliest_way_comes_first_and_what_was_before_is_always_there() -> None:
    nats = np.array([[0.0, 9.0, -3.0], [0.0, -8.0, -9.0]])
    ways = [(nats_, states.tolist()) for nats_, states in likeliest(nats, np.zeros(2, int))]
    assert ways[0] == (9.0, [1, 0])
    assert (0.0, [0, 0]) in ways


def test_that_one_of_two_things_has_not_changed_is_thought_of_however_much_it_may_have_changed_to() -> None:
    # Of a shadow's lot nobody can tell what should stand there, and so it might be any of forty pieces.
    nats = np.vstack([np.full(40, -20.0), np.full(40, 1.0)])
    nats[0, :2] = 0.0, 6.0
    nats[1, :2] = 0.0, 3.0
    ways = [states.tolist() for _, states in likeliest(nats, np.zeros(2, int))]
    assert [1, 0] in ways


def test_what_the_rules_speak_for_is_thought_of_however_much_the_likeliest_is_against_them() -> None:
    weights = Weights()
    against = weights.slip + weights.illegal + weights.for_show
    ways = [
        states.tolist() for _, states in likeliest(np.array([[0.0, 20.0, 20.0 - against]]), np.zeros(1, int))
    ]
    assert [2] in ways


def test_what_one_thing_may_be_instead_is_thought_of_however_likely_pairs_of_others_are() -> None:
    nats = np.vstack([np.array([[0.0, 20.0, 12.0]]), np.tile([0.0, -2.0, -np.inf], (11, 1))])
    ways = [states.tolist() for _, states in likeliest(nats, np.zeros(12, int))]
    assert [2, *[0] * 11] in ways
