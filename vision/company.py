"""Things of a picture are told beside each other: which of them networks compare.

By itself, one stone seen from right above looks like two on each other, a grey connector in bright light like a white
one, and a coin of a tile's own stock like the bare tile; beside others of the same picture they do not.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def company(things: int, looks: int = 1) -> npt.NDArray[np.float32]:
    """Which of so many things of a picture each is compared with, (N, N), as networks take it: all others.

    looks: how often all of them are shown; those of one look are compared with each other.
    """
    return np.kron(np.eye(looks, dtype=np.float32), 1 - np.eye(things, dtype=np.float32))
