"""A trained network in a packed ONNX file, run by OpenCV on the processor."""

from __future__ import annotations

import lzma
import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats

MOST_NATS = float(np.log(1000))
"""However sure a network is, a change counts no more nats than this: one look in a thousand may fool it."""

_AT_ONCE = 8  # of a batch: with more, what is worked out of them doesn't fit the processor's cache


class Network:
    """Loads on first use, so that making one costs nothing.

    outputs: the names of the results, in the order they are given back. together: whether results for one item of a
    batch depend on the others.
    """

    def __init__(self, path: Path, outputs: Sequence[str], *, together: bool = False) -> None:
        """Remember where the network lies, packed as `.onnx.xz`."""
        self._path = path
        self._outputs = tuple(outputs)
        self._together = together
        self._net: cv2.dnn.Net | None = None

    def __call__(self, **inputs: npt.NDArray[np.float32]) -> list[npt.NDArray[np.float32]]:
        """Run one batch: arrays by input name, (N, ...) float32 each."""
        if self._net is None:
            unpacked = lzma.decompress(self._path.read_bytes())
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(unpacked, np.uint8))
        count = len(next(iter(inputs.values())))
        step = count if self._together else math.ceil(count / math.ceil(count / _AT_ONCE))
        said = []
        for first in range(0, count, step):
            # The last part is as large as the others, with some items repeated: another size would be set up anew,
            # which takes longer.
            start = min(first, count - step)
            for name, blob in inputs.items():
                self._net.setInput(blob[start : start + step], name)
            results = self._net.forward(self._outputs)
            said.append([np.array(result[first - start :], np.float32) for result in results])
        return [np.concatenate(parts) for parts in zip(*said, strict=True)]


def sigmoid(logits: npt.NDArray[np.floating]) -> Floats:
    """Probabilities of log odds, float64."""
    return np.asarray(1 / (1 + np.exp(-logits.astype(np.float64))))


def log_odds(chances: Floats | Sequence[Floats], least: float = 1e-9) -> Floats:
    """Log odds of probabilities, which are kept at least `least` away from 0 and 1."""
    kept = np.clip(chances, least, 1 - least)
    return np.asarray(np.log(kept / (1 - kept)))


def softmax(logits: npt.NDArray[np.floating]) -> Floats:
    """Probabilities in each row of log weights, float64."""
    raised = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))
