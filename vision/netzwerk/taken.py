"""How many stones were taken from a field, told by how it looked before: what nobody can count beside a miner.

A miner hides half of the stones on its field, and throws a shadow over the rest. Which of them have gone is far
plainer to see in what has changed than in what is left.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.network import Network, softmax

Blob = npt.NDArray[np.float32]

MOST_TAKEN = 2
ABOUT_NUMBERS = 4
"""What is said of a field: how far tall things lean there, to the right and upwards; whether one stone lay there,
and whether two."""

_LEAST = 1e-4


def compared(before: Blob, after: Blob, common: npt.NDArray[np.floating]) -> Blob:
    """How fields looked, and by how much otherwise they look now, (N, 6, h, w), as the network takes them.

    before, after: (N, h, w, 3), as `vision.netzwerk.memory.looks_of` has them; common: (3,) how light has changed for
    all of them.
    """
    was = before - before.mean(axis=(1, 2), keepdims=True)
    both = np.concatenate([was, after - before - common], axis=-1)
    return np.ascontiguousarray(np.moveaxis(both, -1, 1), np.float32)


def about(lean: npt.NDArray[np.floating], stones: npt.NDArray[np.integer]) -> Blob:
    """What is said of fields (N, 4) where tall things lean so (N, 2), and so many stones (N,) lay."""
    return np.column_stack([lean, stones == 1, stones > 1]).astype(np.float32)


def taken(looks: Blob, said: Blob) -> Floats:
    """How well each number of stones, 0 to 2, having been taken explains what is seen, (N, 3) nats, by `compared`
    looks and what is said `about` fields; the best is 0."""
    (logits,) = _network()(looks=looks, about=said)
    nats = np.log(softmax(np.asarray(logits, np.float64)) + _LEAST)
    return np.asarray(nats - nats.max(axis=1, keepdims=True))


@cache
def _network() -> Network:
    return Network(Path(__file__).parent / "models" / "taken.onnx", ["taken"])
