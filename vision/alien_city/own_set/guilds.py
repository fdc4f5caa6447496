"""The guilds of an owner's tiles: what everything else says of them, combined with how their icons look.

Icons of two guilds may differ in a few of the numbers for their looks only, or only in their ink; what tells them
apart is learnt from the few dozen icons that an owner shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.alien_city import Colour, Corner
from vision.alien_city.own_set.ink import INK_NUMBERS, inks_of
from vision.alien_city.own_set.likeness import LOOK_NUMBERS, LOOKS_SCALE
from vision.alien_city.reading import ICON_LOTS
from vision.last_layer import LastLayer, Scale, refined
from vision.lens import Floats
from vision.network import softmax
from vision.photo import Picture
from vision.pose import Pose

GUILD_FEATURES = len(Colour) + LOOK_NUMBERS + INK_NUMBERS

# Spreads of ink are multiplied by this, as looks are: chosen by 3,500 icons of 28 simulated sets.
_INK_SCALE = 3.0
_LEAST = 1e-9  # no probability is taken to be smaller


@dataclass(frozen=True, eq=False)
class Icons:
    """What is seen of N tiles' icons. looks: (N, 32), as in Features; inks: (N, 13), by `inks_of`; shown: (N,) how
    likely nothing stands on them, which would hide them."""

    looks: Floats
    inks: Floats
    shown: Floats

    @classmethod
    def of(
        cls, picture: Picture, pose: Pose, looks: Floats, bare: Floats, lots: npt.NDArray[np.intp]
    ) -> Icons:
        """The icons on lots (N,), by the looks (80, 32) of all lots and by how likely they are bare (80,)."""
        return cls(looks[lots], inks_of(picture, pose, lots), bare[lots])


@dataclass(frozen=True, eq=False)
class Guilds:
    """What was learnt of the guilds of a set; inks: the scale of the ink of icons within a guild."""

    layer: LastLayer
    inks: Scale

    def __post_init__(self) -> None:
        """Refuse a layer that tells something else, or by something else."""
        if self.layer.weights.shape != (len(Colour), GUILD_FEATURES):
            raise ValueError("no set: its layer for guilds is of another shape")
        if self.inks.middles.shape != (INK_NUMBERS,):
            raise ValueError("no set: its ink is of another shape")

    @classmethod
    def unlearnt(cls) -> Guilds:
        """Before anything is learnt: guilds stay as they were read."""
        layer = LastLayer(np.eye(len(Colour), GUILD_FEATURES), np.zeros(len(Colour)))
        return cls(layer, Scale(np.zeros(INK_NUMBERS), np.ones(INK_NUMBERS)))

    @classmethod
    def of(cls, tiles: Floats, icons: Icons, marks: npt.NDArray[np.intp]) -> Guilds:
        """What tells the guilds of N tiles that truly have `marks` (N,), by how they were read without knowing that
        (N, 16), and by their icons."""
        guilds, corners = np.divmod(marks, len(Corner))
        inks = Scale.of(icons.inks, guilds)
        return cls(refined(cls.unlearnt().layer, _features(tiles, icons, corners, inks), guilds), inks)

    def __call__(self, tiles: Floats, icons: Icons) -> Floats:
        """Tiles (N, 16) with their guilds judged anew, their corners as they were; icons: those at `icon_lots`.

        Where the icon is hidden, tiles stay as they are.
        """
        told = softmax(self.layer(_features(tiles, icons, _likeliest_corners(tiles), self.inks)))
        anew = told[:, :, None] * _by_corner(tiles).sum(axis=1)[:, None]
        shown = icons.shown[:, None]
        return np.asarray(shown * anew.reshape(tiles.shape) + (1 - shown) * tiles)

    def to_json(self) -> dict[str, Any]:
        """As plain numbers."""
        return self.layer.to_json() | {"inks": self.inks.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Guilds:
        """What was learnt, by such numbers. Raises ValueError, KeyError or TypeError for anything else."""
        return cls(LastLayer.from_json(data), Scale.from_json(data["inks"]))


def _features(tiles: Floats, icons: Icons, corners: npt.NDArray[np.intp], inks: Scale) -> Floats:
    """What tells the guilds of tiles, (N, 49): how they were read at corners (N,), in logarithms, and the looks and
    the ink there."""
    said = np.log(_by_corner(tiles)[np.arange(len(tiles)), :, corners] + _LEAST)
    return np.hstack([said, LOOKS_SCALE * icons.looks, _INK_SCALE * inks(icons.inks)])


def icon_lots(tiles: Floats) -> npt.NDArray[np.intp]:
    """The lots (20,) at the corners at which the tiles (20, 16) of a board likeliest have their icons."""
    return np.asarray(ICON_LOTS[np.arange(len(tiles)), _likeliest_corners(tiles)])


def _likeliest_corners(tiles: Floats) -> npt.NDArray[np.intp]:
    return np.asarray(_by_corner(tiles).sum(axis=1).argmax(axis=1))


def _by_corner(tiles: Floats) -> Floats:
    return tiles.reshape(-1, len(Colour), len(Corner))
