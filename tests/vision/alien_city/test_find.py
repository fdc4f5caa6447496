"""The board's outline gives a first pose, whatever bites into the mask or lies beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.alien_city.masks import lots_off, mask_of, polygon
from tests.vision.poses import LENS, SIZE, pose_above
from vision.alien_city.board import CORNERS, LOT
from vision.alien_city.find import Mask, NoCityError, poses_of_mask, rectangle_around


@pytest.mark.parametrize("tilt", [0, 10, 25])
def test_a_clear_mask_gives_the_pose_to_a_tenth_of_a_lot(tilt: float) -> None:
    true = pose_above(520, tilt)
    assert lots_off(next(poses_of_mask(mask_of(true), SIZE)), true) < 0.12
    assert lots_off(next(poses_of_mask(mask_of(true), SIZE, LENS)), true) < 0.12


def test_specks_elsewhere_do_not_matter() -> None:
    true = pose_above(520, 10)
    mask = mask_of(true)
    mask[2:6, 70:76] = 1
    assert lots_off(next(poses_of_mask(mask, SIZE)), true) < 0.15


def test_a_bite_out_of_the_outline_is_outvoted() -> None:
    true = pose_above(520, 10)
    mask = mask_of(true)
    x, y = (pose_corner / 16 for pose_corner in true.project(CORNERS)[0])
    cv2.circle(mask, (round(x), round(y)), 6, 0.0, cv2.FILLED)
    assert lots_off(next(poses_of_mask(mask, SIZE)), true) < 0.35


@pytest.mark.parametrize("beside", [0.6, 0.75])
def test_what_may_be_board_beside_the_board_does_not_hide_its_outline(beside: float) -> None:
    true = pose_above(620, 10)
    wider = CORNERS + np.array([[-3, 0, 0], [0, 0, 0], [0, 0, 0], [-3, -2, 0]]) * LOT
    mask = np.maximum(0.97 * mask_of(true), beside * mask_of(true, wider))
    assert lots_off(next(poses_of_mask(mask, SIZE)), true) > 1
    assert min(lots_off(pose, true) for pose in poses_of_mask(mask, SIZE)) < 0.3


@pytest.mark.parametrize(
    "mask", [np.zeros((60, 80), np.float32), polygon([(100, 100), (100, 115), (115, 115), (115, 100)])]
)
def test_no_board_is_said_to_be_no_board(mask: Mask) -> None:
    with pytest.raises(NoCityError, match="no board in view"):
        next(poses_of_mask(mask, SIZE))


def test_the_first_rectangle_runs_counter_clockwise_to_the_eye() -> None:
    rectangle = rectangle_around(mask_of(pose_above(520, 5)))
    assert cv2.contourArea(rectangle.astype(np.float32), oriented=True) < 0


def test_half_a_city_is_said_to_run_out_of_the_picture() -> None:
    with pytest.raises(NoCityError, match="runs out of the picture \\(left"):
        next(poses_of_mask(polygon([(-40, 60), (-40, 190), (100, 190), (100, 60)]), SIZE))


def test_a_square_picture_has_its_own_right_border() -> None:
    with pytest.raises(NoCityError, match="right"):
        next(poses_of_mask(polygon([(150, 60), (150, 190), (239, 190), (239, 60)]), (960, 960)))
