"""What several witnesses say of the same things, taken together, and how far each of them is to be believed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.network import softmax

_SHARES = np.geomspace(0.03, 6.0, 25)
_ROUNDS = 4
# The prior that a witness is as sure as it may be, with a share of 1: nats for each squared log of its share.
_AS_IT_SPEAKS = 2.0
_LEAST = 1e-9


def together(chances: Sequence[Floats], says: Sequence[float] | None = None) -> Floats:
    """Several probabilities (N, K) of the same things as one: the mean of their logarithms; rows sum to 1.

    says: how much each counts, all alike if None.
    """
    means = np.exp(np.average([np.log(it + _LEAST) for it in chances], axis=0, weights=says))
    return np.asarray(means / means.sum(axis=1, keepdims=True))


def shares(said: Floats, classes: npt.NDArray[np.intp]) -> tuple[float, ...]:
    """The factors by which the logits of K witnesses, (K, N, C), are multiplied before they are added.

    They make the classes (N,) of N examples likeliest, and are found for one witness after the other. No witness may
    have learnt from an example that it speaks of: what it knows by heart doesn't show how far it can be trusted.
    """
    rows = np.arange(len(classes))

    def cost(tried: npt.NDArray[np.float64]) -> float:
        joint = softmax(np.tensordot(tried, said, 1))
        nats = -float(np.log(joint[rows, classes] + _LEAST).sum())
        return nats + _AS_IT_SPEAKS * float((np.log(tried) ** 2).sum())

    found = np.ones(len(said))
    for _ in range(_ROUNDS):
        for witness in range(len(found)):
            tried = np.tile(found, (len(_SHARES), 1))
            tried[:, witness] = _SHARES
            found = min(tried, key=cost)
    return tuple(map(float, found))
