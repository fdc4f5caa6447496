"""What the networks are taught agrees with what the pictures show."""

from __future__ import annotations

import numpy as np
import pytest

from vision.alien_city import board
from vision.alien_city.find import poses_of_mask
from vision.alien_city.reading import LOT_STATES
from vision.training.board_examples import board_example
from vision.training.lot_examples import lot_example, on_table
from vision.training.pictures import Drawing, Sample, draw, sample_paths


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    folder = tmp_path_factory.mktemp("pictures")
    draw(folder, 1, seed=5, drawing=Drawing((640, 480), hands=0.0), workers=1)
    return Sample.load(sample_paths(folder, 1)[0])


def test_pictures_already_drawn_are_kept(sample: Sample) -> None:
    folder = sample.path.parent
    before = sample.path.stat().st_mtime_ns
    draw(folder, 1, seed=6, drawing=Drawing((320, 240), hands=0.0), workers=1)
    assert sample.path.stat().st_mtime_ns == before


def test_a_pixel_goes_to_the_table_and_back(sample: Sample) -> None:
    centres = board.tile_centres()
    there = on_table(sample.pose.project(centres), sample.pose)
    np.testing.assert_allclose(there, centres[:, :2], atol=0.05)


def test_a_turned_pose_sees_the_same_board_from_the_other_side(sample: Sample) -> None:
    other = board.turned(sample.pose).project(board.CORNERS)
    np.testing.assert_allclose(np.roll(other, 2, axis=0), sample.pose.project(board.CORNERS), atol=1e-6)


def test_targets_are_probabilities_and_shifts_stay_within_reach(sample: Sample) -> None:
    for seed in range(20):
        example = lot_example(sample, np.random.default_rng(seed))
        told = example.states.sum(axis=0)
        np.testing.assert_allclose(told[told > 0], 1, atol=1e-5)
        assert np.nanmax(np.abs(example.shifts), initial=0) < 2.5
        if (example.tile == 1).all():
            known = example.states.argmax(axis=0)
            counts = np.bincount(known, minlength=len(LOT_STATES) + 1)
            truth = np.bincount(sample.states.astype(int), minlength=len(LOT_STATES) + 1)
            np.testing.assert_array_equal(counts, truth)


def test_where_a_wrong_pose_has_a_tile_and_none_lies_nothing_is_said_to_stand_or_to_hide_it(
    sample: Sample,
) -> None:
    examples = [lot_example(sample, np.random.default_rng(seed)) for seed in range(60)]
    astray = [it for it in examples if (it.tile == 0).any()]
    assert astray
    for example in astray:
        absent = example.tile == 0
        states = example.states.reshape(-1, 5, 2, 4, 2).transpose(1, 3, 0, 2, 4).reshape(20, -1, 4)
        np.testing.assert_allclose(states[absent, :-1], 1 / len(LOT_STATES))
        assert not states[absent, -1].any()
        assert np.isnan(example.shifts[absent]).all()
        assert (example.marks[absent] == -1).all()


def test_the_board_is_where_the_finders_example_says(sample: Sample) -> None:
    for seed in range(8):
        picture, share = board_example(sample, np.random.default_rng(seed))
        assert picture.shape == (3, 240, 320)
        if share[0].any() or share[-1].any() or share[:, 0].any() or share[:, -1].any():
            continue  # partly outside
        assert next(poses_of_mask(share, (320, 240))).tilt_degrees < 35


def test_examples_come_again_with_the_same_seed(sample: Sample) -> None:
    first, again = (lot_example(sample, np.random.default_rng(3)) for _ in range(2))
    np.testing.assert_array_equal(first.colours, again.colours)
