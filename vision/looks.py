"""What it says that places look otherwise than they did: that something was done there, or the light is another."""

from __future__ import annotations

import numpy as np

from vision.lens import Floats

LEAST_NATS = -6.0
"""For a deed, of a place that looks just as it did."""

# Measured on simulated games of Alien City (`python -m tests.bench.changes`).
_EVEN_RATIO = 4.0  # times what noise and light do to all places: as likely a deed as none
_NATS = 3.0  # for each factor of e: two for each doubling
_NEVER_LESS = 0.05


def deed_nats(ratios: Floats) -> Floats:
    """By how many nats changes of looks (..., S), each seen in S ways, speak for a deed rather than for none, (...).

    ratios: how many times as large they are as what noise and light do to all places.
    """
    return np.asarray(_NATS * (np.log(ratios + _NEVER_LESS).mean(axis=-1) - np.log(_EVEN_RATIO)))


def is_other_light(heights: Floats, noise: float) -> bool:
    """Whether changes of looks so large, of all places while nothing was seen to move, are another light's.

    A lamp that is turned or moved changes each place in its own way, and most of them at once. Where most are as they
    were, what is not may be a deed that escaped notice.
    """
    return bool(np.median(heights) > noise)
