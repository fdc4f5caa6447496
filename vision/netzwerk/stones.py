"""Stones from nearby: a look at the spot of a field where they seem to lie, one cut a field.

Of its field's own colour, one stone differs from two on each other by some pixels of its sides. A network that has
the spot in the middle of what it sees has less to learn than one that has to find it as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.netzwerk.fields import Field
from vision.lens import Floats
from vision.network import softmax
from vision.netzwerk.cuts import CLOSER, SPOT, Cuts, Scene, field_cuts

PILES = (0, 1, 2, 2)
"""How many stones: none, one, two side by side, two on each other."""

PLACES_OF_STONES = 2
"""So many of the places that the closer look gives are those of stones: by themselves, and on each other."""

# How often the network was shown each of PILES; on a table, nobody knows how often they lie.
_LEARNT = np.array([0.2271, 0.1588, 0.4458, 0.1682])


def spots(places: Floats) -> Floats:
    """Where stones are likeliest, (N, 2) mm to the right and upwards of the middles of closer cuts.

    places: (N, 6, h, w) logits, as the closer look gives them.
    """
    likeliest = places[:, :PLACES_OF_STONES].max(axis=1)
    height, width = likeliest.shape[1:]
    rows, columns = np.divmod(likeliest.reshape(len(likeliest), -1).argmax(axis=1), width)
    across, down = (side / CLOSER.pixels_per_mm for side in CLOSER.size)
    return np.column_stack([
        ((columns + 0.5) / width - 0.5) * across, (0.5 - (rows + 0.5) / height) * down
    ])  # fmt: skip


def stone_cuts(scene: Scene, fields: Sequence[Field], turns: Floats | float, spots: Floats) -> Cuts:
    """Cuts of spots of fields; turned so that tall things lean upwards."""
    return field_cuts(scene, fields, turns, SPOT, spots)


def counted(said: Floats) -> Floats:
    """Probabilities of no, one and two stones (N, 3) from logits of PILES (N, 4), as if each were as frequent."""
    chances = softmax(said)
    shares = np.zeros((3, len(chances)))
    learnt = np.zeros(3)
    np.add.at(shares, np.array(PILES), chances.T)
    np.add.at(learnt, np.array(PILES), _LEARNT)
    shares /= learnt[:, None]
    return np.asarray((shares / shares.sum(axis=0)).T)
