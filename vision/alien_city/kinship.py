"""Lots that look alike in one picture hold the same: what is clear in a picture helps to read what isn't.

A coin of the tile's own stock looks much like the bare tile, but more like the other coins of that picture. The
network gives each lot some numbers for its looks, in which squared distances are nats.
"""

from __future__ import annotations

import numpy as np

from vision.lens import Floats
from vision.network import softmax

_CLEAR = 0.97
_NEAREST = 3
# Fitted to simulated pictures together with the scale of the looks: `vision.training.alien_city.kinship` prints them.
_ABSENT_NATS = -1.30
_SHARPER = 1.26


def with_kin(lots: Floats, unseen: Floats, looks: Floats) -> Floats:
    """Probabilities of what lots hold, (N, states), weighed anew by the lots whose state is clear.

    unseen: (N,) as in a Reading; looks: (N, K). The nearer a lot's looks are to those of lots that clearly have a
    state, the likelier it has it too.
    """
    return softmax(_SHARPER * np.log(lots + 1e-9) - distances(lots, unseen, looks, _ABSENT_NATS))


def distances(lots: Floats, unseen: Floats, looks: Floats, absent: float) -> Floats:
    """How far, in nats, each lot's looks are from those of the nearest clear lots of each state, (N, states).

    absent: the distance assumed for a state that no lot clearly has.
    """
    clear = np.flatnonzero(lots.max(axis=1) * (1 - unseen) > _CLEAR)
    states = lots[clear].argmax(axis=1)
    lengths = (looks**2).sum(axis=1)
    apart = lengths[:, None] + lengths[clear] - 2 * looks @ looks[clear].T  # squared distances
    apart[clear, np.arange(len(clear))] = np.inf  # nobody is kin to oneself
    found = np.full(lots.shape, absent)
    for state in np.unique(states):
        nearest = np.sort(apart[:, states == state], axis=1)[:, :_NEAREST]
        known = np.isfinite(nearest)
        sums = np.where(known, nearest, 0.0).sum(axis=1)
        counts = known.sum(axis=1)
        found[:, state] = np.where(counts > 0, sums / np.maximum(counts, 1), absent)
    return found
