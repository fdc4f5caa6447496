"""Tiles in doubt are cut out where they lie, without the pieces on them, and looked at again."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from engine.alien_city import City, Corner, icon_lot
from tests.vision.poses import SIZE, pose_above
from vision.alien_city.board import CORNERS, LOT, tile_centres
from vision.alien_city.emblems import SIDE, Emblems, TileCuts, clear_ones, cuts, doubtful
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import LOT_STATES, MARKS, Reading
from vision.light import LIGHT_NUMBERS
from vision.pose import fit_pose
from vision.synthetic.alien_city import random_scene, render
from vision.synthetic.alien_city.hard_looks import marked_looks

POSE = pose_above(600, 12)
TILES = np.array([0, 6, 19])
DOME = 1


def reading(doubts: Sequence[int], built: Sequence[int] | None = None) -> Reading:
    """All tiles are surely red with the icon in the upper left, but for those of which only that corner is known."""
    lots = np.full((80, len(LOT_STATES)), 1e-5)
    lots[:, 0] = 1
    lots[built or [], DOME] = 1e6
    tiles = np.full((20, 16), 1e-6)
    tiles[:, 0] = 1
    tiles[doubts] = [mark.corner is Corner.UPPER_LEFT for mark in MARKS]
    return Reading(
        lots / lots.sum(axis=1, keepdims=True),
        np.zeros(80),
        tiles / tiles.sum(axis=1, keepdims=True),
        np.zeros((80, 9)),
        POSE,
    )


def test_tiles_are_in_doubt_whose_icons_can_be_seen() -> None:
    built = [icon_lot(7, Corner.UPPER_LEFT), icon_lot(9, Corner.LOWER_RIGHT)]
    assert doubtful(reading([3, 7, 9], built)).tolist() == [3, 9]
    assert doubtful(reading([])).tolist() == []


def test_tiles_in_doubt_are_told_beside_the_clearest_of_each_guild() -> None:
    it = reading([3, 7], [icon_lot(0, Corner.UPPER_LEFT)])
    it.tiles[5] = np.eye(16)[4] * 0.995 + 0.005 / 16  # of the second guild
    it.tiles[8, 0] *= 0.999
    clear = clear_ones(it).tolist()
    assert clear == [1, 2, 5], "the icon of tile 0 is built on; of a guild two are enough"


def test_a_cut_holds_its_tile_as_it_lies_and_nothing_of_lots_with_pieces() -> None:
    picture = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    for centre in tile_centres()[TILES]:
        x, y = POSE.project((centre + np.array([LOT / 2, LOT / 2, 0]))[None])[0]
        cv2.circle(picture, (round(x), round(y)), 4, (255, 0, 0), -1)
    seen = cuts(picture, reading([], [icon_lot(19, Corner.LOWER_LEFT)]), TILES)
    assert seen.pictures.shape == (3, SIDE, SIDE, 3)
    for tile in seen.pictures:
        rows, columns = np.nonzero(tile[..., 0] > 200)
        assert (columns.mean(), rows.mean()) == pytest.approx((SIDE * 3 / 4, SIDE / 4), abs=2.5)
    half = SIDE // 2
    assert not seen.pictures[2, half:, :half].any()
    assert seen.pictures[2, half:, half:].max(axis=-1).min() > 60
    assert seen.pictures[1].max(axis=-1).min() > 60
    assert seen.about[2, LIGHT_NUMBERS : LIGHT_NUMBERS + 4] == pytest.approx([1, 1, 1, 0], abs=0.01)


def only_at(corner: int) -> TileCuts:
    """A tile with a spot at one corner, of which everything that is said about corners names that one."""
    pictures = np.zeros((1, SIDE, SIDE, 3), np.uint8)
    half = SIDE // 2
    row, column = ((0, 0), (0, half), (half, half), (half, 0))[corner]
    pictures[0, row : row + half, column : column + half] = 200
    bare, thought = np.eye(4)[[corner]], np.tile(np.eye(4)[[corner]], (1, 4))
    return TileCuts(
        pictures, 1.0, np.hstack([np.zeros((1, LIGHT_NUMBERS)), bare, thought]).astype(np.float32)
    )


@pytest.mark.parametrize("corner", range(4))
def test_what_is_said_of_corners_turns_with_the_tile(corner: int) -> None:
    for quarters in range(4):
        same_as(only_at(corner).turned(quarters), only_at((corner - quarters) % 4))
    same_as(only_at(corner).mirrored(), only_at(corner ^ 1))


def same_as(one: TileCuts, other: TileCuts) -> None:
    np.testing.assert_array_equal(one.pictures, other.pictures)
    np.testing.assert_array_equal(one.about, other.about)


def test_looking_closer_tells_more_guilds_where_a_small_mark_alone_tells_them() -> None:
    plain, closely = CityReader(closely=False), Emblems()
    before, after = [], []
    for seed in range(6):
        rng = np.random.default_rng((77, seed))
        shot = render(random_scene(rng, size=(1280, 960), hand=False, looks=marked_looks(rng)))
        city = City.parse(shot.position)
        pose = fit_pose(CORNERS, shot.corners, np.ones(4), (1280, 960))
        read = plain.read_at(shot.image, pose)
        again = closely(shot.image, read)
        doubts = doubtful(read)
        marks = np.array([MARKS.index(city.tiles[tile]) for tile in doubts])
        before += read.tiles[doubts, marks].tolist()
        after += again.tiles[doubts, marks].tolist()
        clear = np.setdiff1d(np.arange(20), doubts)
        np.testing.assert_array_equal(again.tiles[clear], read.tiles[clear])
    assert len(before) > 40
    assert np.log(np.maximum(after, 1e-6)).mean() > np.log(np.maximum(before, 1e-6)).mean() + 0.1
