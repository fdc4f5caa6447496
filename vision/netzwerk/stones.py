"""Stones as they are counted at their spots (`vision.netzwerk.spots`), those of a picture together.

By itself, one stone seen from right above looks like two on each other; beside others of the same picture, whose
sides and shadows can be seen, it does not.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.network import softmax

PILES = (0, 1, 2, 2)
"""How many stones: none, one, two side by side, two on each other."""

# How often the network was shown each of PILES; on a table, nobody knows how often they lie.
_LEARNT = np.array([0.2217, 0.1567, 0.4621, 0.1595])


def company(spots: int) -> npt.NDArray[np.float32]:
    """Which of so many spots each of them is compared with, (N, N), as the network takes it: all others."""
    return 1 - np.eye(spots, dtype=np.float32)


def counted(said: Floats) -> Floats:
    """Probabilities of no, one and two stones (N, 3) from logits of PILES (N, 4), as if each were as frequent."""
    chances = softmax(said)
    shares = np.zeros((3, len(chances)))
    learnt = np.zeros(3)
    np.add.at(shares, np.array(PILES), chances.T)
    np.add.at(learnt, np.array(PILES), _LEARNT)
    shares /= learnt[:, None]
    return np.asarray((shares / shares.sum(axis=0)).T)
