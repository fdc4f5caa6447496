"""Values of cities from what a network says of them in twelve turns."""

from __future__ import annotations

import numpy as np

from vision.lens import Floats
from vision.netzwerk.cuts import VALUE_TURNS
from vision.netzwerk.values import all_plain, is_mirrored, values_of

FIVE, NINE = 3, 7


def said(*numbers: tuple[int, int, float]) -> Floats:
    """Logits for cities, each of which looks like a number in one of its turns."""
    turns = np.zeros((len(numbers), VALUE_TURNS, 9))
    for city, (value, turn, logit) in enumerate(numbers):
        turns[city, turn, value] = logit
    return turns


def test_a_value_is_what_a_city_looks_like_in_whichever_turn() -> None:
    values = values_of(said((FIVE, 0, 12.0), (NINE, 7, 12.0)))
    assert values.argmax(axis=1).tolist() == [FIVE, NINE]
    np.testing.assert_allclose(values.sum(axis=1), 1)
    assert values.max(axis=1).min() > 0.99


def test_what_looks_like_numbers_in_a_mirror_is_mirrored() -> None:
    plain, odd = said((FIVE, 0, 14.0), (NINE, 7, 15.0)), said((FIVE, 0, 12.0), (NINE, 7, 9.0))
    assert is_mirrored(odd, plain)
    assert not is_mirrored(plain, odd)


def test_cities_that_look_alike_in_a_mirror_tell_nothing() -> None:
    one, other = said((FIVE, 0, 14.0), (NINE, 7, 15.0)), said((FIVE, 0, 14.5), (NINE, 7, 15.2))
    assert not is_mirrored(one, other)
    assert not is_mirrored(other, one)


def test_one_city_alone_does_not_tell_that_a_picture_is_mirrored() -> None:
    alike = [(FIVE, turn, 10.0) for turn in range(7)]
    assert not is_mirrored(said((NINE, 0, 12.0), *alike), said((NINE, 0, 29.0), *alike))


def test_only_where_all_cities_look_like_numbers_no_mirror_is_needed_to_tell() -> None:
    assert all_plain(said((FIVE, 0, 14.0), (NINE, 7, 15.0)))
    assert not all_plain(said((FIVE, 0, 14.0), (NINE, 7, 9.0)))
