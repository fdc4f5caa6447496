"""Which things of an owner's set are hard to tell apart, by pictures each of which was judged by the others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from engine.alien_city import Colour
from engine.alien_city.words import CAPPED_NAMES, ICON_NAMES, PIECE_NAMES
from engine.messages import Message
from vision.alien_city.reading import LOT_STATES
from vision.game import Alike
from vision.lens import Floats

CLOSE = 3.0
"""So many spreads apart, two things are hardly ever mixed up: one in fifteen lies nearer to the other."""

BARE = Message("bare lot")

_MOST_NATS = 6.0  # the most that one example counts: things are far apart then anyway
_LEAST = 1e-9


def lots_alike(lots: Floats, states: npt.NDArray[np.intp]) -> list[Alike]:
    """What stands on lots and is hard to tell apart, by the probabilities (N, 14) of lots that hold `states` (N,)."""
    return _alike(distances(lots, states), [name_of_state(state) for state in range(len(LOT_STATES))])


def icons_alike(guilds: Floats, true: npt.NDArray[np.intp]) -> list[Alike]:
    """The guilds whose icons are, by the probabilities (N, 4) of tiles of guilds (N,)."""
    return _alike(distances(guilds, true), [ICON_NAMES[guild] for guild in Colour])


def _alike(apart: Floats, names: Sequence[Message]) -> list[Alike]:
    return [
        Alike(names[one], names[other], float(apart[one, other]))
        for one, other in combinations(range(len(names)), 2)
        if apart[one, other] < CLOSE
    ]


def distances(chances: Floats, classes: npt.NDArray[np.intp]) -> Floats:
    """How many spreads apart C classes are, (C, C), by how examples of classes (N,) were judged, (N, C).

    For two normal distributions d spreads apart, the mean log odds of an example for its own one are half the square
    of d. NaN where there is no example of one of them.
    """
    count = chances.shape[1]
    logs = np.log(chances + _LEAST)
    odds = np.full((count, count), np.nan)
    for one in np.unique(classes):
        mine = logs[classes == one]
        odds[one] = np.clip(mine[:, [one]] - mine, -_MOST_NATS, _MOST_NATS).mean(axis=0)
    return np.asarray(np.sqrt(np.maximum(odds + odds.T, 0.0)))


def name_of_state(state: int) -> Message:
    """The name of what a lot holds, by its number among LOT_STATES."""
    structure = LOT_STATES[state]
    if structure is None:
        return BARE
    if structure.cap is not None:
        return CAPPED_NAMES[structure.colour, structure.cap]
    return PIECE_NAMES[structure.piece]
