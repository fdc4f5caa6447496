"""Guilds of tiles are told by their icons' looks as well, as far as an owner's icons have shown them to."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.alien_city.guilds import guild_features, guilds_unlearnt, with_guilds
from vision.alien_city.likeness import LOOK_NUMBERS
from vision.alien_city.reading import MARKS
from vision.last_layer import refined
from vision.lens import Floats

SHOWN = 60
TELLING = 7  # the one of the looks' numbers in which the first two guilds differ


def tiles_of(marks: npt.NDArray[np.intp]) -> Floats:
    """What is said of tiles that are hard to tell: the corner for certain, of the first two guilds either."""
    said = np.full((len(marks), len(MARKS)), 1e-4)
    guilds, corners = np.divmod(marks, 4)
    for row, guild, corner in zip(said, guilds, corners, strict=True):
        row[corner if guild < 2 else 4 * guild + corner] = 1.0
        if guild < 2:
            row[4 + corner] = 0.9
    return said / said.sum(axis=1, keepdims=True)


def icons_of(marks: npt.NDArray[np.intp], seed: int) -> Floats:
    icons = np.random.default_rng(seed).normal(0, 0.2, (len(marks), 4, LOOK_NUMBERS))
    icons[np.arange(len(marks)), marks % 4, TELLING] += np.where(marks // 4 == 1, 0.6, -0.6)
    return icons


def test_before_anything_is_learnt_tiles_stay_as_they_were_told() -> None:
    tiles = tiles_of(np.arange(len(MARKS)))
    told = with_guilds(guilds_unlearnt(), tiles, np.zeros((len(MARKS), 4, LOOK_NUMBERS)))
    np.testing.assert_allclose(told, tiles, atol=2e-3)
    np.testing.assert_allclose(told.sum(axis=1), 1)


def test_what_only_their_looks_tell_is_learnt() -> None:
    shown, marks = np.arange(SHOWN) % len(MARKS), np.arange(len(MARKS))
    features = guild_features(tiles_of(shown), icons_of(shown, 1))
    learnt = refined(guilds_unlearnt(), features, shown // 4)
    alike = marks[marks // 4 < 2]
    tiles, icons = tiles_of(marks), icons_of(marks, 2)
    before = with_guilds(guilds_unlearnt(), tiles, icons)
    after = with_guilds(learnt, tiles, icons)
    assert (before.argmax(axis=1) != marks)[alike].sum() == len(alike) / 2
    np.testing.assert_array_equal(after.argmax(axis=1), marks)
    np.testing.assert_allclose(
        after.reshape(-1, 4, 4).sum(axis=1), before.reshape(-1, 4, 4).sum(axis=1), atol=1e-9
    )


def test_a_hidden_icon_tells_nothing() -> None:
    marks = np.arange(len(MARKS))
    shown = np.arange(SHOWN) % len(MARKS)
    learnt = refined(guilds_unlearnt(), guild_features(tiles_of(shown), icons_of(shown, 1)), shown // 4)
    hidden = with_guilds(learnt, tiles_of(marks), np.zeros((len(marks), 4, LOOK_NUMBERS)))
    guilds = hidden.reshape(-1, 4, 4).sum(axis=2)
    of_first_two = guilds[marks // 4 < 2, :2]
    assert of_first_two.min() > 0.2
