"""What is seen of a picture's things beside each other: which of them networks compare, and how players' pieces look.

By itself, one stone seen from right above looks like two on each other, and a grey connector in bright light like a
white one; beside others of the same picture it does not.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.netzwerk.material import Player
from vision.lens import Floats

LOOKS = 24
"""Numbers for the looks of a thing."""

FEW = 0.5
"""As many of a kind must be there for their mean to count."""

PLAYERS_NUMBERS = len(Player) * (LOOKS + 1)


def company(things: int) -> npt.NDArray[np.float32]:
    """Which of so many things of a picture each is compared with, (N, N), as networks take it: all others."""
    return 1 - np.eye(things, dtype=np.float32)


def players_looks(looks: Floats, shares: Floats) -> npt.NDArray[np.float32]:
    """How the pieces of each player look in the mean, and how many there are, as networks take it: (100,).

    looks: (N, 24) of things; shares: (N, 4) how likely each of them is a piece of each player.
    """
    counts = shares.sum(axis=0)
    means = shares.T @ looks / (counts[:, None] + FEW)
    return np.concatenate([means.ravel(), np.log1p(counts)]).astype(np.float32)
