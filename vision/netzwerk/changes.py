"""What has changed at places between two looks at them, as small networks take it and tell what was done there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.network import Network, softmax

Blob = npt.NDArray[np.float32]

ABOUT_NUMBERS = 4
"""What is said of a place: how far tall things lean there, to the right and upwards; whether one thing lay there
before, and whether more."""

AS_BEFORE, ONE_MORE, ONE_LESS = range(3)
"""What the networks tell of connectors, and of miners."""

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


def nats_by(network: Network, looks: Blob, said: Blob) -> Floats:
    """How well each answer (N, K) of a network explains what is seen, in nats, by `compared` looks and what is said
    `about` places; the best is 0."""
    (logits,) = network(looks=looks, about=said)
    nats = np.log(softmax(np.asarray(logits, np.float64)) + _LEAST)
    return np.asarray(nats - nats.max(axis=1, keepdims=True))
