"""A last layer, learnt from a few examples of one's own.

What networks have found out about many sets serves for one that they have never met; only this small table of
weights, which combines it, has to be learnt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.network import softmax

# Chosen on 320 boards of forty simulated sets that nothing was trained for.
_PULL = 3.0
_OFFSET_PULL = 0.1
_STEPS, _RATE = 200, 0.03
_MOMENT, _SQUARES, _LEAST = 0.9, 0.999, 1e-8  # Kingma and Ba, "Adam", 2015
_DIGITS = 4
_EVEN = 1e-3  # added to all spreads, so that none is 0
_MOST = 1e6  # neither a weight nor what it weighs is larger


@dataclass(frozen=True, eq=False)
class LastLayer:
    """Weights (C, F) and offsets (C,) of C classes by F features."""

    weights: Floats
    offsets: Floats

    def __post_init__(self) -> None:
        """Refuse arrays that don't make a layer."""
        if self.weights.ndim != 2 or self.offsets.shape != self.weights.shape[:1]:
            raise ValueError("no layer: a row of weights and an offset for each class")
        if not (_is_sound(self.weights) and _is_sound(self.offsets)):
            raise ValueError("no layer: its numbers are none of a layer")

    def __call__(self, features: npt.NDArray[np.floating]) -> Floats:
        """Logits (N, C) of features (N, F)."""
        return np.asarray(features @ self.weights.T + self.offsets, np.float64)

    def to_json(self) -> dict[str, Any]:
        """As plain numbers."""
        return {
            "weights": self.weights.round(_DIGITS).tolist(),
            "offsets": self.offsets.round(_DIGITS).tolist(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> LastLayer:
        """The layer of such numbers. Raises ValueError, KeyError or TypeError for anything else."""
        return cls(np.array(data["weights"], np.float64), np.array(data["offsets"], np.float64))


@dataclass(frozen=True, eq=False)
class Scale:
    """Brings numbers to one scale, so that a layer learns from each as easily.

    middles, spreads: (F,), the spreads within a class.
    """

    middles: Floats
    spreads: Floats

    def __post_init__(self) -> None:
        """Refuse what is no scale."""
        if self.middles.ndim != 1 or self.middles.shape != self.spreads.shape:
            raise ValueError("no scale: a middle and a spread for each number")
        if not (_is_sound(self.middles) and _is_sound(self.spreads) and (self.spreads > 1 / _MOST).all()):
            raise ValueError("no scale: its numbers are none of a scale")

    @classmethod
    def of(cls, numbers: Floats, classes: npt.NDArray[np.intp]) -> Scale:
        """The scale of numbers (N, F) of classes (N,), which count by the root of how often they occur."""
        found, which = np.unique(classes, return_inverse=True)
        middles = np.stack([numbers[classes == it].mean(axis=0) for it in found])
        weights = 1 / np.sqrt(np.bincount(which))[which]
        spreads = np.sqrt(np.average((numbers - middles[which]) ** 2, axis=0, weights=weights))
        return cls(np.average(numbers, axis=0, weights=weights), spreads + _EVEN)

    def __call__(self, numbers: Floats) -> Floats:
        """Numbers (N, F) in spreads from their middles."""
        return np.asarray((numbers - self.middles) / self.spreads)

    def to_json(self) -> dict[str, Any]:
        """As plain numbers."""
        named = {"middles": self.middles, "spreads": self.spreads}
        return {name: it.round(_DIGITS).tolist() for name, it in named.items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Scale:
        """The scale of such numbers. Raises ValueError, KeyError or TypeError for anything else."""
        return cls(np.array(data["middles"], np.float64), np.array(data["spreads"], np.float64))


def _is_sound(numbers: Floats) -> bool:
    """Whether numbers are finite and small enough to reckon with."""
    return bool((np.abs(numbers) < _MOST).all())


def refined(start: LastLayer, features: npt.NDArray[np.floating], classes: npt.NDArray[np.intp]) -> LastLayer:
    """The layer that tells the classes (N,) of features (N, F), and otherwise stays as near to `start` as it can.

    Logistic regression with its prior centred on `start`; classes count by the root of how often they occur, so that
    rare ones have a say.
    """
    rows = features.astype(np.float32)
    targets = np.eye(len(start.offsets), dtype=np.float32)[classes]
    weighty = 1 / np.sqrt(np.maximum(targets.sum(axis=0), 1))[classes]
    weighty = (weighty / weighty.mean())[:, None].astype(np.float32)
    before = np.hstack([start.weights, start.offsets[:, None]]).astype(np.float32)
    rows = np.hstack([rows, np.ones((len(rows), 1), np.float32)])
    pull = np.full(rows.shape[1], _PULL, np.float32)
    pull[-1] = _OFFSET_PULL
    layer, moment, squares = before.copy(), np.zeros_like(before), np.zeros_like(before)
    for step in range(1, _STEPS + 1):
        off = (softmax(rows @ layer.T).astype(np.float32) - targets) * weighty
        slope = off.T @ rows + pull * (layer - before)
        moment = _MOMENT * moment + (1 - _MOMENT) * slope
        squares = _SQUARES * squares + (1 - _SQUARES) * slope**2
        spread = np.sqrt(squares / (1 - _SQUARES**step)) + _LEAST
        layer -= _RATE * (1 - step / _STEPS) * moment / (1 - _MOMENT**step) / spread
    return LastLayer(layer[:, :-1].astype(np.float64), layer[:, -1].astype(np.float64))
