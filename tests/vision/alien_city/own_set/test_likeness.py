"""Things of a set are told by how like they are to those that were shown."""

from __future__ import annotations

import numpy as np

from engine.alien_city import LOTS, City, Corner
from vision.alien_city.own_set.learner import AlienCitySet
from vision.alien_city.own_set.likeness import (
    LOOK_NUMBERS,
    Features,
    Prototypes,
    corners_of,
    lots_of,
    marks_of,
    things_by_all_others,
)
from vision.alien_city.own_set.things import FIRST_PIECE, SORTS, TOWER, things_of
from vision.alien_city.reading import ICON_LOTS, LOT_STATES, MARKS

CITY = City.parse(AlienCitySet().arrangements[1])
STATES = np.array([LOT_STATES.index(content) for content in CITY.lots])
MARKED = np.array([MARKS.index(tile) for tile in CITY.tiles])
THINGS = things_of(STATES, MARKED)
LOOKS_OF_A_SET = np.random.default_rng(5).normal(0, 2, (len(SORTS), LOOK_NUMBERS))


def features(noise: float, seed: int = 1) -> Features:
    """The arrangement as a network would see it that is sure of the sorts."""
    sorts = np.full((len(LOTS), SORTS.max() + 1), -9.0)
    sorts[np.arange(len(LOTS)), SORTS[THINGS]] = -0.01
    looks = LOOKS_OF_A_SET[THINGS]
    return Features(sorts, looks + np.random.default_rng(seed).normal(0, noise, looks.shape))


def test_things_are_what_lots_hold_on_their_tiles() -> None:
    pieces = THINGS >= FIRST_PIECE
    np.testing.assert_array_equal(pieces, LOT_STATES.index(None) != STATES)
    for thing, content in zip(THINGS[pieces], np.array(CITY.lots, object)[pieces], strict=True):
        assert LOT_STATES[thing - FIRST_PIECE + 1] == content
    for place, tile in enumerate(CITY.tiles):
        for number, corner in enumerate(Corner):
            lot = ICON_LOTS[place, number]
            if not pieces[lot]:
                assert (THINGS[lot] >= 4) == (corner is tile.corner)
                assert MARKS[4 * (THINGS[lot] % 4)].guild is tile.guild


def test_what_was_shown_is_known_again() -> None:
    prototypes = Prototypes.of([(features(0.3, seed), THINGS) for seed in range(6)])
    things = prototypes(features(0.3, 9))
    np.testing.assert_allclose(things.sum(axis=1), 1, atol=0.05)
    lots = lots_of(things)
    np.testing.assert_array_equal(lots.argmax(axis=1), STATES)
    marks = np.add(*marks_of(things, lots[:, LOT_STATES.index(None)])).argmax(axis=1)
    shown = STATES[ICON_LOTS[np.arange(len(MARKED)), MARKED % 4]] == LOT_STATES.index(None)
    np.testing.assert_array_equal(marks[shown], MARKED[shown])


def test_a_lot_is_told_by_all_others_as_if_it_had_not_been_shown_itself() -> None:
    shown = [(features(0.3, seed), THINGS) for seed in range(2)]
    told = things_by_all_others(shown)
    looks, things = np.concatenate([it.looks for it, _ in shown]), np.concatenate([THINGS, THINGS])
    for lot in (0, 1, 100):
        rest = np.arange(len(things)) != lot
        without = np.full_like(LOOKS_OF_A_SET, np.nan)
        for thing in np.unique(things[rest]):
            without[thing] = looks[rest][things[rest] == thing].mean(axis=0)
        seen = features(0.3, lot // len(LOTS))
        np.testing.assert_allclose(told[lot], Prototypes(without)(seen)[lot % len(LOTS)], atol=1e-9)
    alone, twin = np.flatnonzero(THINGS.max() == THINGS)
    rest = np.arange(len(LOTS)) != twin
    (seen, _), *_ = shown
    told = things_by_all_others([(Features(seen.sorts[rest], seen.looks[rest]), THINGS[rest])])
    assert told[alone, THINGS[alone]] < 1e-9, "what stands nowhere else is not known"


def test_a_tile_of_which_nothing_can_be_seen_may_be_any() -> None:
    prototypes = Prototypes(LOOKS_OF_A_SET)
    for marks in marks_of(prototypes(features(0.0)), np.zeros(len(LOTS))):
        np.testing.assert_allclose(marks, marks[0, 0])


def test_where_its_icon_is_tells_a_tiles_corner_and_not_its_guild() -> None:
    tiles = np.eye(len(MARKS))[MARKED]
    said = corners_of(tiles, np.ones(len(LOTS))).reshape(len(tiles), -1, len(Corner))
    np.testing.assert_allclose(said, said[:, [0] * 4])
    np.testing.assert_array_equal(said[:, 0].argmax(axis=1), MARKED % len(Corner))
    hidden = corners_of(tiles, np.zeros(len(LOTS)))
    np.testing.assert_allclose(hidden, hidden[0, 0])


def test_things_that_nobody_has_shown_are_never_seen() -> None:
    unshown = LOOKS_OF_A_SET.copy()
    unshown[SORTS == TOWER] = np.nan
    things = Prototypes(unshown)(features(0.0))
    np.testing.assert_allclose(things.sum(axis=1), 1)
    assert things[:, SORTS == TOWER].max() == 0
    again = Prototypes.from_json(Prototypes(unshown).to_json())
    np.testing.assert_allclose(again.looks, unshown, atol=1e-3)
