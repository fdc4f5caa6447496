"""How much each of several witnesses is to be believed, when all of them say something about the same things."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.network import softmax

_SHARES = np.geomspace(0.15, 6.0, 15)
# A witness is believed as it speaks, unless what was seen says otherwise: nats for each squared log of its share.
_AS_IT_SPEAKS = 2.0
_LEAST = 1e-9


def shares(said: Sequence[Floats], classes: npt.NDArray[np.intp]) -> tuple[float, ...]:
    """By what the logits of each of K witnesses, (N, C), are multiplied before they are added.

    The shares that make the classes (N,) of N examples likeliest. None of the witnesses may have learnt from the
    example of which it speaks: what they know by heart says nothing about how far they can be trusted.
    """
    rows = np.arange(len(classes))

    def cost(tried: tuple[float, ...]) -> float:
        joint = softmax(sum((share * logits for share, logits in zip(tried, said, strict=True)), np.zeros(1)))
        nats = -float(np.log(joint[rows, classes] + _LEAST).sum())
        return nats + _AS_IT_SPEAKS * float((np.log(tried) ** 2).sum())

    return min(product(map(float, _SHARES), repeat=len(said)), key=cost)
