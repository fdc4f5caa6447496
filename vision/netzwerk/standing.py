"""Where all miners stand, weighed together: each player has one at most, and no field bears two."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from engine.netzwerk.material import Player
from vision.lens import Floats
from vision.netzwerk.reading import MINERS_LEARNT, NOBODY, Reading

_FIELDS = 8  # that are told apart; of the others only how likely anybody stands on any of them
_NEVER = 1e-6
_LEARNT = np.array([1 - MINERS_LEARNT * len(Player), *(MINERS_LEARNT for _ in Player)])


def standing(reading: Reading, may_stand: Floats, off_the_board: Floats) -> Floats:
    """How likely each player's miner stands on each field, and how likely on none: (4, N + 1).

    may_stand: (N,) how likely a miner was to be on each field before anything was seen, 1 for most fields, 0 for
    never; off_the_board: (4,) how likely each player's was to be on none.

    What looks half like white's and half like grey's is white's where grey's plainly stands elsewhere.
    """
    says = _says(reading) * may_stand[:, None]
    before = (1 - off_the_board) / max(float(may_stand.sum()), 1.0)
    weights = (says * before).T
    told_apart = np.argsort(-weights.max(axis=0))[:_FIELDS]
    others = np.delete(weights, told_apart, axis=1).sum(axis=1)
    ways = np.column_stack([weights[:, told_apart], others, off_the_board])
    joint = np.einsum("a,b,c,d->abcd", *ways) * _apart(len(told_apart))
    joint /= joint.sum()
    # Where nobody may stand elsewhere, all of these are 0.
    of_others = weights / np.where(others > 0, others, 1.0)[:, None]
    told = np.empty((len(Player), len(says) + 1))
    for player in range(len(Player)):
        share = joint.sum(axis=tuple(axis for axis in range(len(Player)) if axis != player))
        told[player, :-1] = of_others[player] * share[-2]
        told[player, told_apart] = share[:-2]
        told[player, -1] = share[-1]
    return told


def _says(reading: Reading) -> Floats:
    """What the picture alone says for each player's miner on each field, against nobody's, (N, 4)."""
    unseen = reading.unseen[:, None]
    chances = np.clip((1 - unseen) * reading.miners + unseen * _LEARNT, _NEVER, 1.0)
    return np.asarray(chances[:, 1:] / chances[:, [NOBODY]] * _LEARNT[NOBODY] / _LEARNT[1:])


@cache
def _apart(fields: int) -> npt.NDArray[np.bool_]:
    """Which ways (F + 2, …) of four players, each on one of F fields, elsewhere or nowhere, put no two on one."""
    ways = np.indices((fields + 2,) * len(Player))
    together = [
        (ways[one] == ways[other]) & (ways[one] < fields)
        for one in range(len(Player))
        for other in range(one)
    ]
    return np.asarray(~np.logical_or.reduce(together))
