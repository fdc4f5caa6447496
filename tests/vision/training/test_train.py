"""What is written of a network that was taught: the same network, in fewer bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.network import Network

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

SHAPES = {"colours": (3, 16, 16)}


def small_net() -> Any:
    torch.manual_seed(1)
    return torch.nn.Sequential(
        torch.nn.Conv2d(3, 24, 3, padding=1),
        torch.nn.BatchNorm2d(24),
        torch.nn.ReLU(),
        torch.nn.Flatten(),
        torch.nn.Linear(24 * 16 * 16, 5),
    ).eval()


def test_an_exported_network_says_what_it_said(tmp_path: Path) -> None:
    from vision.training.train import export

    net, path = small_net(), tmp_path / "small.onnx.xz"
    colours = np.random.default_rng(1).random((4, *SHAPES["colours"]), np.float32)
    export(net, SHAPES, ["said"], path)

    (said,) = Network(path, ["said"])(colours=colours)

    before = net(torch.from_numpy(colours)).detach().numpy()
    assert np.abs(said - before).max() < before.std() / 50


def test_weights_are_taken_back_and_written_again_the_same(tmp_path: Path) -> None:
    from vision.training.train import export, take_weights

    first, again = tmp_path / "first.onnx.xz", tmp_path / "again.onnx.xz"
    export(small_net(), SHAPES, ["said"], first)
    other = small_net()

    take_weights(other, first)
    export(other, SHAPES, ["said"], again)

    assert again.read_bytes() == first.read_bytes()


def test_shortened_numbers_are_the_nearest_with_six_digits() -> None:
    from vision.training.train import shortened

    values = np.random.default_rng(2).normal(0, 1, 1000).astype(np.float16)

    short = shortened(values)

    assert (np.abs(short - values) <= np.abs(values) / 2**7).all()
    assert (short.view(np.uint16) % 2**4 == 0).all()
    assert (shortened(short) == short).all()
    assert (shortened(-values) == -short).all()
    assert (shortened(values, 10) == values).all(), "there are no more than ten"


def test_a_network_is_not_taught_by_fewer_examples_than_it_takes_at_once() -> None:
    from vision.training.train import Examples, train

    three = Examples([Path(name) for name in "abc"], lambda path, _: path, seed=1)
    with pytest.raises(ValueError, match="3 examples are too few to learn from; 4 are the least"):
        train(small_net(), three, list, lambda *_: torch.zeros(()), epochs=1, batch=4, rate=1e-3)
