"""What a reading says about a city whose earlier state is known: which cities it may be by now."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.alien_city import LOTS, UNKNOWN, City
from vision.alien_city.memory import Memory, as_compared, changed
from vision.alien_city.reading import LOT_STATES, MARKS, Reading, contents_of
from vision.alien_city.typical import typical, usually
from vision.choices import likeliest
from vision.game import HIDDEN, Alternative
from vision.network import MOST_NATS
from vision.same_board import may_be_same

_BEYOND = 0.1  # share of the nats beyond MOST_NATS that counts, so that even excluded states can be compared
_UNTOUCHED = -1.0  # nats for a change, below which a lot looks as it did


def alternatives(reading: Reading, before: City, memory: Memory | None = None) -> list[Alternative]:
    """The cities that a reading may show when `before` lay there a while ago, the likeliest first.

    What is hidden is taken to be as it was. Lots that were unknown stay so. `before` itself is always among them.
    memory: how the lots looked when `before` stood there.
    """
    contents = contents_of(before)
    known, index = contents >= 0, np.maximum(contents, 0)
    rows = np.arange(len(index))
    seen = (1 - reading.unseen)[:, None]
    there = np.zeros_like(reading.lots)
    there[rows, index] = 1.0
    touched = changed(reading, before, memory)
    lots = reading.lots if memory is None else as_compared(reading, memory, touched)
    likelihood = np.log(seen * lots + (1 - seen) * there + 1e-9)
    as_it_was = known & (touched < _UNTOUCHED) & (reading.unseen < HIDDEN)
    usual, overrated = usually(likelihood, index, as_it_was)
    likelihood += typical(np.log(reading.lots + 1e-9), index, as_it_was) - usual
    told = (likelihood - likelihood.max(axis=1, keepdims=True)) / overrated
    nats = np.maximum(told, -MOST_NATS) + _BEYOND * np.minimum(told + MOST_NATS, 0)
    nats += touched[:, None] - nats[rows, index][:, None]
    nats[~known] = -np.inf
    nats[rows, index] = 0.0
    return [_alternative(before, states, total) for total, states in likeliest(nats, index)]


def _alternative(before: City, states: npt.NDArray[np.intp], nats: float) -> Alternative:
    """The city of some states; what was unknown stays so."""
    lots = [
        UNKNOWN if it is UNKNOWN else LOT_STATES[state] for it, state in zip(before.lots, states, strict=True)
    ]
    pairs = zip(LOTS, before.lots, lots, strict=True)
    changed = {str(lot): "" if now is None else str(now) for lot, was, now in pairs if was != now}
    return Alternative(str(City(before.tiles, tuple(lots))), nats, changed)


def is_laid_like(reading: Reading, city: City) -> bool:
    """Whether the tiles may lie as in a city."""
    known, marks = _known_marks(city)
    return may_be_same(reading.tiles[known], marks)


def likelihood(reading: Reading, city: City) -> float:
    """How well a reading fits a city, in nats; what is unknown or hidden doesn't count."""
    contents = contents_of(city)
    lots = np.flatnonzero(contents >= 0)
    unseen = reading.unseen[lots]
    standing = reading.lots[lots, contents[lots]] * (1 - unseen) + unseen
    tiles = reading.tiles[_known_marks(city)]
    return float(np.log(standing + 1e-9).sum() + np.log(tiles + 1e-3).sum())


def _known_marks(city: City) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The tiles of a city that are wholly known, by number, and which of MARKS each of them is."""
    marks = {number: MARKS.index(tile) for number, tile in enumerate(city.tiles) if tile in MARKS}
    return np.array([*marks], np.intp), np.array([*marks.values()], np.intp)
