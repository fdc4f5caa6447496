"""Stones as they are counted at their spots (`vision.netzwerk.spots`), those of a picture together.

By itself, one stone seen from right above looks like two on each other; beside others of the same picture, whose
sides and shadows can be seen, it does not. Where there is hardly one at the likeliest spot of a field, the next one
is looked at as well.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.network import softmax

PILES = (0, 1, 2, 2)
"""How many stones: none, one, two side by side, two on each other."""

# How often the network was shown each of PILES: at the likeliest spot of a field only, at the next one only, at both.
# On a table, nobody knows how often they lie.
_BARE = 0.1725
_AT_FIRST = np.array([0.3037, 0.0238, 0.2540])
_AT_SECOND = np.array([0.0037, 0.0027, 0.0044])
_AT_BOTH = np.array([0.0005, 0.2281, 0.0066])
_ON_FIELDS = np.array([_BARE, *(_AT_FIRST + _AT_SECOND + _AT_BOTH)])
_LEARNT_FIRST = np.array([_BARE + _AT_SECOND.sum(), *(_AT_FIRST + _AT_BOTH)])
_LEARNT_SECOND = np.array([_BARE + _AT_FIRST.sum(), *(_AT_SECOND + _AT_BOTH)])
_LEARNT_ALONE = (_LEARNT_FIRST + _LEARNT_SECOND) / 2


# What both looks count for, together: how they fit drawn pictures best that neither has learnt from.
_SAY, _SAY_OF_SHADOWS = 0.7, 0.5


def company(spots: int) -> npt.NDArray[np.float32]:
    """Which of so many spots each of them is compared with, (N, N), as the network takes it: all others."""
    return 1 - np.eye(spots, dtype=np.float32)


def beside_shadows(said: Floats, by_shadows: Floats) -> Floats:
    """What two networks say of PILES (N, 4) at likeliest spots, by stones and by their shadows, as logits of both.

    Both have learnt from the same stones, so how often these lie there counts once.
    """
    return np.asarray(_SAY * said + _SAY_OF_SHADOWS * (np.log(softmax(by_shadows)) - np.log(_LEARNT_FIRST)))


def counted(said: Floats) -> Floats:
    """Probabilities of no, one and two stones (N, 3), as if each were as frequent, from logits of PILES (N, 4) at the
    likeliest spots of fields, beside each other."""
    return _counts(softmax(said), _LEARNT_FIRST)


def counted_at_two(said: Floats, alone: Floats) -> Floats:
    """The same from logits at the likeliest spots beside each other, and at the next ones by themselves.

    All stones of a field lie together: at one of its spots, or between them.
    """
    first, second = softmax(said) / _LEARNT_FIRST, softmax(alone) / _LEARNT_ALONE
    none_first, none_second = first[:, :1], second[:, :1]
    piles = (
        _AT_FIRST * first[:, 1:] * none_second
        + _AT_SECOND * none_first * second[:, 1:]
        + _AT_BOTH * first[:, 1:] * second[:, 1:]
    )
    return _counts(np.hstack([_BARE * none_first * none_second, piles]), _ON_FIELDS)


def _counts(piles: Floats, learnt: Floats) -> Floats:
    """Shares of PILES (N, 4), of which so many (4,) were learnt, as numbers of stones (N, 3) that are as frequent."""
    shares, frequent = np.zeros((3, len(piles))), np.zeros(3)
    np.add.at(shares, np.array(PILES), piles.T)
    np.add.at(frequent, np.array(PILES), learnt)
    shares /= frequent[:, None]
    return np.asarray((shares / shares.sum(axis=0)).T)
