"""What the network for owners' sets is taught agrees with what the pictures show."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.alien_city.own_set.things import DOME, SORTS
from vision.training.alien_city.set_examples import (
    SetExample,
    cut_all,
    draw_set,
    in_other_hues,
    set_example,
)
from vision.training.pictures import draw, sample_paths


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sets")
    draw(folder, 1, seed=4, drawing=draw_set, workers=1)
    (path,) = cut_all(sample_paths(folder, 1), 1, 1)
    return path


@pytest.fixture(scope="module")
def example(kept: Path) -> SetExample:
    return set_example(kept, np.random.default_rng(2))


def test_a_set_is_shown_in_part_and_asked_for_in_part(example: SetExample) -> None:
    assert set(SORTS[example.things]) == set(SORTS)
    assert 0.2 < example.shown.mean() < 0.9
    assert len(np.intersect1d(example.things[~example.shown], example.things[example.shown])) > 15


def test_what_is_cut_already_is_kept(kept: Path) -> None:
    before = kept.stat().st_mtime_ns
    cut_all([kept.with_suffix(".jpg")], 2, 1)
    assert kept.stat().st_mtime_ns == before


def test_other_hues_are_others_and_leave_greys_and_brightness_as_they_are() -> None:
    rng = np.random.default_rng(3)
    grey = np.repeat(rng.integers(0, 256, (6, 1)), 3, axis=1).astype(np.uint8)
    dull = rng.integers(90, 160, (40, 3)).astype(np.uint8)
    for _ in range(8):
        assert np.abs(in_other_hues(grey, rng).astype(int) - grey).max() <= 1
        turned = in_other_hues(dull, rng).astype(int)
        assert np.abs(turned.sum(axis=1) - dull.sum(axis=1, dtype=int)).max() <= 2
        assert np.abs(turned.std(axis=1) - dull.std(axis=1)).max() < 1
        assert np.abs(turned - dull).max() > 5


def test_pieces_of_one_colour_look_more_like_each_other_than_like_others(example: SetExample) -> None:
    """On the cuts themselves, whatever the hues of the example: by the middle of each, at the height of the domes."""
    bright = example.pictures * (example.gains / 255)[:, None, None, None]
    colours = bright[:, 0, 24:40, 24:40].mean(axis=(1, 2))
    domes = SORTS[example.things] == DOME
    mine, things = colours[domes], example.things[domes]
    apart = np.linalg.norm(mine[:, None] - mine, axis=2)
    same = things[:, None] == things
    assert apart[same].mean() < apart[~same].mean()
