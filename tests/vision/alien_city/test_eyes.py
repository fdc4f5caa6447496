"""The confidence of a city is that of the lots and tiles that are said to be something; when all of it is laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.alien_city import TILE_LOTS, Lot, Structure
from tests.engine.alien_city.cities import EMPTY
from tests.vision.alien_city.readings import reading_of
from vision.alien_city import words
from vision.alien_city.board import CORNERS
from vision.alien_city.eyes import SeenCity
from vision.alien_city.reading import LOT_STATES, MARKS, Reading
from vision.pose import Pose

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


@pytest.mark.parametrize(
    ("open_tiles", "is_laid"),
    [
        (range(4), False),
        (range(16, 20), False),
        (range(0, 20, 4), False),
        (range(3, 20, 4), False),
        (range(17, 20), False),
        (range(8, 12), True),
        ((0, 1, 18, 19), True),
    ],
)
def test_a_city_of_which_a_side_cannot_be_made_out_may_still_be_laid(
    open_tiles: Sequence[int], is_laid: bool
) -> None:
    def with_open_tiles(lots: dict[str, str]) -> SeenCity:
        city = EMPTY
        for lot, structure in lots.items():
            city = city.with_lot(Lot.parse(lot), Structure.parse(structure))
        reading = reading_of(city, SURE)
        tiles = reading.tiles.copy()
        tiles[list(open_tiles)] = 1 / len(MARKS)
        return SeenCity(replace(reading, tiles=tiles))

    assert with_open_tiles({}).is_laid == is_laid
    beside = str(TILE_LOTS[open_tiles[0]][0])
    assert with_open_tiles({beside: "r"}).is_laid == is_laid, "it may lie beside what is laid so far"
    assert with_open_tiles({"D4": "r"}).is_laid, "a game has begun"


def test_a_blank_side_of_a_board_at_the_border_is_table_as_the_board_runs_out_of_the_picture() -> None:
    reading = reading_of(EMPTY, SURE)
    tiles = reading.tiles.copy()
    tiles[:4] = 1 / len(MARKS)
    near = replace(reading, tiles=tiles, pose=with_room_at_the_right(0.1, reading.pose))
    assert SeenCity(near).runs_out_at == (words.RIGHT,)
    assert SeenCity(replace(near, pose=with_room_at_the_right(0.5, reading.pose))).runs_out_at == ()
    assert SeenCity(replace(near, tiles=reading.tiles)).runs_out_at == (), "all of it can be made out"
    tiles = np.full(tiles.shape, 1 / len(MARKS))
    assert SeenCity(replace(near, tiles=tiles)).runs_out_at == (), "no tile of this set can be made out"


def with_room_at_the_right(lots: float, pose: Pose) -> Pose:
    """The same camera, its picture cut off so many lots beyond the board."""
    corners = pose.project(CORNERS)
    width = corners[:, 0].max() + lots * np.linalg.norm(corners[1] - corners[0]) / 8
    lens = replace(pose.lens, size=(round(float(width)), pose.lens.size[1]))
    return replace(pose, lens=lens)
