"""What was seen in one picture of a city: probabilities for every lot and tile, never a bare label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.alien_city import (
    LOTS,
    UNKNOWN,
    City,
    Colour,
    Content,
    Corner,
    Kind,
    Player,
    Structure,
    Tile,
    icon_lot,
)
from vision.alien_city.board import turned
from vision.alien_city.guild_counts import within_guilds
from vision.lens import Floats
from vision.pose import Pose
from vision.sharpness import tempered
from vision.witnesses import together

LOT_STATES: tuple[Structure | None, ...] = (
    None,
    *(Structure(Kind.DOME, colour) for colour in Colour),
    *(
        Structure(Kind.TOWER, colour, cap)
        for cap in (None, Player.WHITE, Player.BLACK)
        for colour in (Colour.RED, Colour.BLUE, Colour.GREEN)
    ),
)
"""What can stand on a lot: nothing, four domes, three towers, the same capped white, the same capped black."""

STREET = LOT_STATES.index(None)
"""Which of them is a lot on which nothing stands."""

MARKS: tuple[Tile, ...] = tuple(Tile(guild, corner) for guild in Colour for corner in Corner)
"""The sixteen tiles there can be: a guild and the corner its icon stands in."""

ICON_LOTS: npt.NDArray[np.intp] = np.array(
    [[icon_lot(tile, corner) for corner in Corner] for tile in range(len(LOTS) // len(Corner))]
)
"""Which lots, by number, lie at the corners ^ > v < of each tile, (20, 4): where its icon may stand."""

TURNED_MARKS: tuple[int, ...] = tuple(MARKS.index(mark.turned()) for mark in MARKS)
"""For each of MARKS the index of what it becomes when the city is taken the other way round."""


_NUMBERS: dict[Content, int] = {UNKNOWN: -1, **{it: number for number, it in enumerate(LOT_STATES)}}


def contents_of(city: City) -> npt.NDArray[np.intp]:
    """Which of LOT_STATES the lots of a city hold, by number, (80,); -1 for unknown."""
    return np.array([_NUMBERS[it] for it in city.lots], np.intp)


@dataclass(frozen=True, eq=False)
class Reading:
    """One picture's evidence. It keeps no memory and knows no rule.

    lots: (80, 14) float64: probability of each of LOT_STATES, if the lot can be seen at all; rows sum to 1.
    unseen: (80,) float64: probability that something foreign (a hand, a mug) hides the lot.
    tiles: (20, 16) float64: probability of each of MARKS; rows sum to 1.
    tones: (80, 9) float64: logarithms of the mean colour over each lot on each of the three sheets.
    pose: where the camera stood.
    Lots come in the order A1, B1 … H10, tiles A1, C1 … G9.
    """

    lots: Floats
    unseen: Floats
    tiles: Floats
    tones: Floats
    pose: Pose

    def __post_init__(self) -> None:
        """Refuse arrays of the wrong shape."""
        for name, shape in (
            ("lots", (len(LOTS), len(LOT_STATES))),
            ("unseen", (len(LOTS),)),
            ("tiles", (20, len(MARKS))),
            ("tones", (len(LOTS), 9)),
        ):
            if getattr(self, name).shape != shape:
                raise ValueError(f"{name} of shape {getattr(self, name).shape}, not {shape}")

    @cached_property
    def tiles_of_a_set(self) -> Floats:
        """Probabilities of tiles (20, 16) as in `tiles`, given that a set has five tiles of each guild."""
        return within_guilds(self.tiles)

    def turned(self) -> Reading:
        """The same with the city taken the other way round."""
        return Reading(
            self.lots[::-1],
            self.unseen[::-1],
            self.tiles[::-1][:, TURNED_MARKS],
            self.tones[::-1],
            turned(self.pose),
        )

    def believed(self, exponent: float) -> Reading:
        """The same, its probabilities of lots and tiles raised to an exponent."""
        return replace(self, lots=tempered(self.lots, exponent), tiles=tempered(self.tiles, exponent))

    def without_colour(self) -> Reading:
        """The same as far as black and white can tell: pieces may be of any colour, tiles of any guild."""
        tiles = self.tiles.reshape(-1, len(Colour), len(Corner))
        return Reading(
            self.lots @ _ANY_COLOUR,
            self.unseen,
            np.repeat(tiles.mean(axis=1, keepdims=True), len(Colour), axis=1).reshape(self.tiles.shape),
            self.tones,
            self.pose,
        )


def _any_colour() -> Floats:
    """A matrix (14, 14) that spreads the probability of each of LOT_STATES evenly over those of other colours."""
    shapes = [(it.kind, it.cap) if it else None for it in LOT_STATES]
    same = np.array([[one == other for other in shapes] for one in shapes], np.float64)
    return np.asarray(same / same.sum(axis=1, keepdims=True))


_ANY_COLOUR = _any_colour()


def pooled(readings: Sequence[Reading]) -> Reading:
    """Readings of the same table as one, with the pose of the first: the means of their logarithms."""
    return Reading(
        together([it.lots for it in readings]),
        np.mean([it.unseen for it in readings], axis=0),
        together([it.tiles for it in readings]),
        np.mean([it.tones for it in readings], axis=0),
        readings[0].pose,
    )
