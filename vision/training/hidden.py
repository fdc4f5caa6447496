"""How far a place that a hand partly covers is taught as one that cannot be seen."""

from __future__ import annotations

import numpy as np

from vision.lens import Floats

# Between these shares covered, a place turns from "readable" to "cannot be seen".
_COVERED_FROM, _COVERED_TO = 0.25, 0.55


def hidden_share(covered: Floats | float) -> Floats:
    """Shares, 0 to 1, at which places are hidden, by shares of them that are covered."""
    return np.asarray(np.clip((covered - _COVERED_FROM) / (_COVERED_TO - _COVERED_FROM), 0, 1))
