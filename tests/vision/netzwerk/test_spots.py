"""Small things are looked at where they seem to be."""

from __future__ import annotations

import numpy as np
import pytest

from engine.netzwerk.fields import Field
from vision.lens import Lens
from vision.netzwerk.board import centres
from vision.netzwerk.cuts import CLOSER, SPOT, field_cuts, frames, scene, upright
from vision.netzwerk.spots import OF_MINERS, OF_STONES, likeliest, spot_cuts, spots
from vision.pose import Pose

FIELDS = [Field(0, 0), Field(1, 0), Field(0, 1)]
POSE = Pose(np.array([np.pi, 0.0, 0.0]), np.array([-25.0, 10.0, 500.0]), Lens.pinhole(900, (640, 480)))


def test_spots_are_where_a_thing_is_likeliest() -> None:
    places = np.full((3, 6, 18, 18), -5.0)
    places[0, 0, 2, 15] = 3.0  # a stone by itself, above on the right
    places[1, 1, 12, 4] = 2.0  # two on each other, below on the left
    places[2, 3, 0, 0] = 4.0  # a miner is no stone
    places[2, 0, 9, 9] = -4.0
    cell = CLOSER.size[0] / CLOSER.pixels_per_mm / 18
    np.testing.assert_allclose(
        spots(places[:, OF_STONES])[:, 0],
        [[6.5 * cell, 6.5 * cell], [-4.5 * cell, -3.5 * cell], [0.5 * cell, -0.5 * cell]],
    )
    np.testing.assert_allclose(spots(places[2:, OF_MINERS])[:, 0], [[-8.5 * cell, 8.5 * cell]])


def test_the_next_spot_is_not_the_same_thing_once_more() -> None:
    places = np.full((1, 2, 18, 18), -5.0)
    places[0, 0, 4, 4], places[0, 0, 4, 5], places[0, 1, 14, 6] = 3.0, 2.9, 1.0
    cell = CLOSER.size[0] / CLOSER.pixels_per_mm / 18
    np.testing.assert_allclose(spots(places, 2), [[[-4.5 * cell, 4.5 * cell], [-2.5 * cell, -5.5 * cell]]])


def test_the_likeliest_fields_come_in_their_order() -> None:
    places = np.full((4, 4, 18, 18), -5.0)
    places[3, 2, 0, 0], places[1, 0, 5, 5], places[0, 3, 9, 9] = 4.0, 3.0, -1.0
    assert likeliest(places, 2).tolist() == [1, 3]
    assert likeliest(places, 3).tolist() == [0, 1, 3]
    assert likeliest(places, 12).tolist() == [0, 1, 2, 3], "there are no more"


@pytest.mark.parametrize("turn", [0.0, 0.7, -2.0])
def test_the_middle_of_a_cut_is_the_spot(turn: float) -> None:
    picture = np.full((480, 640, 3), 90, np.uint8)
    x, y = POSE.project(centres(FIELDS[:1]))[0]
    # A white dot that is seen some pixels from the field's middle.
    picture[round(y) - 14 - 2 : round(y) - 14 + 3, round(x) + 9 - 2 : round(x) + 9 + 3] = 255
    shown = scene(picture, POSE, FIELDS, SPOT)
    turns = np.full(len(FIELDS), turn)
    closer = field_cuts(shown, FIELDS, turns, CLOSER).pictures[0].mean(axis=-1)
    row, column = np.unravel_index(closer.argmax(), closer.shape)
    places = np.zeros((3, 6, *closer.shape))
    places[0, 0, row, column] = 1.0
    cut = spot_cuts(shown, FIELDS, turns, spots(places)[:, 0], (0.0,)).pictures[0].mean(axis=-1)
    bright = np.argwhere(cut > 200)
    np.testing.assert_allclose(bright.mean(axis=0), (np.array(SPOT.size[::-1]) - 1) / 2, atol=3.0)


def test_what_is_as_high_as_a_cut_lies_where_it_stands_however_it_leans() -> None:
    picture = np.full((480, 640, 3), 90, np.uint8)
    field, height = Field(1, 0), 18.0
    turns = upright(POSE, [field])
    above = centres([field], height)
    x, y = POSE.project(above)[0]
    picture[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3] = 255
    shown = scene(picture, POSE, FIELDS, SPOT)
    cut = spot_cuts(shown, [field], turns, np.zeros((1, 2)), (0.0, height)).pictures[0]
    on_board, as_high = (
        np.argwhere(it.mean(axis=-1) > 200).mean(axis=0) for it in (cut[..., :3], cut[..., 3:])
    )
    middle = (np.array(SPOT.size[::-1]) - 1) / 2
    np.testing.assert_allclose(as_high, middle, atol=1.5)
    assert on_board[0] < middle[0] - 1, "seen on the board, it leans upwards"


def test_a_cut_is_as_wide_as_its_sheet_says() -> None:
    outline = frames(POSE, centres(FIELDS), 0.0, SPOT)[0]
    mm = np.linalg.norm(outline[1] - outline[0]) / np.linalg.norm(
        POSE.project([[10.0, 0, 0]]) - POSE.project([[0.0, 0, 0]])
    )
    assert 10 * mm == pytest.approx(SPOT.size[0] / SPOT.pixels_per_mm, rel=0.01)
