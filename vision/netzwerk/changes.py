"""What was done at places between two looks at them, told by small networks: they see what has changed there.

A miner hides half of the stones on its field, and throws a shadow over the rest; a brown stick on a brown print, or
one that a lamp bleaches, is hard to make out at all. What has gone or come to lie there is far plainer to see in what
has changed than in what there is now.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.network import Network, softmax

Blob = npt.NDArray[np.float32]

ABOUT_NUMBERS = 4
"""What is said of a place: how far tall things lean there, to the right and upwards; whether one thing lay there
before, and whether more."""

AS_BEFORE, ONE_MORE, ONE_LESS = range(3)
"""What is told of miners and of connectors."""

_LEAST = 1e-4


def compared(before: Blob, after: Blob, common: npt.NDArray[np.floating]) -> Blob:
    """How places looked, and by how much otherwise they look now, (N, 6, h, w), as the networks take them.

    before, after: (N, h, w, 3), as `vision.netzwerk.memory.looks_of` has them; common: (3,) how light has changed for
    all of them.
    """
    was = before - before.mean(axis=(1, 2), keepdims=True)
    both = np.concatenate([was, after - before - common], axis=-1)
    return np.ascontiguousarray(np.moveaxis(both, -1, 1), np.float32)


def about(lean: npt.NDArray[np.floating], lay: npt.NDArray[np.integer]) -> Blob:
    """What is said of places (N, 4) where tall things lean so (N, 2), and so many things (N,) lay."""
    return np.column_stack([lean, lay == 1, lay > 1]).astype(np.float32)


def taken(looks: Blob, said: Blob) -> Floats:
    """How well none, one or two stones having been taken from fields explains what is seen, (N, 3)
    nats, by `compared` looks and what is said `about` the stones there; the best is 0."""
    return _nats("taken", looks, said)


def come(looks: Blob, said: Blob) -> Floats:
    """How well AS_BEFORE, ONE_MORE miner on a field and ONE_LESS explain what is seen, (N, 3) nats; the best is 0."""
    return _nats("come", looks, said)


def laid(looks: Blob, said: Blob) -> Floats:
    """How well AS_BEFORE, ONE_MORE connector on a connection and ONE_LESS explain what is seen, (N, 3) nats; the best
    is 0."""
    return _nats("laid", looks, said)


def _nats(what: str, looks: Blob, said: Blob) -> Floats:
    (logits,) = _network(what)(looks=looks, about=said)
    nats = np.log(softmax(np.asarray(logits, np.float64)) + _LEAST)
    return np.asarray(nats - nats.max(axis=1, keepdims=True))


@cache
def _network(what: str) -> Network:
    return Network(Path(__file__).parent / "models" / f"{what}.onnx.xz", [what])
