"""What tells something foreign that lies over an owner's set, such as a hand, from the set's own things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.alien_city.board import COLUMNS, ROWS
from vision.alien_city.own_set.things import SORTS
from vision.lens import Floats
from vision.network import log_odds, sigmoid

# Fitted to 26,000 lots of 28 simulated sets, 1,800 of them under hands: for a lot by itself, and then together with
# those around it.
_BY_NETWORK, _BY_DISTANCE, _BY_STRANGENESS, _ALONE = 1.5, 2.3, -0.33, -6.1
_BY_ITSELF, _BY_NEIGHBOURS, _TOGETHER = 0.9, 5.8, -2.3
_LEAST = 1e-6  # no probability is taken for smaller
_DIGITS = 3


@dataclass(frozen=True, eq=False)
class Foreign:
    """How foreign the things of a set look: (21,) the mean log odds with which the network takes each for something
    that hides its lot.

    What the network has never met, such as skin-coloured towers, it may well take for a hand.
    """

    strange: Floats

    def __post_init__(self) -> None:
        """Refuse another shape, and what are no proper numbers."""
        if self.strange.shape != SORTS.shape or not (np.abs(self.strange) <= -np.log(_LEAST) + 1).all():
            raise ValueError("no set: how foreign each of its things looks is a number")

    @classmethod
    def of(cls, shown: Sequence[tuple[Floats, npt.NDArray[np.intp]]]) -> Foreign:
        """What was learnt from shown things: how likely the network takes lots (80,) with things (80,) for hidden."""
        odds = np.concatenate([log_odds(unseen, _LEAST) for unseen, _ in shown])
        things = np.concatenate([things for _, things in shown])
        strange = np.full(len(SORTS), odds.mean())
        for thing in np.unique(things):
            strange[thing] = odds[things == thing].mean()
        return cls(strange)

    def __call__(self, unseen: Floats, apart: Floats) -> Floats:
        """How likely something foreign hides each lot, (80,).

        unseen: (80,) what the network thinks of that; apart: (80, 21) how far the looks of each lot are from those of
        each thing of the set, squared; infinite for things that nobody has shown.
        """
        strange = self.strange[apart.argmin(axis=1)]
        distance = np.sqrt(apart.min(axis=1))
        odds = log_odds(unseen, _LEAST)
        alone = _BY_NETWORK * odds + _BY_DISTANCE * distance + _BY_STRANGENESS * strange + _ALONE
        return sigmoid(_BY_ITSELF * alone + _BY_NEIGHBOURS * _around(sigmoid(alone)) + _TOGETHER)

    def to_json(self) -> list[float]:
        """As plain numbers."""
        return list(map(float, self.strange.round(_DIGITS)))

    @classmethod
    def from_json(cls, data: Sequence[float]) -> Foreign:
        """By such numbers. Raises ValueError or TypeError for anything else."""
        return cls(np.array(data, np.float64))


def _around(lots: Floats) -> Floats:
    """The means of what is said of the (at most eight) lots around each, (80,): a hand seldom hides a single one."""
    board = np.pad(np.stack([lots, np.ones(len(lots))]).reshape(2, ROWS, COLUMNS), ((0, 0), (1, 1), (1, 1)))
    shifted = [
        board[:, row : row + ROWS, column : column + COLUMNS] for row in range(3) for column in range(3)
    ]
    sums, counts = sum(shifted) - board[:, 1:-1, 1:-1]
    return np.asarray((sums / counts).ravel())
