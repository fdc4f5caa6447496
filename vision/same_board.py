"""Whether the board in a picture may be a known one, by as much of it as can be read."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.lens import Floats

_READABLE, _UNLIKELY = 0.8, 0.05  # probabilities of a tile, or of a field's kind
_ENOUGH_READ = 5  # of them: fewer do not tell one board from another


def may_be_same(chances: Floats, known: npt.NDArray[np.intp]) -> bool:
    """Whether less than half of the parts that can be read speak against the known board, or too few can be read.

    chances: (N, M) how likely each part is each of M things; known: (N,) which of these it is on the known board.
    """
    readable = chances.max(axis=1) > _READABLE
    other = readable & (chances[np.arange(len(known)), known] < _UNLIKELY)
    return int(readable.sum()) < _ENOUGH_READ or 2 * int(other.sum()) < int(readable.sum())
