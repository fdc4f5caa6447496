"""How the pieces of each player look in a picture, by which its miners are told as well."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.netzwerk.material import Player
from vision.lens import Floats

LOOKS = 24
"""Numbers for the looks of a connector."""

PLAYERS_NUMBERS = len(Player) * (LOOKS + 1)

_FEW = 0.5  # as many must be there for their mean to count


def players_looks(looks: Floats, shares: Floats) -> npt.NDArray[np.float32]:
    """How the pieces of each player look in the mean, and how many there are, as networks take it: (100,).

    looks: (N, 24) of things; shares: (N, 4) how likely each of them is a piece of each player.
    """
    counts = shares.sum(axis=0)
    means = shares.T @ looks / (counts[:, None] + _FEW)
    return np.concatenate([means.ravel(), np.log1p(counts)]).astype(np.float32)
