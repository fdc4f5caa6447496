"""Which things of a picture networks compare with each other.

By itself, one stone seen from right above looks like two on each other, a grey connector in bright light like a white
one, and a coin of a tile's own stock like the bare tile; beside others of the same picture they do not.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from vision.lens import Floats


def company(*things: int) -> npt.NDArray[np.float32]:
    """Which things each of N is compared with, (N, N), as networks take it: all others of its own group.

    things: how many there are in each group, one after the other; most often all of a picture are one group.
    """
    groups = np.repeat(np.arange(len(things)), things)
    alike = groups[:, None] == groups
    return np.asarray(alike & ~np.eye(len(groups), dtype=np.bool_), np.float32)


def clearest(chances: Floats, kinds: Iterable[int], most: int) -> npt.NDArray[np.intp]:
    """Which things show some kinds best: of each kind at most so many, the surest of those that are likeliest of it.

    chances: (N, K), the probability that each thing is of each kind.
    """
    likeliest = chances.argmax(axis=1)
    of_each = [(kind, np.flatnonzero(likeliest == kind)) for kind in kinds]
    return np.concatenate(
        [things[np.argsort(-chances[things, kind], kind="stable")][:most] for kind, things in of_each]
    )
