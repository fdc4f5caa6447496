"""How many stones were taken is told by what has changed on a field, whoever stands there now."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.netzwerk.taken import compared, taken
from vision.training.netzwerk.pictures import Sample, pair, pair_drawing
from vision.training.netzwerk.taken_examples import TakenExample, compare_all, taken_example
from vision.training.pictures import draw, sample_paths

PAIRS = 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pairs")
    draw(folder, PAIRS, seed=11, drawing=pair_drawing, workers=2)
    return folder


@pytest.fixture(scope="module")
def examples(folder: Path) -> list[TakenExample]:
    files = compare_all(sample_paths(folder, PAIRS), 1, 2)
    return [taken_example(it, np.random.default_rng(number)) for number, it in enumerate(files)]


def visited(before: Sample, after: Sample) -> list[str]:
    """What became of the fields of a pair."""
    told = []
    for field, count in before.state.stones.items():
        was, now = before.miners.get(field), after.miners.get(field)
        who = "stays" if was == now else "comes" if was is None else "goes"
        told.append(f"{who} {count - after.state.stones[field]}")
    return told


def test_hands_come_and_take_no_stone_one_or_two(folder: Path) -> None:
    told = [it for path in sample_paths(folder, PAIRS) for it in visited(*pair(path))]
    assert {"comes 0", "comes 1", "comes 2", "stays 0", "stays 1", "goes 0"} <= set(told)
    assert not any("-" in it for it in told), "no stone is put back"


def test_what_is_told_apart_is_what_was_taken(examples: list[TakenExample]) -> None:
    for example in examples:
        assert example.looks.shape[1:] == (6, 18, 18)
        assert (example.about[:, 2:].sum(axis=1) == 1).all()
        assert (example.taken <= np.where(example.about[:, 3] == 1, 2, 1)).all()
    # What was there is seen without its light, and where nobody was nothing has changed.
    changes = np.concatenate([np.abs(it.looks[:, 3:]).mean(axis=(1, 2, 3)) for it in examples])
    gone = np.concatenate([it.taken for it in examples]) > 0
    assert np.median(changes[gone]) > np.median(changes[~gone])


def test_stones_taken_are_told_far_better_than_by_guessing(examples: list[TakenExample]) -> None:
    nats = np.concatenate([taken(it.looks, it.about) for it in examples])
    counts = np.concatenate([it.taken for it in examples])
    chances = np.exp(nats) / np.exp(nats).sum(axis=1, keepdims=True)
    assert len(counts) > 40
    assert (chances.argmax(axis=1) == counts).mean() > np.bincount(counts).max() / len(counts)
    assert -np.log(chances[np.arange(len(counts)), counts]).mean() < np.log(3) * 0.75


def test_light_that_has_changed_for_all_is_no_change() -> None:
    before = np.random.default_rng(1).uniform(-2, 0, (2, 18, 18, 3)).astype(np.float32)
    brighter = np.array([0.3, 0.2, 0.1])
    looks = compared(before, before + brighter.astype(np.float32), brighter)
    assert np.abs(looks[:, 3:]).max() < 1e-6
    assert np.abs(looks[:, :3].mean(axis=(2, 3))).max() < 1e-6
