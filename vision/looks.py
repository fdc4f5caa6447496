"""What changed looks of places mean: that something was done there, or that the light has changed."""

from __future__ import annotations

import numpy as np

from vision.lens import Floats

LEAST_NATS = -6.0
"""Nats for a deed at a place that looks just as it did."""

# Measured on simulated games of Alien City (`python -m tests.bench.changes`).
_EVEN_RATIO = 4.0  # times what noise and light do to all places, at which a deed is as likely as none
_NATS = 3.0  # for each factor of e, which is two for each doubling
_NEVER_LESS = 0.05


def deed_nats(ratios: Floats) -> Floats:
    """By how many nats changed looks (..., S), seen in S ways, speak for a deed rather than for none, (...).

    ratios: how many times as large the changes are as what noise and light do to all places.
    """
    return np.asarray(_NATS * (np.log(ratios + _NEVER_LESS).mean(axis=-1) - np.log(_EVEN_RATIO)))


def is_other_light(heights: Floats, noise: float) -> bool:
    """Whether changes of looks this large, at all places while nothing was seen to move, come from another light.

    A lamp that is turned or moved changes each place in its own way, and most of them at once. Where most places look
    as they did, the others may hide a deed that escaped notice.
    """
    return bool(np.median(heights) > noise)
