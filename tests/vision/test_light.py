"""In what light nobody can see anything, which is said instead of reading on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.messages import Message
from tests.places import SAMPLES
from vision.alien_city.reader import CityReader
from vision.game import NotSeenError
from vision.light import BLACK_PICTURE, TOO_BRIGHT, TOO_DARK, is_black, too_faint_or_bright
from vision.netzwerk.reader import LandscapeReader
from vision.photo import Picture, load_photo

CITY = load_photo(SAMPLES / "wooden_tiles.jpg")
LANDSCAPE = load_photo(SAMPLES / "netzwerk" / "plain.jpg")


def lit(picture: Picture, by: float) -> Picture:
    """The picture in other light, as a camera with some noise sees it that keeps its exposure."""
    noise = np.random.default_rng(1).normal(0, 1.5, picture.shape)
    return np.clip(np.round(picture * by + noise), 0, 255).astype(np.uint8)


def read_then_follow(reader: Any, then: Picture, first: Picture) -> str:
    """Why a board that was just seen cannot be seen any more."""
    before = reader.read(first)
    with pytest.raises(NotSeenError) as refused:
        reader.follow(then, before.pose if isinstance(reader, CityReader) else before)
    return str(refused.value)


@pytest.mark.parametrize(("by", "why"), [(0.02, TOO_DARK), (5.0, TOO_BRIGHT)])
def test_a_board_is_not_followed_in_light_in_which_nobody_sees_it(by: float, why: Message) -> None:
    assert read_then_follow(CityReader(), lit(CITY, by), CITY) == why.text
    assert read_then_follow(LandscapeReader(), lit(LANDSCAPE, by), LANDSCAPE) == why.text


def test_of_a_picture_in_which_nothing_is_found_for_darkness_nothing_is_read_either() -> None:
    for reader, picture in ((CityReader(), CITY), (LandscapeReader(), LANDSCAPE)):
        dark = np.asarray(picture * 0.045, np.uint8)
        assert is_black(dark)
        assert read_then_follow(reader, dark, picture) == TOO_DARK.text


def test_a_board_that_is_found_in_the_dark_is_not_read() -> None:
    dark = lit(CITY, 0.03)
    dark[:60, :60] = 200  # a screen beside it
    with pytest.raises(NotSeenError, match="too dark"):
        CityReader().read(dark)


def test_in_dim_light_a_board_is_read() -> None:
    assert CityReader().read(lit(CITY, 0.1)).unseen.mean() < 0.1
    assert len(LandscapeReader().read(lit(LANDSCAPE, 0.2)).fields) == len(
        LandscapeReader().read(LANDSCAPE).fields
    )


def test_where_all_is_white_it_is_said() -> None:
    for reader in (CityReader(), LandscapeReader()):
        with pytest.raises(NotSeenError, match="washed out"):
            reader.read(np.full((480, 640, 3), 255, np.uint8))


def test_a_picture_is_black_though_a_few_pixels_glow() -> None:
    black = lit(np.zeros((480, 640, 3), np.uint8), 1.0)
    black[100, 200] = black[8, 16] = 255
    assert is_black(black)
    assert not is_black(lit(CITY, 0.1))
    for reader in (CityReader(), LandscapeReader()):
        with pytest.raises(NotSeenError) as refused:
            reader.read(black)
        assert str(refused.value) == BLACK_PICTURE.text


def test_white_tiles_are_not_too_bright() -> None:
    spots = np.full((30, 24, 3), 245, np.uint8)
    assert too_faint_or_bright(spots) is None
    spots[:, :10] = 255
    assert too_faint_or_bright(spots) is None
    spots[:, :14] = 255
    assert too_faint_or_bright(spots) is TOO_BRIGHT
    assert too_faint_or_bright(spots, watched=True) is None, "a game goes on where none would be begun"
    spots[:, :19] = 255
    assert too_faint_or_bright(spots, watched=True) is TOO_BRIGHT
