"""Icons of one picture tell each other's guilds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.places import SAMPLES
from vision.alien_city.decode import decode
from vision.alien_city.icons import likeness, with_like_icons
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import Reading
from vision.photo import Picture, load_photo


@pytest.fixture(scope="module")
def photo() -> Picture:
    return load_photo(SAMPLES / "wooden_tiles.jpg")


@pytest.fixture(scope="module")
def reading(photo: Picture) -> Reading:
    return CityReader().read(photo)


def two_in_doubt(reading: Reading) -> tuple[Reading, int]:
    """The reading with two plain icons of two guilds of which nobody can tell which is which; the number of one."""
    plain = np.flatnonzero(reading.tiles.max(axis=1) > 0.99)
    tiles = reading.tiles.reshape(20, 4, 4).copy()
    guilds = tiles.sum(axis=2).argmax(axis=1)
    one = int(plain[0])
    other = int(next(it for it in plain if guilds[it] != guilds[one]))
    for number in (one, other):
        shares = np.full(4, 0.001)
        shares[guilds[[one, other]]] = 0.45
        shares[guilds[one + other - number]] = 0.55  # each is rather taken for the other
        tiles[number] = shares[:, None] * tiles[number].sum(axis=0)
    return replace(reading, tiles=tiles.reshape(20, -1)), one


def test_two_tiles_that_could_be_each_other_are_told_by_the_icons_of_the_rest(
    photo: Picture, reading: Reading
) -> None:
    doubtful, one = two_in_doubt(reading)
    assert decode(doubtful).tiles[one].guild is None
    assert decode(with_like_icons(photo, doubtful)).tiles == decode(reading).tiles


def test_an_ink_that_looks_a_little_like_another_on_all_its_tiles_is_not_taken_for_it(
    photo: Picture, reading: Reading
) -> None:
    tiles = reading.tiles.reshape(20, 4, 4).copy()
    guilds = tiles.sum(axis=2).argmax(axis=1)
    for number in np.flatnonzero(guilds % 2 == guilds[0] % 2):  # two guilds, each rather taken for the other
        shares = np.full(4, 0.001)
        shares[guilds[number]], shares[(guilds[number] + 2) % 4] = 0.42, 0.58
        tiles[number] = shares[:, None] * tiles[number].sum(axis=0)
    read = decode(with_like_icons(photo, replace(reading, tiles=tiles.reshape(20, -1))))
    truth = decode(reading)
    for guessed, plain, guild in zip(read.tiles, truth.tiles, guilds, strict=True):
        assert guessed == plain or (guild % 2 == guilds[0] % 2 and guessed.guild is None)


def test_where_no_icon_is_in_doubt_nothing_is_compared(photo: Picture, reading: Reading) -> None:
    assert with_like_icons(photo, reading) is reading


def test_icons_that_pieces_may_cover_tell_nothing(photo: Picture, reading: Reading) -> None:
    doubtful, _ = two_in_doubt(reading)
    built = replace(doubtful, lots=np.full_like(doubtful.lots, 1 / doubtful.lots.shape[1]))
    assert with_like_icons(photo, built) is built


def test_icons_are_like_those_of_their_shape_in_any_light_and_a_little_aside() -> None:
    bar, ring = np.zeros((2, 12, 12, 3))
    bar[3:9, 5:7] = -1.0
    ring[3:9, 3:9] = -1.0
    ring[4:8, 4:8] = 0.0
    aside = (0, 1), (1, 0), (-1, -1)
    drawn = [
        np.roll(strength * it, by, axis=(0, 1)) for it in (bar, ring) for by in aside for strength in (1, 0.6)
    ]
    alike = likeness(np.stack(drawn))
    same, different = alike[:6, :6], alike[:6, 6:]
    assert same.min() > different.max()
