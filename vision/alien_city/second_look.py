"""What is left in doubt is looked at once more, from close up and beside what is clear."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from vision.company import company
from vision.lens import Floats
from vision.network import Network, softmax
from vision.witnesses import together

# Share of the close look in what is pooled, the rest being what was thought before: by itself it is too sure.
_WEIGHT = 2 / 3


class Shown(Protocol):
    """Cuts as a network takes them."""

    @property
    def colours(self) -> npt.NDArray[np.float32]:
        """Of N things, (N, C, h, w)."""

    @property
    def about(self) -> npt.NDArray[np.float32]:
        """What else there is to say of them, (N, K)."""


def looked_at_again(network: Network, before: Floats, chosen: npt.NDArray[np.intp], seen: Shown) -> Floats:
    """Probabilities `before` (M, K), those of the chosen things pooled with what a network says of their cuts.

    seen: cuts of the chosen ones, and then of those that they are compared with.
    """
    (said,) = network(colours=seen.colours, about=seen.about, company=company(len(seen.about)))
    now = before.copy()
    now[chosen] = together([before[chosen], softmax(said[: len(chosen)])], (1 - _WEIGHT, _WEIGHT))
    return now
