"""What was done to stones, miners and connectors is told by what has changed there, whoever stands there now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from vision.lens import Floats
from vision.netzwerk.changes import (
    AS_BEFORE,
    ONE_LESS,
    ONE_MORE,
    Blob,
    come,
    compared,
    laid,
    taken,
)
from vision.training.netzwerk.change_examples import ChangeExample, come_example, laid_example, taken_example
from vision.training.netzwerk.pair_looks import compare_all
from vision.training.netzwerk.pictures import Sample, pair, pair_drawing
from vision.training.pictures import draw, sample_paths

PAIRS = 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pairs")
    draw(folder, PAIRS, seed=11, drawing=pair_drawing, workers=2)
    return folder


@pytest.fixture(scope="module")
def stones(folder: Path) -> list[ChangeExample]:
    return examples(folder, taken_example)


@pytest.fixture(scope="module")
def miners(folder: Path) -> list[ChangeExample]:
    return examples(folder, come_example)


@pytest.fixture(scope="module")
def connectors(folder: Path) -> list[ChangeExample]:
    return examples(folder, laid_example)


def examples(
    folder: Path, example: Callable[[Path, np.random.Generator], ChangeExample]
) -> list[ChangeExample]:
    files = compare_all(sample_paths(folder, PAIRS), 1, 2)
    return [example(it, np.random.default_rng(number)) for number, it in enumerate(files)]


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


def test_hands_lay_connectors_and_take_some_away(folder: Path) -> None:
    came = went = 0
    for before, after in (pair(path) for path in sample_paths(folder, PAIRS)):
        for player in before.state.players:
            was, now = before.state.connectors[player], after.state.connectors[player]
            came, went = came + len(now - was), went + len(was - now)
    assert came > PAIRS
    assert went > 0


def answers_in(examples: list[ChangeExample]) -> np.ndarray:
    return np.concatenate([it.answers for it in examples])


def test_what_is_told_apart_is_what_was_taken(stones: list[ChangeExample]) -> None:
    for example in stones:
        assert example.looks.shape[1:] == (6, 36, 36)
        assert (example.about[:, 2:].sum(axis=1) == 1).all()
        assert (example.answers <= np.where(example.about[:, 3] == 1, 2, 1)).all()
    # What was there is seen without its light, and where nobody was nothing has changed.
    changes = np.concatenate([np.abs(it.looks[:, 3:]).mean(axis=(1, 2, 3)) for it in stones])
    gone = answers_in(stones) > 0
    assert np.median(changes[gone]) > np.median(changes[~gone])


def test_what_is_told_apart_is_what_was_laid(connectors: list[ChangeExample]) -> None:
    for example in connectors:
        assert example.looks.shape[1:] == (6, 16, 32)
        assert not ((example.answers == ONE_LESS) & (example.about[:, 2:].sum(axis=1) == 0)).any()
    assert set(answers_in(connectors)) == {AS_BEFORE, ONE_MORE, ONE_LESS}
    # Each pair has its own light.
    changes = [(it.answers, np.abs(it.looks[:, 3:]).mean(axis=(1, 2, 3))) for it in connectors]
    ratios = [
        np.median(by[what == ONE_MORE]) / np.median(by[what == AS_BEFORE])
        for what, by in changes
        if ONE_MORE in what
    ]
    assert min(ratios) > 1
    assert np.median(ratios) > 1.5


def test_what_is_told_apart_is_who_has_come_and_gone(miners: list[ChangeExample]) -> None:
    for example in miners:
        assert example.looks.shape[1:] == (6, 36, 36)
        stood = example.about[:, 2] == 1
        assert not (stood & (example.answers == ONE_MORE)).any()
        assert not (~stood & (example.answers == ONE_LESS)).any()
    assert set(answers_in(miners)) == {AS_BEFORE, ONE_MORE, ONE_LESS}


@pytest.mark.parametrize(("what", "told"), [("stones", taken), ("miners", come), ("connectors", laid)])
def test_changes_are_told_far_better_than_by_guessing(
    what: str, told: Callable[[Blob, Blob], Floats], request: pytest.FixtureRequest
) -> None:
    examples: list[ChangeExample] = request.getfixturevalue(what)
    nats = np.concatenate([told(it.looks, it.about) for it in examples])
    answers = answers_in(examples)
    chances = np.exp(nats) / np.exp(nats).sum(axis=1, keepdims=True)
    usual = np.bincount(answers) / len(answers)
    assert len(answers) > 40
    assert (chances.argmax(axis=1) == answers).mean() > usual.max()
    assert -np.log(chances[np.arange(len(answers)), answers]).mean() < -(usual * np.log(usual)).sum() * 0.75


def test_light_that_has_changed_for_all_is_no_change() -> None:
    before = np.random.default_rng(1).uniform(-2, 0, (2, 36, 36, 3)).astype(np.float32)
    brighter = np.array([0.3, 0.2, 0.1])
    looks = compared(before, before + brighter.astype(np.float32), brighter)
    assert np.abs(looks[:, 3:]).max() < 1e-6
    assert np.abs(looks[:, :3].mean(axis=(2, 3))).max() < 1e-6
