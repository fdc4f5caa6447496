"""Tiles decide where the city lies when its outline is seen wrongly."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from engine.alien_city import City
from tests.places import DATA
from tests.vision.alien_city.masks import lots_off, mask_of
from vision.alien_city.board import CORNERS, LENGTH, LOT, WIDTH
from vision.alien_city.decode import decode
from vision.alien_city.find import Finder, Mask, NoCityError
from vision.alien_city.first_look import FirstLook
from vision.alien_city.reader import CityReader
from vision.alien_city.search import Search
from vision.lens import Floats
from vision.photo import Picture, load_photo
from vision.pose import Pose, fit_pose
from vision.synthetic.alien_city import random_scene, render

ACROSS = np.array([[LENGTH, 0, 0], [LENGTH, WIDTH, 0], [0, WIDTH, 0], [0, 0, 0]])


class Misled(Finder):
    """Takes something else for the board."""

    def __init__(self, mask: Mask) -> None:
        super().__init__()
        self._mask = mask

    def board_mask(self, _: Picture) -> Mask:
        return self._mask


@cache
def table() -> tuple[Picture, Pose]:
    """A city on a table, and its pose."""
    seen = render(random_scene(np.random.default_rng(77), size=(1280, 960), style="v22", hand=False))
    return seen.image, fit_pose(CORNERS, seen.corners, np.ones(4), (1280, 960))


@pytest.mark.parametrize(
    "boards",
    [
        [CORNERS + np.array([2 * LOT, 0, 0])],
        [CORNERS + np.array([[0, -2, 0], [0, -2, 0], [0, 0, 0], [0, 0, 0]]) * LOT],
        [CORNERS + np.array([[2, 0, 0], [0, 0, 0], [0, 0, 0], [2, 0, 0]]) * LOT],
        [CORNERS, ACROSS],
    ],
    ids=["a tile aside", "two lots too long", "two lots too narrow", "as wide as long"],
)
def test_tiles_tell_what_the_outline_got_wrong(boards: list[Floats]) -> None:
    picture, true = table()
    mask = np.maximum.reduce([mask_of(true, board) for board in boards])
    found = Search(Misled(mask), FirstLook()).anywhere(picture, None)
    assert lots_off(found.pose, true) < 0.15


def test_a_board_of_which_every_lot_looks_like_a_tile_is_found_as_large_as_it_is() -> None:
    picture = load_photo(DATA / "alien_city" / "lots_like_tiles.jpg")
    city = decode(CityReader().read(picture))
    there = City.parse("G^B>K^Rv/K^R>BvK>/BvBvK>G</GvG<GvRv/KvRvR^B^ 8/8/8/8/8/8/8/8/8/8")
    assert city in (there, there.turned())


def test_a_table_that_looks_like_a_board_is_none() -> None:
    picture, true = table()
    elsewhere = mask_of(true, CORNERS + np.array([-WIDTH, 0, 0]))
    with pytest.raises(NoCityError, match="tiles cannot be made out"):
        Search(Misled(elsewhere), FirstLook()).anywhere(picture, None)


def test_what_is_hidden_explains_nothing() -> None:
    picture, true = table()
    found = Search(Finder(), FirstLook()).settled(picture, true, None)
    assert found.explained == pytest.approx(found.agreement, abs=0.02)
    assert found.explained + found.contradicted < 1.001
    covered = picture.copy()
    x, y = np.round(true.project(CORNERS.mean(axis=0)[None])[0]).astype(int)
    covered[y - 120 : y + 120, x - 90 : x + 90] = (200, 150, 120)
    hidden = Search(Finder(), FirstLook()).settled(covered, true, None)
    assert hidden.explained < found.explained - 0.1
