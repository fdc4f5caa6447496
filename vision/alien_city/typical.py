"""What readings of this very set usually say of each piece, and how typical, by that, is what is said of a lot.

Where every blue dome of a set is plainly read as blue, one that might as well be black is hardly blue, whatever the
network says of it by itself. By how many nats a lot is read as a rival rather than as a state is taken to follow
Student's distribution about the mean of the lots known to hold that state; the prior of that mean is all sets' mean.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.alien_city.reading import STREET
from vision.lens import Floats

# Fitted to half of 700 drawn boards (`python -m tests.bench.typical`), each of another set, every lot judged by all
# others. Of 6923 pieces on the other half 89 are misread by how each state usually fares, 72 with what is typical.
_USUAL, _USUAL_WEIGHS = -7.3, 0.5  # nats for the strongest rival; known lots that this prior equals in weight
_SPREAD, _SPREAD_OF_ALL, _TAILS = 1.2, 1.35, 1.8

_WORST_NATS = -4.0  # of one lot
_DOUBT = 2.0  # lots, read well, that are assumed beside those that are known


def typical(said: Floats, contents: npt.NDArray[np.intp], known: npt.NDArray[np.bool_]) -> Floats:
    """By how many nats each lot's states are likelier, (80, 14), than they are said to be, by how this set is read.

    said: (80, 14) logarithms of probabilities; contents: (80,) what lots hold, as far as they are `known`. How likely
    anything at all stands on a lot stays as said.
    """
    lots, states = said.shape
    there = np.zeros((lots, states))
    rows = np.flatnonzero(known & (contents != STREET))
    there[rows, contents[rows]] = 1.0
    rivals = _rivals(said)
    # By how many nats each state's rival is ahead of it, at each lot and on average where the state is known.
    leaning = np.take_along_axis(said, rivals, axis=1) - said
    counts = there.sum(axis=0)
    rather = said[:, None, :] - said[:, :, None]
    sums = np.einsum("ns,nst->st", there, rather)[np.arange(states), rivals]
    mean = (_USUAL_WEIGHS * _USUAL + sums) / (_USUAL_WEIGHS + counts)
    spread = np.sqrt(_SPREAD**2 + (_SPREAD_OF_ALL**2 - _SPREAD**2) * _USUAL_WEIGHS / (_USUAL_WEIGHS + counts))
    more = _student(leaning - mean, spread) - _student(leaning - _USUAL, np.array(_SPREAD_OF_ALL))
    more[:, counts == 0] = 0.0
    more -= _total(said + more)[:, None] - _total(said)[:, None]
    more[:, STREET] = 0.0
    more[rows] = 0.0
    return np.asarray(more)


def usually(
    likelihood: Floats, contents: npt.NDArray[np.intp], known: npt.NDArray[np.bool_]
) -> tuple[Floats, float]:
    """How well a reading does on lots whose content is known and untouched.

    The nats (14,) that each state is usually given where it is true, 0 where it is read well; and the factor, 1 or
    more, by which the reading overrates what it says of this set.

    If the black coins of a set look like its blue ones, known blue coins are read as black; then that a coin is read
    as black hardly speaks against its being blue.
    """
    rows = np.flatnonzero(known)
    given = np.maximum(likelihood[rows, contents[rows]], _WORST_NATS)
    sums, counts = np.zeros(likelihood.shape[1]), np.full(likelihood.shape[1], _DOUBT)
    np.add.at(sums, contents[rows], given)
    np.add.at(counts, contents[rows], 1)
    built = contents[rows] != STREET
    return sums / counts, 1 - float(given[built].sum()) / (int(built.sum()) + _DOUBT)


def _rivals(said: Floats) -> npt.NDArray[np.intp]:
    """The likeliest piece on each lot other than each state, (80, 14)."""
    pieces = said.copy()
    pieces[:, STREET] = -np.inf
    second, first = np.argsort(pieces, axis=1)[:, -2:].T
    return np.asarray(np.where(np.arange(said.shape[1]) == first[:, None], second[:, None], first[:, None]))


def _student(aside: Floats, spread: Floats) -> Floats:
    """Logarithms of Student's density, up to a constant, at so many nats from its mean."""
    return np.asarray(-np.log(spread) - (_TAILS + 1) / 2 * np.log1p((aside / spread) ** 2 / _TAILS))


def _total(said: Floats) -> Floats:
    """The logarithms (80,) of how likely anything at all stands on lots."""
    pieces = np.delete(said, STREET, axis=1)
    most = pieces.max(axis=1)
    return np.asarray(most + np.log(np.exp(pieces - most[:, None]).sum(axis=1)))
