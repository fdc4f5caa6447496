"""The board's outline gives a first pose, whatever bites into the mask or lies beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.poses import LENS, SIZE, pose_above
from vision.alien_city.board import CORNERS
from vision.alien_city.find import Mask, NoCityError, poses_of_mask, rectangle_around
from vision.overview import scale_to_input
from vision.pose import Pose


def mask_of(pose: Pose) -> Mask:
    """The mask a perfect network would give: each cell its share of the board."""
    scale = scale_to_input(*SIZE)
    corners = (pose.project(CORNERS) + 0.5) * scale - 0.5
    return polygon(corners)


def polygon(corners: object) -> Mask:
    fine = np.zeros((240, 320), np.uint8)
    fixed = np.round(np.asarray(corners, np.float64) * 16).astype(np.int32)
    cv2.fillPoly(fine, [fixed], 255, cv2.LINE_AA, shift=4)
    return cv2.resize(fine, (80, 60), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def lots_off(found: Pose, true: Pose) -> float:
    """The farthest corner's distance in lots; a city turned by 180 degrees is the same."""
    seen, corners = found.project(CORNERS), true.project(CORNERS)
    lot = np.linalg.norm(corners[1] - corners[0]) / 8
    return min(float(np.linalg.norm(np.roll(seen, n, axis=0) - corners, axis=1).max()) for n in (0, 2)) / lot


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
