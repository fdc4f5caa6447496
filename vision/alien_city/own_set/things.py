"""What a lot of an owner's set can show: things, each of a sort.

A sort is the same in all sets: a tower is a tower, whatever its colour. How the different things of a sort look, the
owner has to show once.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.alien_city import LOTS, Colour, Corner
from vision.alien_city.reading import ICON_LOTS, STREET

_GUILDS, _TOWERS = len(Colour), 3

BARE, ICON, DOME, TOWER, CAPPED_WHITE, CAPPED_BLACK = range(6)
"""Sorts: a bare lot of a tile, one with an icon, a dome, a tower without a cap, and with one of each player."""

SORTS = np.repeat(
    [BARE, ICON, DOME, TOWER, CAPPED_WHITE, CAPPED_BLACK], [_GUILDS, _GUILDS, _GUILDS, *[_TOWERS] * 3]
)
"""(21,) the sort of each thing: bare lots and icons by guild, then as LOT_STATES."""

FIRST_PIECE = 2 * _GUILDS
"""Things before this one are lots on which nothing stands."""

SORTS_OF_LOTS = np.equal.outer(
    [BARE, *SORTS[FIRST_PIECE:]], [BARE, DOME, TOWER, CAPPED_WHITE, CAPPED_BLACK]
).astype(float)
"""(14, 5) of which of these sorts each of LOT_STATES is; a bare lot may be one with an icon, too."""


def things_of(states: npt.NDArray[np.intp], marks: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """The things (80,) on lots that hold `states` (80,), of LOT_STATES, on tiles of `marks` (20,), of MARKS."""
    guilds, corners = np.divmod(marks, len(Corner))
    bare = np.empty(len(LOTS), int)
    bare[ICON_LOTS] = guilds[:, None]
    bare[ICON_LOTS[np.arange(len(marks)), corners]] += _GUILDS
    return np.where(states == STREET, bare, states + FIRST_PIECE - 1)
