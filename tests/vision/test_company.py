"""Which things are shown to a network together."""

from __future__ import annotations

import numpy as np

from vision.company import clearest, company


def test_each_thing_is_compared_with_all_others() -> None:
    np.testing.assert_array_equal(company(3), [[0, 1, 1], [1, 0, 1], [1, 1, 0]])


def test_things_of_another_group_have_no_say() -> None:
    np.testing.assert_array_equal(company(1, 2), [[0, 0, 0], [0, 0, 1], [0, 1, 0]])
    np.testing.assert_array_equal(company(3, 0), company(3))
    assert company(2, 3).dtype == np.float32


def test_the_clearest_of_each_kind_come_first_and_of_no_other() -> None:
    chances = np.array([[0.9, 0.1, 0.0], [0.6, 0.4, 0.0], [0.8, 0.1, 0.1], [0.1, 0.9, 0.0], [0.3, 0.3, 0.4]])
    assert clearest(chances, [0], 2).tolist() == [0, 2]
    assert clearest(chances, [1, 0], 5).tolist() == [3, 0, 2, 1]
    assert clearest(chances[:4], [2], 2).tolist() == [], "nothing is it rather than something else"
