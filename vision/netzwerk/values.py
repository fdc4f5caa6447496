"""Values of cities: each is shown in twelve turns to a network that knows numbers standing upright only.

What it is surest of, in whichever turn, is the value. In a mirror hardly a number looks like one, but 2 and 5 look
like each other: all cities together tell that a picture is mirrored.
"""

from __future__ import annotations

import numpy as np

from vision.lens import Floats
from vision.network import softmax
from vision.netzwerk.cuts import VALUE_TURNS

FEWEST_TO_TELL = 5
"""Cities: fewer don't tell whether a picture is mirrored. A landscape has eight or nine."""

# Of 44 photos, cities looked like numbers in a mirror by -2.1 at the most, and by 2.1 at the least where these were
# mirrored themselves.
_MIRRORED = 1.0


def values_of(said: Floats) -> Floats:
    """Probabilities of CITY_VALUES (N, 9), from logits (12 N, 9) of cities in each of their turns."""
    turns = _of_each_city(said)
    shares = softmax(turns.reshape(len(turns), -1))
    return np.asarray(shares.reshape(turns.shape).sum(axis=1))


def is_mirrored(as_seen: Floats, in_a_mirror: Floats) -> bool:
    """Whether cities look more like numbers in a mirror, by the logits (12 N, 9) of both looks."""
    return float((_likeness(in_a_mirror) - _likeness(as_seen)).mean()) > _MIRRORED


def _likeness(said: Floats) -> Floats:
    """How much each city looks like any number in any turn, (N,)."""
    turns = _of_each_city(said)
    return np.asarray(np.logaddexp.reduce(turns.reshape(len(turns), -1), axis=1))


def _of_each_city(said: Floats) -> Floats:
    return said.reshape(-1, VALUE_TURNS, said.shape[1])
