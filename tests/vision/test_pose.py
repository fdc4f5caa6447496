"""The camera's pose: found from points seen, with and without knowing the lens."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.poses import LENS, SIZE, pose_above
from vision.alien_city.board import CORNERS, tile_centres
from vision.lens import Lens
from vision.pose import fit_pose


@pytest.mark.parametrize("tilt", [0.0, 8.0, 25.0])
def test_with_a_known_lens_the_pose_is_found_again(tilt: float) -> None:
    truth = pose_above(520, tilt)
    found = fit_pose(tile_centres(), truth.project(tile_centres()), np.ones(20), SIZE, lens=LENS)
    assert np.abs(found.centre - truth.centre).max() < 0.1
    assert found.tilt_degrees == pytest.approx(tilt, abs=0.05)


@pytest.mark.parametrize("tilt", [0.0, 8.0, 25.0])
def test_without_a_lens_the_board_is_placed_to_a_fraction_of_a_lot(tilt: float) -> None:
    truth = pose_above(520, tilt)
    found = fit_pose(tile_centres(), truth.project(tile_centres()), np.ones(20), SIZE)
    off = np.linalg.norm(found.project(CORNERS) - truth.project(CORNERS), axis=1)
    assert off.max() < 2.5


def test_a_camera_held_upright_hangs_no_lower_than_one_held_level() -> None:
    heights = []
    for size in (SIZE, SIZE[::-1]):
        truth = pose_above(520, 0, Lens.pinhole(1210, size))
        found = fit_pose(tile_centres(), truth.project(tile_centres()), np.ones(20), size)
        heights.append(found.centre[2])
    assert heights[1] == pytest.approx(heights[0], rel=0.01)


def test_a_strong_tilt_tells_the_focal_length() -> None:
    truth = pose_above(520, 25)
    found = fit_pose(tile_centres(), truth.project(tile_centres()), np.ones(20), SIZE)
    assert found.lens.focal == pytest.approx(LENS.focal, rel=0.03)


def test_a_few_tiles_seen_in_the_wrong_place_do_not_drag_the_pose_along() -> None:
    truth = pose_above(520, 12)
    seen = truth.project(tile_centres())
    seen[[3, 11]] += [25.0, -18.0]
    found = fit_pose(tile_centres(), seen, np.ones(20), SIZE, lens=LENS)
    off = np.linalg.norm(found.project(CORNERS) - truth.project(CORNERS), axis=1)
    assert off.max() < 4


def test_points_without_weight_count_for_nothing() -> None:
    truth = pose_above(520, 12)
    seen = truth.project(tile_centres())
    weights = np.ones(20)
    seen[:6] += 300.0
    weights[:6] = 0
    start = pose_above(500, 10)
    found = fit_pose(tile_centres(), seen, weights, SIZE, lens=LENS, start=start)
    assert np.abs(found.centre - truth.centre).max() < 0.1


def test_a_lens_scales_with_its_pictures() -> None:
    truth = pose_above(520, 12)
    half = truth.resampled((640, 480))
    # Pixel centres lie at whole numbers: the same place has half the coordinates less a quarter of a pixel.
    np.testing.assert_allclose(half.project(CORNERS), truth.project(CORNERS) / 2 - 0.25, atol=1e-9)


def test_a_lens_refuses_a_picture_of_another_shape() -> None:
    with pytest.raises(ValueError, match=r"1280x960.*1280x720"):
        LENS.scaled((1280, 720))


@pytest.mark.parametrize("count", range(1, 4))
def test_fewer_than_four_points_are_too_few(count: int) -> None:
    points = CORNERS[:count]
    with pytest.raises(ValueError, match="no camera explains"):
        fit_pose(points, pose_above(500, 5).project(points), np.ones(count), SIZE)
