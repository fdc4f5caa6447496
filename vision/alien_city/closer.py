"""A closer look at the lots that the look at the whole board leaves in doubt, at twice its resolution.

What is a few grey pixels on the sheets of the whole board, such as the rim of a coin on a tile of its stock or a
print under a clear tower, is plain to see there. As few lots are in doubt, that costs little. The place of the tile's
icon helps too: a tile has but one, and what looks like a second one is a coin. Lots in doubt are compared with each
other, as coins of one stock are alike, and with some that are clear: whether a dome is green or blue shows beside
domes whose colour is plain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.alien_city import LOTS, Colour
from vision.alien_city.lot_cuts import Cuts, lot_cuts
from vision.alien_city.reading import ICON_LOTS, LOT_STATES, Reading
from vision.alien_city.second_look import looked_at_again
from vision.company import clearest
from vision.game import HIDDEN
from vision.lens import Floats
from vision.light import LIGHT_NUMBERS
from vision.network import Network
from vision.photo import Picture

ABOUT_NUMBERS = 2 + LIGHT_NUMBERS + 1 + len(LOT_STATES)
_CERTAIN = 0.998  # lots of which the look at the whole board is as sure as that are not looked at again
_THINKABLE = 0.01  # from this probability on, a state of a lot in doubt is considered
_OF_EACH = 2  # clear lots shown for each such state
_LEAST = 1e-4  # no probability is taken to be smaller


def doubtful(reading: Reading) -> npt.NDArray[np.intp]:
    """Which lots, by number, can be seen and are less than certain."""
    return np.flatnonzero((reading.lots.max(axis=1) < _CERTAIN) & (reading.unseen < HIDDEN))


def clear_ones(reading: Reading, in_doubt: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Which lots show what those in doubt may hold: the clearest two of each state that one of them may have."""
    clear = np.setdiff1d(np.flatnonzero(reading.unseen < HIDDEN), in_doubt)
    thinkable = np.flatnonzero((reading.lots[in_doubt] > _THINKABLE).any(axis=0))
    return clear[clearest(reading.lots[clear], thinkable, _OF_EACH)]


def cuts(picture: Picture, reading: Reading, lots: Sequence[int] | npt.NDArray[np.intp]) -> Cuts:
    """Cut lots out of the picture of a reading; `about` also has how likely their tile's icon is there, and the
    logarithms of the states' probabilities so far."""
    seen = lot_cuts(picture, reading.pose, lots)
    icon = icons_at(reading.tiles)[lots, None].astype(np.float32)
    thought = np.log(np.maximum(reading.lots[lots], _LEAST)).astype(np.float32)
    return replace(seen, about=np.hstack([seen.about, icon, thought]))


def icons_at(tiles: Floats) -> Floats:
    """The probability that a lot is the one with its tile's icon, (80,), by those of MARKS, (20, 16)."""
    at = np.zeros(len(LOTS))
    np.add.at(at, _OF_MARKS, tiles)
    return at


_OF_MARKS = np.tile(ICON_LOTS, len(Colour))  # (20, 16), as MARKS


class CloserLook:
    """Reads doubtful lots again. Keeps the network, and nothing of any picture."""

    def __init__(self) -> None:
        """The network is loaded when first needed."""
        self._network = Network(
            Path(__file__).parent / "models" / "closer.onnx.xz", ["states"], together=True
        )

    def __call__(self, picture: Picture, reading: Reading) -> Reading:
        """The reading of a picture, with doubtful lots as they look from close up."""
        chosen = doubtful(reading)
        if not len(chosen):
            return reading
        shown = np.concatenate([chosen, clear_ones(reading, chosen)])
        seen = cuts(picture, reading, shown).upright()
        return replace(reading, lots=looked_at_again(self._network, reading.lots, chosen, seen))
