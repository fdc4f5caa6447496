"""What the lots of an owner's set hold, by all the evidence there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.alien_city.own_set.likeness import LOOK_NUMBERS, LOOKS_SCALE, lots_of
from vision.alien_city.own_set.lot_colours import COLOUR_NUMBERS
from vision.alien_city.own_set.things import SORTS_OF_LOTS
from vision.alien_city.reading import LOT_STATES
from vision.last_layer import LastLayer, Scale, refined
from vision.lens import Floats

LOT_FEATURES = sum(SORTS_OF_LOTS.shape) + LOOK_NUMBERS + COLOUR_NUMBERS

_ASTRAY = 1e-3  # how often a source of evidence about a lot is altogether wrong


@dataclass(frozen=True, eq=False)
class SeenLots:
    """What is seen of N lots. things: (N, 21) how likely they show each, by their likeness to what was shown; as_any:
    (N, 14) how they were read as if of no particular set: colours mean nothing there, but sorts are the same in all;
    looks: (N, 32), as in Features; colours: (N, 18), by `lot_colours`."""

    things: Floats
    as_any: Floats
    looks: Floats
    colours: Floats


@dataclass(frozen=True, eq=False)
class Lots:
    """What was learnt of the lots of a set; colours: the scale of their colours among lots with the same content.

    Before learning, likeness and sorts are believed as they are, and looks and colours don't count. What only some of
    these can tell apart, such as a cap of nearly its tower's colour, is learnt.
    """

    layer: LastLayer
    colours: Scale

    def __post_init__(self) -> None:
        """Refuse a layer that tells something else, or by something else."""
        if self.layer.weights.shape != (len(LOT_STATES), LOT_FEATURES):
            raise ValueError("no set: its layer is of another shape")
        if self.colours.middles.shape != (COLOUR_NUMBERS,):
            raise ValueError("no set: the colours of its lots are others")

    @classmethod
    def unlearnt(cls) -> Lots:
        """Before anything is learnt."""
        states = len(LOT_STATES)
        by_others = np.zeros((states, LOOK_NUMBERS + COLOUR_NUMBERS))
        layer = LastLayer(np.hstack([np.eye(states), SORTS_OF_LOTS, by_others]), np.zeros(states))
        return cls(layer, Scale(np.zeros(COLOUR_NUMBERS), np.ones(COLOUR_NUMBERS)))

    @classmethod
    def of(cls, seen: SeenLots, states: npt.NDArray[np.intp]) -> Lots:
        """What tells lots that hold `states` (N,), of LOT_STATES; `seen` has their things judged without knowing."""
        colours = Scale.of(seen.colours, states)
        return cls(refined(cls.unlearnt().layer, _features(seen, colours), states), colours)

    def __call__(self, seen: SeenLots) -> Floats:
        """What lots hold, in logits (N, 14)."""
        return self.layer(_features(seen, self.colours))

    def to_json(self) -> dict[str, Any]:
        """As plain numbers."""
        return self.layer.to_json() | {"colours": self.colours.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Lots:
        """What was learnt, by such numbers. Raises ValueError, KeyError or TypeError for anything else."""
        return cls(LastLayer.from_json(data), Scale.from_json(data["colours"]))


def _features(seen: SeenLots, colours: Scale) -> Floats:
    """What tells lots apart, (N, 69): what they seem to hold and of what sort (in logarithms), looks and colours."""
    said = [np.log(_sometimes_astray(it)) for it in (lots_of(seen.things), seen.as_any @ SORTS_OF_LOTS)]
    return np.hstack([*said, LOOKS_SCALE * seen.looks, colours(seen.colours)])


def _sometimes_astray(lots: Floats) -> Floats:
    return np.asarray((1 - _ASTRAY) * lots + _ASTRAY / lots.shape[1])
