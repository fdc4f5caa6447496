"""Values of cities: each is shown in twelve turns to a network that knows numbers standing upright only.

What it is surest of, in whichever turn, is the value. In a mirror hardly a number looks like one, but 2 and 5 look
like each other: all cities together tell that a picture is mirrored.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.netzwerk.fields import Field
from engine.netzwerk.material import CITY_VALUES
from vision.lens import Floats
from vision.network import Network, softmax
from vision.netzwerk.cuts import VALUE_TURNS, Scene, value_cuts

FEWEST_TO_TELL = 5
"""Cities: fewer don't tell whether a picture is mirrored. A landscape has eight or nine."""

# Of 44 photos, cities looked like numbers in a mirror by -1.7 at the most, and by 1.7 at the least where these were
# mirrored themselves; of 163 drawn ones, many of whose numbers are hidden, by 0.86 at the most.
_MIRRORED = 1.0
_SAY = 5.0  # nats, at most, by one city: half hidden ones look like anything, and 10 somewhat like 01
# In each of these mirrored photos some city hardly looked like a number as it was seen: by 11.6 at the most.
_ALL_PLAIN = 13.0


class Numbers:
    """Looks at the numbers of cities. Keeps the network, and nothing of any picture."""

    def __init__(self) -> None:
        """The network is loaded when first needed."""
        self._network = Network(Path(__file__).parent / "models" / "values.onnx.xz", ["values"])

    def __call__(self, scene: Scene, cities: Sequence[Field], *, in_a_mirror: bool = False) -> Floats:
        """Logits of CITY_VALUES (N, 12, 9) for some cities, at least one, in each of their turns."""
        cuts = value_cuts(scene, cities)
        (said,) = self._network(colours=(cuts.mirrored() if in_a_mirror else cuts).colours)
        return np.asarray(said.reshape(len(cities), VALUE_TURNS, len(CITY_VALUES)), np.float64)


def values_of(said: Floats) -> Floats:
    """Probabilities of CITY_VALUES (N, 9), from logits (N, 12, 9) of cities in each of their turns."""
    shares = softmax(said.reshape(len(said), -1))
    return np.asarray(shares.reshape(said.shape).sum(axis=1))


def all_plain(said: Floats) -> bool:
    """Whether all cities look so much like numbers, by logits (N, 12, 9), that the picture can't be mirrored."""
    return float(_likeness(said).min()) > _ALL_PLAIN


def is_mirrored(as_seen: Floats, in_a_mirror: Floats) -> bool:
    """Whether cities look more like numbers in a mirror, by the logits (N, 12, 9) of both looks."""
    rather = np.clip(_likeness(in_a_mirror) - _likeness(as_seen), -_SAY, _SAY)
    return float(rather.mean()) > _MIRRORED


def _likeness(said: Floats) -> Floats:
    """How much each city looks like any number in any turn, (N,)."""
    return np.asarray(np.logaddexp.reduce(said.reshape(len(said), -1), axis=1))
