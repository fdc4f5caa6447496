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

OF_STONES, OF_MINERS = slice(0, 2), slice(2, 6)
"""Which of the places (N, 6, h, w) that the closer look gives are those of stones, by themselves and on each other,
and which those of each player's miner."""


def spots(places: Floats) -> Floats:
    """Where one of some things is likeliest, (N, 2) mm to the right and upwards of the middles of closer cuts.

    places: (N, M, h, w) logits of where each of them is.
    """
    likeliest = places.max(axis=1)
    height, width = likeliest.shape[1:]
    rows, columns = np.divmod(likeliest.reshape(len(likeliest), -1).argmax(axis=1), width)
    across, down = (side / CLOSER.pixels_per_mm for side in CLOSER.size)
    return np.column_stack([
        ((columns + 0.5) / width - 0.5) * across, (0.5 - (rows + 0.5) / height) * down
    ])  # fmt: skip


def likeliest(places: Floats, most: int) -> npt.NDArray[np.intp]:
    """The fields, at most so many, in the order they come, that bear one of some things likeliest."""
    return np.sort(np.argsort(-places.max(axis=(1, 2, 3)))[:most])


def spot_cuts(scene: Scene, fields: Sequence[Field], turns: Floats | float, spots: Floats) -> Cuts:
    """Cuts of spots of fields; turned so that tall things lean upwards."""
    return field_cuts(scene, fields, turns, SPOT, spots)
