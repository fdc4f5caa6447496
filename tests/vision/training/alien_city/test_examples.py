"""What the networks are taught agrees with what the pictures show."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.alien_city import Corner, Tile
from vision.alien_city import board
from vision.alien_city.closer import ABOUT_NUMBERS
from vision.alien_city.find import poses_of_mask
from vision.alien_city.lot_cuts import SIDE
from vision.alien_city.reading import LOT_STATES, MARKS
from vision.light import LIGHT_NUMBERS
from vision.training.alien_city import emblem_examples
from vision.training.alien_city.board_examples import board_example
from vision.training.alien_city.closer_examples import closer_example, load_example, read_all
from vision.training.alien_city.lot_examples import lot_example, on_table
from vision.training.alien_city.pictures import Drawing, Sample
from vision.training.pictures import draw, sample_paths

_MIRRORED = {
    Corner.UPPER_LEFT: Corner.UPPER_RIGHT,
    Corner.UPPER_RIGHT: Corner.UPPER_LEFT,
    Corner.LOWER_RIGHT: Corner.LOWER_LEFT,
    Corner.LOWER_LEFT: Corner.LOWER_RIGHT,
}


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
            truth = np.bincount(sample.states, minlength=len(LOT_STATES) + 1)
            np.testing.assert_array_equal(counts, truth)


def test_a_mirrored_board_has_its_lots_icons_and_lean_on_the_other_side(sample: Sample) -> None:
    examples = (lot_example(sample, np.random.default_rng(seed)) for seed in range(20))
    example = next(it for it in examples if it.marks[3] >= 0)
    other = example.mirrored()
    np.testing.assert_array_equal(other.mirrored().colours, example.colours)
    np.testing.assert_array_equal(other.mirrored().marks, example.marks)
    np.testing.assert_array_equal(other.colours[:, :, 0], example.colours[:, :, -1])
    np.testing.assert_array_equal(other.states[:, 7], example.states[:, 0])
    assert other.lean[0, 0, 0] == -example.lean[0, 0, -1]
    assert other.lean[1, 0, 0] == example.lean[1, 0, -1]
    tile = MARKS[example.marks[3]]
    assert tile.corner
    assert MARKS[other.marks[0]] == Tile(tile.guild, _MIRRORED[tile.corner])
    np.testing.assert_array_equal(other.shifts[0], example.shifts[3] * [-1, 1])


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


def test_the_board_is_where_the_finders_example_says(sample: Sample, tmp_path: Path) -> None:
    white = np.zeros((480, 640, 3), np.uint8)
    outline = np.rint(sample.pose.project(board.CORNERS)).astype(np.int32)
    cv2.fillPoly(white, [outline], (255, 255, 255))
    plain = replace(sample, path=tmp_path / "white.png")
    cv2.imwrite(str(plain.path), white)
    for seed in range(8):
        picture, share = board_example(plain, np.random.default_rng(seed))
        assert picture.shape == (3, 240, 320)
        bright = cv2.resize(picture.mean(axis=0), share.shape[::-1], interpolation=cv2.INTER_AREA)
        bright /= np.percentile(bright, 99)
        # Farther away the border may mirror the board.
        about = cv2.dilate((share > 0.5).astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
        assert np.abs(bright - share)[about].mean() < 0.03, "a cell aside it is more"
        if share[0].any() or share[-1].any() or share[:, 0].any() or share[:, -1].any():
            continue  # partly outside
        assert next(poses_of_mask(share, (320, 240))).tilt_degrees < 35


def test_examples_come_again_with_the_same_seed(sample: Sample) -> None:
    first, again = (lot_example(sample, np.random.default_rng(3)) for _ in range(2))
    np.testing.assert_array_equal(first.colours, again.colours)


def test_a_picture_is_read_once_and_its_lots_are_kept_with_what_was_thought_of_them(sample: Sample) -> None:
    (kept,) = read_all([sample.path], seed=1, workers=1)
    written = kept.stat().st_mtime_ns
    assert read_all([sample.path], seed=2, workers=1) == [kept]
    assert kept.stat().st_mtime_ns == written
    example = load_example(kept)
    count = len(example.states)
    assert example.cuts.pictures.shape == (count, 3, SIDE, SIDE, 3)
    assert example.cuts.about.shape == (count, ABOUT_NUMBERS)
    thought = np.exp(example.cuts.about[:, -len(LOT_STATES) :])
    clear = thought.max(axis=1) > 0.99
    assert 0 < clear.sum() < count, "some that are clear beside those in doubt"
    np.testing.assert_allclose(thought.sum(axis=1), 1, atol=0.01)
    assert (thought.argmax(axis=1) == example.states).mean() > 0.7


def test_what_was_kept_is_learnt_upright_and_in_the_mirror(sample: Sample) -> None:
    (kept,) = read_all([sample.path], seed=1, workers=1)
    examples = [closer_example(kept, np.random.default_rng(seed)) for seed in range(8)]
    upright = load_example(kept).cuts.upright()
    seen = {int((it.cuts.pictures != upright.pictures).any()) for it in examples}
    assert seen == {0, 1}
    for example in examples:
        right, up = example.cuts.about[:, :2].T
        assert (up >= np.abs(right)).all()
        assert (example.states == examples[0].states).all()


def test_tiles_are_learnt_any_way_round_with_their_icon_where_it_is_said_to_be(tmp_path: Path) -> None:
    draw(tmp_path, 1, seed=5, drawing=Drawing((960, 720), hands=0.0, hard={"marked": 1.0}), workers=1)
    (path,) = sample_paths(tmp_path, 1)
    (kept,) = emblem_examples.read_all([path], seed=1, workers=1)
    examples = [emblem_examples.emblem_example(kept, np.random.default_rng(seed)) for seed in range(40)]
    assert len(examples[0].marks) >= 3
    assert len({tuple(it.marks % 4) for it in examples}) == 8, "four ways round, and in the mirror"
    for example in examples:
        np.testing.assert_array_equal(example.marks // 4, examples[0].marks // 4)
        bare = example.cuts.about[:, LIGHT_NUMBERS : LIGHT_NUMBERS + 4]
        assert (bare[np.arange(len(bare)), example.marks % 4] > 0.5).mean() > 0.8


def test_of_a_picture_without_a_city_there_is_nothing_to_learn(tmp_path: Path, sample: Sample) -> None:
    path = tmp_path / "000000.jpg"
    cv2.imwrite(str(path), np.full((480, 640, 3), 120, np.uint8))
    shutil.copy(sample.path.with_suffix(".json"), path.with_suffix(".json"))
    assert read_all([path], seed=1, workers=1) == []
