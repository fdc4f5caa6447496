"""The last layer of a network, learnt anew."""

from __future__ import annotations

import numpy as np
import pytest

from vision.last_layer import LastLayer, Scale, refined

RNG = np.random.default_rng(3)
FEATURES = RNG.normal(0, 1, (300, 6))
KNOWN = LastLayer(RNG.normal(0, 2, (4, 6)), RNG.normal(0, 1, 4))


def test_what_is_told_right_and_surely_stays_as_it_is() -> None:
    sure = LastLayer(KNOWN.weights * 20, KNOWN.offsets * 20)
    again = refined(sure, FEATURES, sure(FEATURES).argmax(axis=1))
    assert np.abs(again.weights - sure.weights).max() < 0.5


def test_classes_that_were_told_otherwise_are_learnt() -> None:
    gentle = LastLayer(KNOWN.weights / 2, KNOWN.offsets / 2)
    classes = np.roll(np.arange(4), 1)[KNOWN(FEATURES).argmax(axis=1)]
    new = RNG.normal(0, 1, (300, 6))
    truth = np.roll(np.arange(4), 1)[KNOWN(new).argmax(axis=1)]
    before, after = (
        layer(new).argmax(axis=1) == truth for layer in (gentle, refined(gentle, FEATURES, classes))
    )
    assert before.mean() == 0
    assert after.mean() > 0.8


def test_it_comes_back_from_its_plain_numbers() -> None:
    again = LastLayer.from_json(KNOWN.to_json())
    assert np.allclose(again.weights, KNOWN.weights, atol=1e-4)
    assert np.allclose(again.offsets, KNOWN.offsets, atol=1e-4)


@pytest.mark.parametrize(
    "data", [{"weights": [1.0], "offsets": [1.0]}, {"weights": [[1.0]], "offsets": [1.0, 2.0]}]
)
def test_numbers_that_are_none_of_a_layer_are_refused(data: dict[str, list[float]]) -> None:
    with pytest.raises(ValueError, match="no layer"):
        LastLayer.from_json(data)


def test_a_scale_makes_numbers_alike_by_their_spreads_within_a_class() -> None:
    classes = RNG.integers(0, 3, 600)
    numbers = RNG.normal(0, [0.1, 5.0], (600, 2)) + np.array([[0, 0], [1, 50], [2, 100]])[classes]
    scale = Scale.of(numbers, classes)
    np.testing.assert_allclose(scale.spreads, [0.1, 5.0], rtol=0.1)
    scaled = scale(numbers)
    assert np.abs(scaled.mean(axis=0)).max() < 1
    np.testing.assert_allclose(scale(scale.middles[None]), 0)
    again = Scale.from_json(scale.to_json())
    np.testing.assert_allclose(again(numbers), scaled, atol=0.02)


def test_the_scale_of_what_never_differs_is_still_one() -> None:
    assert np.isfinite(Scale.of(np.ones((5, 2)), np.zeros(5, int))(np.ones((5, 2)))).all()


@pytest.mark.parametrize(
    "data",
    [
        {"middles": [0.0], "spreads": [1.0, 1.0]},
        {"middles": [0.0], "spreads": [0.0]},
        {"middles": [float("nan")], "spreads": [1.0]},
        {"middles": [[0.0]], "spreads": [[1.0]]},
    ],
)
def test_numbers_that_are_none_of_a_scale_are_refused(data: dict[str, list[float]]) -> None:
    with pytest.raises(ValueError, match="no scale"):
        Scale.from_json(data)
