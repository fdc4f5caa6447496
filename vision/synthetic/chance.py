"""Random choices from lists: numpy's own `choice` is for numbers.

It makes an array of strings, and a Ctrl-C that comes while an item is taken from that is lost: numpy 2.4 drops a
third of those that come while `rng.choice(["a", "b"])` is called over and over, and seven in ten with probabilities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Thing = TypeVar("Thing")


def one_of(rng: np.random.Generator, things: Sequence[Thing], weights: npt.ArrayLike | None = None) -> Thing:
    """One of them, each as likely as its weight says, or all the same."""
    return things[int(rng.choice(len(things), p=_chances(weights)))]


def named(rng: np.random.Generator, shares: Mapping[str, float]) -> str:
    """One of the names, each as likely as its share says."""
    return one_of(rng, list(shares), list(shares.values()))


def some_of(rng: np.random.Generator, things: Sequence[Thing], count: int) -> list[Thing]:
    """So many of them, each drawn from all."""
    return [things[n] for n in rng.choice(len(things), count).tolist()]


def shuffled(rng: np.random.Generator, things: Sequence[Thing]) -> list[Thing]:
    """All of them in any order."""
    return [things[n] for n in rng.permutation(len(things)).tolist()]


def different_of(
    rng: np.random.Generator, things: Sequence[Thing], count: int, weights: npt.ArrayLike | None = None
) -> list[Thing]:
    """So many different ones of them."""
    return [things[n] for n in rng.choice(len(things), count, replace=False, p=_chances(weights)).tolist()]


def _chances(weights: npt.ArrayLike | None) -> npt.NDArray[np.float64] | None:
    if weights is None:
        return None
    each = np.asarray(weights, np.float64)
    return np.asarray(each / each.sum())
