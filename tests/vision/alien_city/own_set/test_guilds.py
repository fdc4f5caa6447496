"""Guilds of tiles are told by their icons' looks and ink as well, as far as an owner's icons have shown them to."""

from __future__ import annotations

import json

import numpy as np
import numpy.typing as npt
import pytest

from vision.alien_city.own_set.guilds import Guilds, Icons, icon_lots
from vision.alien_city.own_set.ink import INK_NUMBERS
from vision.alien_city.own_set.likeness import LOOK_NUMBERS
from vision.alien_city.reading import ICON_LOTS, MARKS
from vision.lens import Floats

SHOWN = np.arange(60) % len(MARKS)
EACH = np.arange(len(MARKS))
TELLING_LOOK, TELLING_INK = 7, 4  # those of the numbers in which the first two guilds differ


def tiles_of(marks: npt.NDArray[np.intp]) -> Floats:
    """What is said of tiles that are hard to tell: the corner for certain, of the first two guilds either."""
    said = np.full((len(marks), len(MARKS)), 1e-4)
    guilds, corners = np.divmod(marks, 4)
    for row, guild, corner in zip(said, guilds, corners, strict=True):
        row[corner if guild < 2 else 4 * guild + corner] = 1.0
        if guild < 2:
            row[4 + corner] = 0.9
    return said / said.sum(axis=1, keepdims=True)


def icons_of(
    marks: npt.NDArray[np.intp], seed: int, *, looks: float = 0.0, ink: float = 0.0, shown: float = 1.0
) -> Icons:
    """Icons of which the first two guilds differ by so much in one number of their looks, or of their ink."""
    rng = np.random.default_rng(seed)
    side = np.where(marks // 4 == 1, 1.0, -1.0)
    seen = rng.normal(0, 0.2, (len(marks), LOOK_NUMBERS))
    seen[:, TELLING_LOOK] += looks * side
    inks = rng.normal(0, 0.02, (len(marks), INK_NUMBERS))
    inks[:, TELLING_INK] += ink * side
    return Icons(seen, inks, np.full(len(marks), shown))


def test_before_anything_is_learnt_tiles_stay_as_they_were_told() -> None:
    tiles = tiles_of(EACH)
    told = Guilds.unlearnt()(tiles, icons_of(EACH, 1, looks=0.6, ink=0.1))
    np.testing.assert_allclose(told, tiles, atol=2e-3)
    np.testing.assert_allclose(told.sum(axis=1), 1)


@pytest.mark.parametrize("differ", [{"looks": 0.6}, {"ink": 0.06}])
def test_what_only_their_looks_or_their_ink_tell_is_learnt(differ: dict[str, float]) -> None:
    learnt = Guilds.of(tiles_of(SHOWN), icons_of(SHOWN, 1, **differ), SHOWN)
    tiles, icons = tiles_of(EACH), icons_of(EACH, 2, **differ)
    assert (tiles.argmax(axis=1) != EACH)[EACH // 4 < 2].sum() == 4
    told = learnt(tiles, icons)
    np.testing.assert_array_equal(told.argmax(axis=1), EACH)
    corners = (it.reshape(-1, 4, 4).sum(axis=1) for it in (told, tiles))
    np.testing.assert_allclose(*corners, atol=1e-9)


def test_ink_is_measured_by_how_it_spreads_within_a_guild() -> None:
    spreads = Guilds.of(tiles_of(SHOWN), icons_of(SHOWN, 1, ink=0.06), SHOWN).inks.spreads
    np.testing.assert_allclose(spreads, 0.02, rtol=0.25)


def test_a_hidden_icon_tells_nothing() -> None:
    learnt = Guilds.of(tiles_of(SHOWN), icons_of(SHOWN, 1, looks=0.6, ink=0.06), SHOWN)
    hidden = learnt(tiles_of(EACH), icons_of(EACH, 2, looks=0.6, ink=0.06, shown=0.0))
    guilds = hidden.reshape(-1, 4, 4).sum(axis=2)
    assert guilds[EACH // 4 < 2, :2].min() > 0.2


def test_what_was_learnt_of_guilds_comes_back_from_plain_numbers() -> None:
    learnt = Guilds.of(tiles_of(SHOWN), icons_of(SHOWN, 1, looks=0.6, ink=0.06), SHOWN)
    again = Guilds.from_json(json.loads(json.dumps(learnt.to_json())))
    tiles, icons = tiles_of(EACH), icons_of(EACH, 2, looks=0.3, ink=0.03)
    np.testing.assert_allclose(again(tiles, icons), learnt(tiles, icons), atol=0.01)


def test_icons_are_looked_for_at_their_likeliest_corners() -> None:
    marks = np.arange(20) % len(MARKS)
    np.testing.assert_array_equal(icon_lots(tiles_of(marks)), ICON_LOTS[np.arange(20), marks % 4])
