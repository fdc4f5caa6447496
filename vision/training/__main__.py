"""`python -m vision.training`: draw the pictures, train the networks, write them where the reader looks."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from torch import nn

import vision.alien_city
from vision.training import board_examples, closer_examples, lot_examples
from vision.training.board_examples import board_example
from vision.training.kinship import learn_looks
from vision.training.lot_examples import lot_example
from vision.training.networks import Closer, Finder, LotReader
from vision.training.pictures import Sample, draw, sample_paths
from vision.training.train import (
    Examples,
    board_loss,
    collate_boards,
    collate_cuts,
    collate_lots,
    cuts_loss,
    export_closer,
    export_finder,
    export_reader,
    lot_loss,
    take_weights,
    train,
)

Net = TypeVar("Net", bound=nn.Module)

_COMPARED = 500  # pictures, from which it is learnt how lots are compared
_RATE, _GENTLE_RATE = 2e-3, 5e-4
MODELS = Path(vision.alien_city.__file__).parent / "models"


def main() -> None:
    """Run the whole training with a fixed seed; pictures already drawn are used again."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument(
        "--pictures", type=Path, default=Path("out/simulated"), help="where the drawn pictures lie"
    )
    parser.add_argument("--count", type=int, default=10_000, help="pictures for each network")
    parser.add_argument("--epochs", type=int, help="how often each is seen, anew each time (8, 10 and 15)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="processes that draw and prepare pictures")
    parser.add_argument(
        "--only", choices=("finder", "reader", "closer"), help="train one and keep the others"
    )
    parser.add_argument(
        "--go-on", action="store_true", help="train the networks there are further, gently, instead of anew"
    )
    parser.add_argument("--models", type=Path, default=MODELS, help="where the networks are written")
    args = parser.parse_args()
    began = time.perf_counter()
    torch.manual_seed(args.seed)
    for name, trained in {"finder": _train_finder, "reader": _train_reader, "closer": _train_closer}.items():
        if args.only in (None, name):
            trained(args)
    print(f"{time.perf_counter() - began:.0f} s in all")


def _net(net: Net, path: Path, go_on: bool) -> tuple[Net, float]:
    """The network to train and the highest rate at which."""
    if go_on:
        take_weights(net, path)
    return net, _GENTLE_RATE if go_on else _RATE


def _drawn(example: Callable[[Sample, np.random.Generator], Any]) -> Callable[..., Any]:
    """Examples of drawn pictures, by their files."""
    return lambda path, rng: example(Sample.load(path), rng)


def _train_finder(args: argparse.Namespace) -> None:
    folder, count = args.pictures / "finder", args.count
    draw(folder, count, args.seed, board_examples.DRAWING, args.workers)
    net, rate = _net(Finder(), args.models / "find.onnx", args.go_on)
    examples = Examples(sample_paths(folder, count), _drawn(board_example), args.seed)
    train(
        net,
        examples,
        collate_boards,
        board_loss,
        epochs=args.epochs or 8,
        batch=32,
        rate=rate,
        workers=args.workers,
    )
    export_finder(net, args.models / "find.onnx")


def _train_reader(args: argparse.Namespace) -> None:
    folder, count = args.pictures / "reader", args.count
    draw(folder, count, args.seed + 1, lot_examples.DRAWING, args.workers)
    net, rate = _net(LotReader(), args.models / "read.onnx", args.go_on)
    examples = Examples(sample_paths(folder, count), _drawn(lot_example), args.seed)
    train(
        net,
        examples,
        collate_lots,
        lot_loss,
        epochs=args.epochs or 10,
        batch=16,
        rate=rate,
        workers=args.workers,
    )
    print(learn_looks(net, sample_paths(folder, count)[:_COMPARED]))
    export_reader(net, args.models / "read.onnx")


def _train_closer(args: argparse.Namespace) -> None:
    """It learns from the doubts of the reader that is installed, so that one comes first.

    What is kept of pictures that another reader read, the .npz files beside them, is to be deleted before.
    """
    folder, count = args.pictures / "closer", args.count
    draw(folder, count, args.seed + 2, closer_examples.DRAWING, args.workers)
    net, rate = _net(Closer(), args.models / "closer.onnx", args.go_on)
    paths = closer_examples.read_all(sample_paths(folder, count), args.seed, args.workers)
    examples = Examples(paths, closer_examples.closer_example, args.seed)
    train(
        net,
        examples,
        collate_cuts,
        cuts_loss,
        epochs=args.epochs or 15,
        batch=16,
        rate=rate,
        workers=args.workers,
    )
    export_closer(net, args.models / "closer.onnx")


if __name__ == "__main__":
    main()
