"""Spots: where on a field the closer look sees something small likeliest, and a look at just that.

Of its field's own colour, one stone differs from two on each other by some pixels of its sides, and a brown miner on
a dark print is little more. A network that has the spot in the middle of what it sees has less to learn than one that
has to find it as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from vision.lens import Floats
from vision.netzwerk.cuts import CLOSER, SPOT, Cuts, Scene, field_cuts

STONE_SPOTS = 3
"""At so many spots of a field stones are looked for: under prints and shadows the first ones may be none."""

STONE_HEIGHTS_MM = (0.0, 9.0, 18.0)
"""On the board, on one stone and on two: the top of one stone lies in the second cut where its foot is in the first,
that of two in the third, so that nobody has to judge how far things lean there."""

MINER_HEIGHTS_MM = (0.0, 10.0, 20.0)
"""On the board, about half-way up a miner, and about at its top."""

_APART_MM = 8.0  # a stone's width

OF_STONES, OF_MINERS = slice(0, 2), slice(2, 6)
"""Which of the places (N, 6, h, w) that the closer look gives are those of stones, by themselves and on each other,
and which those of each player's miner."""


def spots(places: Floats, most: int = 1) -> Floats:
    """Where some things are likeliest, (N, most, 2) mm to the right and upwards of the middles of closer cuts.

    places: (N, M, h, w) logits of where each of them is. The likeliest spot of each cut comes first, and none is near
    one before it.
    """
    return spots_and_odds(places, most)[0]


def spots_and_odds(places: Floats, most: int) -> tuple[Floats, Floats]:
    """The same, and the logits (N, most) of one of the things being there."""
    count, middles = len(places), cell_middles(places.shape[2:])
    left = places.max(axis=1).reshape(count, -1)
    found, odds = np.empty((count, most, 2)), np.empty((count, most))
    for number in range(most):
        found[:, number], odds[:, number] = middles[left.argmax(axis=1)], left.max(axis=1)
        left[np.linalg.norm(middles - found[:, number, None], axis=2) < _APART_MM] = -np.inf
    return found, odds


def cell_middles(shape: Sequence[int]) -> Floats:
    """The middles of the cells of a map (h, w) of a closer cut, row by row, (h w, 2) mm from its own middle."""
    height, width = shape
    across, down = (side / CLOSER.pixels_per_mm for side in CLOSER.size)
    x = ((np.arange(width) + 0.5) / width - 0.5) * across
    y = (0.5 - (np.arange(height) + 0.5) / height) * down
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def likeliest(places: Floats, most: int) -> npt.NDArray[np.intp]:
    """Which fields, at most so many, likeliest bear one of some things, in their order; places: as in `spots`."""
    return np.sort(np.argsort(-places.max(axis=(1, 2, 3)))[:most])


def spot_cuts(
    scene: Scene,
    fields: Sequence[Field],
    turns: Floats | float,
    spots: Floats,
    heights: Sequence[float],
) -> Cuts:
    """Cuts of spots of fields at some heights; turned so that tall things lean upwards."""
    return field_cuts(scene, fields, turns, SPOT, spots, heights)
