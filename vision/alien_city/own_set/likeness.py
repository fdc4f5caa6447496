"""What tells the things of an owner's set: their sort, and numbers that are like each other for what looks alike.

The network has met many sets, in any colours and with any icons. How the things of one more look, their owner shows
in a few pictures: the mean of a thing's numbers stands for it, and what lies nearest to it is it (Snell, Swersky and
Zemel, "Prototypical networks for few-shot learning", 2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.alien_city import LOTS, Colour, Corner
from vision.alien_city.lot_cuts import lot_cuts
from vision.alien_city.own_set.things import FIRST_PIECE, SORTS
from vision.alien_city.reading import ICON_LOTS
from vision.lens import Floats
from vision.network import Network, softmax
from vision.photo import Picture
from vision.pose import Pose

MODEL = Path(__file__).parents[1] / "models" / "sets.onnx.xz"
LOOK_NUMBERS = 32
LOOKS_SCALE = 2.0
"""By which looks are multiplied where a last layer learns by them: the larger, the more they count against what else
is said. Chosen by 320 boards of forty simulated sets, for what is true to be likely."""

# How much each counts for a set that was shown; the network learnt with both equal. Chosen by the same boards.
_BY_SORT, _BY_LOOKS = 0.8, 1.4
_DIGITS = 3
_LARGEST = 1e6  # no look has larger numbers
_LEAST = 1e-6  # no probability is taken to be smaller
_ASTRAY = 0.02  # how often, read as of no particular set, icons seem to be at a corner for no reason
_NEVER = -1e3  # stands for the nearness of a thing that was never shown


@dataclass(frozen=True, eq=False)
class Features:
    """Of all lots of a picture: sorts (80, 6), in logits; looks (80, 32)."""

    sorts: Floats
    looks: Floats


class Likeness:
    """Looks at the lots of a set. Keeps the network, and nothing of any picture."""

    def __init__(self) -> None:
        """The network is loaded when first needed."""
        self._network = Network(MODEL, ["sorts", "looks"])

    def __call__(self, picture: Picture, pose: Pose) -> Features:
        """What is seen from a pose in a picture (H, W, 3) uint8 RGB, as it is and in the mirror."""
        seen = lot_cuts(picture, pose, range(len(LOTS))).upright()
        both = seen, seen.mirrored()
        sorts, looks = self._network(
            colours=np.concatenate([it.colours for it in both]),
            lean=np.concatenate([it.about[:, :2] for it in both]),
        )
        views = (it.reshape(len(both), len(LOTS), -1) for it in (sorts, looks))
        return Features(*(it.mean(axis=0, dtype=float) for it in views))


@dataclass(frozen=True, eq=False)
class Prototypes:
    """The looks of a set's things, (21, 32); NaN for those that nobody has shown."""

    looks: Floats

    def __post_init__(self) -> None:
        """Refuse another shape, and what are no proper numbers."""
        is_right = (
            self.looks.shape == (len(SORTS), LOOK_NUMBERS) and not (np.abs(self.looks) > _LARGEST).any()
        )
        if not is_right or np.isnan(self.looks).all():
            raise ValueError("no prototypes: numbers for each thing of a set")

    @classmethod
    def of(cls, shown: Sequence[tuple[Features, npt.NDArray[np.intp]]]) -> Prototypes:
        """The mean looks of things (80,) that were shown."""
        looks = np.concatenate([features.looks for features, _ in shown])
        things = np.concatenate([things for _, things in shown])
        middles = np.full((len(SORTS), LOOK_NUMBERS), np.nan)
        for thing in np.unique(things):
            middles[thing] = looks[things == thing].mean(axis=0)
        return cls(middles)

    def __call__(self, features: Features) -> Floats:
        """How likely each lot shows each thing, (80, 21)."""
        return _things(features, self.apart(features))

    def apart(self, features: Features) -> Floats:
        """How far the looks of each lot are from those of each thing, squared, (80, 21); infinite for things that
        nobody has shown."""
        squares = ((features.looks[:, None] - self.looks) ** 2).sum(axis=2)
        return np.asarray(np.nan_to_num(squares, nan=np.inf, posinf=np.inf))

    def to_json(self) -> list[list[float] | None]:
        """As plain numbers; null for things that nobody has shown."""
        return [None if np.isnan(it).any() else it.round(_DIGITS).tolist() for it in self.looks]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Prototypes:
        """The prototypes of such numbers. Raises ValueError or TypeError for anything else."""
        return cls(np.array([[np.nan] * LOOK_NUMBERS if it is None else it for it in data], np.float64))


def things_by_all_others(shown: Sequence[tuple[Features, npt.NDArray[np.intp]]]) -> Floats:
    """How likely the lots of N pictures show each thing, (80 N, 21): each judged by all other lots, whose things
    (80,) are known."""
    features = Features(
        *(np.concatenate([getattr(it, name) for it, _ in shown]) for name in ("sorts", "looks"))
    )
    things = np.concatenate([things for _, things in shown])
    apart, own = Prototypes.of(shown).apart(features), (np.arange(len(things)), things)
    others = np.bincount(things)[things] - 1.0
    # A look is N / (N - 1) times as far from the mean of the N - 1 others as from that of all N.
    never = np.full(len(others), np.inf)
    apart[own] = np.divide(apart[own] * (others + 1) ** 2, others**2, out=never, where=others > 0)
    return _things(features, apart)


def _things(features: Features, apart: Floats) -> Floats:
    near = np.maximum(-apart, _NEVER)
    return softmax(_BY_SORT * features.sorts[:, SORTS] + _BY_LOOKS * near)


def lots_of(things: Floats) -> Floats:
    """How likely the lots hold each of LOT_STATES, (80, 14), by things (80, 21)."""
    bare = things[:, :FIRST_PIECE].sum(axis=1, keepdims=True)
    lots = np.hstack([bare, things[:, FIRST_PIECE:]]) + _LEAST
    return np.asarray(lots / lots.sum(axis=1, keepdims=True))


def marks_of(things: Floats, bare: Floats) -> tuple[Floats, Floats]:
    """How likely the tiles have each of MARKS, (20, 16) logarithms: by the icon at its corner, and by the lots of a
    guild at the three others.

    things: (80, 21); bare: (80,) how likely nothing stands on each lot; where something does, it tells nothing.
    """
    shown = things[:, :FIRST_PIECE] + _LEAST
    shown /= shown.sum(axis=1, keepdims=True)
    said = np.log(bare[:, None] * shown + (1 - bare[:, None]) / FIRST_PIECE)
    plain, icons = np.split(said[ICON_LOTS], 2, axis=2)  # (20, 4 corners, 4 guilds) each
    others = plain.sum(axis=1, keepdims=True) - plain
    by_icons, by_others = (it.swapaxes(1, 2).reshape(len(ICON_LOTS), -1) for it in (icons, others))
    return by_icons, by_others


def corners_of(tiles: Floats, bare: Floats) -> Floats:
    """How likely the tiles have each of MARKS, (20, 16) logarithms, only by the corners at which tiles (20, 16), read
    as of no particular set, have their icons: without knowing the set, their guilds can't be told.

    bare: (80,) how likely nothing stands on each lot; of icons on others nothing is known.
    """
    corners = tiles.reshape(len(ICON_LOTS), -1, len(Corner)).sum(axis=1)
    shown = bare[ICON_LOTS]
    said = np.log(shown * ((1 - _ASTRAY) * corners + _ASTRAY / len(Corner)) + (1 - shown) / len(Corner))
    return np.tile(said, len(Colour))
