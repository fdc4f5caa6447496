"""Stones as they are counted at their spots (`vision.netzwerk.spots`), those of a picture together.

By itself, one stone seen from right above looks like two on each other; beside others of the same picture, whose
sides and shadows can be seen, it does not. Where there is hardly one at the likeliest spot of a field, the next ones
are looked at as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.lens import Floats
from vision.network import softmax

PILES = (0, 1, 2, 2)
"""How many stones: none, one, two side by side, two on each other."""

# How often no stone lies on a field, drawn or traced, half of them each; and how often PILES with stones do, by the
# spots of the field at which they lie: the likeliest, one of the next two, or two of the three. On a table, nobody
# knows.
_BARE = 0.2132
_LYING = {
    (0,): np.array([0.2919, 0.0110, 0.2315]),
    (1,): np.array([0.0089, 0.0008, 0.0085]),
    (2,): np.array([0.0028, 0.0003, 0.0019]),
    (0, 1): np.array([0.0003, 0.2136, 0.0042]),
    (0, 2): np.array([0.0002, 0.0083, 0.0021]),
    (1, 2): np.array([0.0001, 0.0009, 0.0001]),
}
_ON_FIELDS = np.array([_BARE, *np.sum(list(_LYING.values()), axis=0)])


def _learnt_at(spot: int) -> Floats:
    """How often a network was shown each of PILES (4,) at a spot."""
    there = np.sum([often for at, often in _LYING.items() if spot in at], axis=0)
    return np.array([_ON_FIELDS.sum() - there.sum(), *there])


_LEARNT_FIRST = _learnt_at(0)
# By itself, a network was shown a quarter of the next spots, too.
_LEARNT_ALONE = (_learnt_at(0) + (_learnt_at(1) + _learnt_at(2)) / 4) / 1.5


def counted(said: Floats) -> Floats:
    """Probabilities of no, one and two stones (N, 3), as if each number were equally frequent, from logits of PILES
    (N, 4) at the likeliest spots of fields, beside each other."""
    return _counts(softmax(said), _LEARNT_FIRST)


def counted_at_all(said: Floats, alone: Sequence[Floats]) -> Floats:
    """The same from logits at the likeliest spots beside each other, and at the next ones (K, N, 4) by themselves.

    All stones of a field lie together: at one of its spots, or between two.
    """
    seen = [softmax(said) / _LEARNT_FIRST, *(softmax(it) / _LEARNT_ALONE for it in alone)]

    def if_lying(at: tuple[int, ...]) -> Floats:
        each = [shares[:, 1:] if spot in at else shares[:, :1] for spot, shares in enumerate(seen)]
        return np.asarray(np.prod(np.broadcast_arrays(*each), axis=0))

    bare = _BARE * if_lying(())
    piles = np.sum([often * if_lying(at) for at, often in _LYING.items()], axis=0)
    return _counts(np.hstack([bare, piles]), _ON_FIELDS)


def _counts(piles: Floats, learnt: Floats) -> Floats:
    """Shares of no, one and two stones (N, 3), as if each number were equally frequent.

    piles: (N, 4) shares of PILES; learnt: (4,) how often each of these was shown.
    """
    shares, frequent = np.zeros((3, len(piles))), np.zeros(3)
    np.add.at(shares, np.array(PILES), piles.T)
    np.add.at(frequent, np.array(PILES), learnt)
    shares /= frequent[:, None]
    return np.asarray((shares / shares.sum(axis=0)).T)
