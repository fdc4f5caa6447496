"""A board is another one only when most of what can be read of it says so."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.same_board import may_be_same

KNOWN = np.zeros(8, np.intp)


def board(right: int, wrong: int) -> Floats:
    """Parts (8, 3) of which some plainly are what is known, some plainly not, and of the rest nothing can be read."""
    chances = np.full((8, 3), 1 / 3)
    chances[:right] = (0.98, 0.01, 0.01)
    chances[right : right + wrong] = (0.01, 0.98, 0.01)
    return chances


def same(chances: Floats, known: npt.NDArray[np.intp] = KNOWN) -> bool:
    return may_be_same(chances, known)


def test_a_board_is_the_known_one_as_long_as_less_than_half_says_otherwise() -> None:
    assert same(board(8, 0))
    assert same(board(5, 3))
    assert not same(board(4, 4))
    assert not same(board(0, 8))


def test_of_which_hardly_anything_can_be_read_it_may_be_any() -> None:
    assert same(board(0, 4))
    assert not same(board(0, 5))
    assert same(np.zeros((0, 3)), np.zeros(0, np.intp)), "nor anything at all"
