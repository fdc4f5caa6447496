"""The confidence of a city is that of the lots and tiles that are said to be something."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.alien_city import Lot
from tests.vision.alien_city.readings import EMPTY, reading_of
from vision.alien_city.eyes import SeenCity
from vision.alien_city.reading import LOT_STATES, MARKS, Reading

SURE = 1 - 1e-7


def with_tile(chances: dict[str, float]) -> Reading:
    """A city that is plain to see but for its first tile."""
    reading = reading_of(EMPTY, SURE)
    tiles = reading.tiles.copy()
    tiles[0] = [chances.get(str(mark), 0.0) for mark in MARKS]
    return replace(reading, tiles=tiles)


def test_a_city_that_is_plain_to_see_is_certain() -> None:
    assert SeenCity(reading_of(EMPTY, SURE)).confidence == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    ("chances", "said", "confidence"),
    [
        ({"G^": 0.85, "G<": 0.15}, "G^", 0.85),
        ({"G^": 0.5, "G<": 0.5}, "G?", 1.0),
        ({"G^": 0.25, "G<": 0.25, "G>": 0.25, "Gv": 0.25}, "G?", 1.0),
    ],
)
def test_a_tile_counts_by_what_is_said_of_it(chances: dict[str, float], said: str, confidence: float) -> None:
    seen = SeenCity(with_tile(chances))
    assert str(seen.city.tiles[0]) == said
    assert seen.confidence == pytest.approx(confidence, abs=1e-3)


def test_tiles_and_lots_count_together() -> None:
    reading = with_tile({"G^": 0.85, "G<": 0.15})
    reading.lots[Lot.parse("D5"), :] = [0.9, *[0.1 / (len(LOT_STATES) - 1)] * (len(LOT_STATES) - 1)]
    assert SeenCity(reading).confidence == pytest.approx(0.85 * 0.9, abs=1e-3)


def test_where_nothing_is_said_there_is_nothing_to_be_sure_of() -> None:
    reading = reading_of(EMPTY, SURE)
    blank = replace(
        reading,
        lots=np.full(reading.lots.shape, 1 / len(LOT_STATES)),
        tiles=np.full(reading.tiles.shape, 1 / len(MARKS)),
    )
    assert SeenCity(blank).confidence == 0.0
