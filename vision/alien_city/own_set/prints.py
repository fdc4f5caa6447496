"""What is printed on the tiles of an owner's set: pictures of the four guilds' tiles, with which others are compared.

A print is the same on all tiles of a guild, so its icon need not be known: it only has to be seen a few times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.alien_city import Colour, Corner
from vision.alien_city.reading import MARKS
from vision.alien_city.tile_cuts import LOT_PIXELS, TILE_PIXELS, bare_pixels, tile_cuts, turned_left
from vision.lens import Floats
from vision.photo import Picture
from vision.pose import Pose

# Chosen by 1,180 tiles of ten simulated sets that nothing was trained for.
_LEAST_SPREAD = 0.1
_MOST = 12.0  # squared spreads that a pixel may be off: a shadow or a tower may lie over it
_ALIKE_PIXELS = 9.0  # neighbouring pixels say nearly the same
# Pixels: tiles are laid by hand, and not quite where they should be.
_NUDGES = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
_LARGEST = 1e3  # no two colours are that far apart
_OUTLIER, _ROUNDS = 0.1, 5
_NEVER_NONE = np.finfo(np.float64).tiny  # so that even a pixel that was never seen has a mean


@dataclass(frozen=True, eq=False)
class Prints:
    """The tiles of the four guilds with their icon at the upper left: means and spreads (4, 24, 24, 3)."""

    means: Floats
    spreads: Floats

    def __post_init__(self) -> None:
        """Refuse arrays that are no pictures of tiles."""
        shape = (len(Colour), TILE_PIXELS, TILE_PIXELS, 3)
        if self.means.shape != shape or self.spreads.shape != shape:
            raise ValueError("no prints: a picture of a tile of each guild, and its spreads")
        if not (
            (np.abs(self.means) < _LARGEST).all() and ((self.spreads >= 0) & (self.spreads < _LARGEST)).all()
        ):
            raise ValueError("no prints: their numbers are not those of pictures")

    def __call__(self, picture: Picture, pose: Pose, bare: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The logarithms of how well tiles look like each of MARKS, (20, 16), by the lots (80,) that are bare: at the
        lot with the icon, and at the three others."""
        tiles, free = tile_cuts(picture, pose).astype(np.float32), bare_pixels(bare).astype(np.float32)
        means = self.means.astype(np.float32)
        # A pixel's spread is half its own, half that of the whole set: each guild was seen only a few times.
        spreads = (self.spreads + self.spreads.mean(axis=0)) / 2 + _LEAST_SPREAD**2
        closeness = (1 / spreads).astype(np.float32)
        nats = np.full((2, len(tiles), len(Colour), len(Corner)), -np.inf)
        for quarters, nudge in product(range(len(Corner)), _NUDGES):
            upright = np.roll(turned_left(tiles, quarters), nudge, axis=(1, 2))
            seen = np.roll(turned_left(free, quarters), nudge, axis=(1, 2))
            off = np.einsum("tgyxc,gyxc->tgyx", (upright[:, None] - means) ** 2, closeness)
            off = np.minimum(off, _MOST) * seen[:, None]
            icon = off[..., :LOT_PIXELS, :LOT_PIXELS].sum(axis=(2, 3))
            tried = -0.5 / _ALIKE_PIXELS * np.stack([icon, off.sum(axis=(2, 3)) - icon])
            before = nats[..., quarters]
            nats[..., quarters] = np.where(tried.sum(axis=0) > before.sum(axis=0), tried, before)
        icons, grounds = nats.reshape(2, len(tiles), len(MARKS))
        return icons, grounds

    def to_json(self) -> dict[str, Any]:
        """As plain numbers."""
        return {"means": self.means.round(2).tolist(), "spreads": self.spreads.round(3).tolist()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Prints:
        """The prints of such numbers. Raises ValueError, KeyError or TypeError for anything else."""
        means, spreads = (np.array(data[name], np.float64) for name in ("means", "spreads"))
        return cls(means, spreads)


Laid = tuple[Picture, Pose, npt.NDArray[np.bool_], npt.NDArray[np.intp]]
"""A picture, its pose, the lots (80,) on which nothing stands, and the tiles (20,), by MARKS."""


def prints_of(laid: Sequence[Laid]) -> Prints:
    """What is printed on the tiles of a set, by pictures in which every guild lies."""
    tiles = np.concatenate([tile_cuts(picture, pose) for picture, pose, _, _ in laid])
    free = np.concatenate([bare_pixels(bare) for _, _, bare, _ in laid])
    marks = np.concatenate([marks for *_, marks in laid])
    guilds, corners = np.divmod(marks, len(Corner))
    upright = np.stack([np.rot90(tile, corner) for tile, corner in zip(tiles, corners, strict=True)])
    seen = np.stack([np.rot90(it, corner) for it, corner in zip(free, corners, strict=True)])[..., None]
    found = [_middle(upright[guilds == guild], seen[guilds == guild]) for guild in range(len(Colour))]
    means, spreads = zip(*found, strict=True)
    return Prints(np.stack(means), np.stack(spreads))


def _middle(tiles: Floats, seen: Floats) -> tuple[Floats, Floats]:
    """Mean and spread of some tiles (N, 24, 24, 3), without what lies over a few of them."""
    mean = np.median(tiles, axis=0)
    for _ in range(_ROUNDS):
        off = ((tiles - mean) ** 2).sum(axis=-1, keepdims=True)
        share = seen / (1 + off / _OUTLIER) + _NEVER_NONE
        share /= share.sum(axis=0)
        mean = (share * tiles).sum(axis=0)
    return mean, (share * (tiles - mean) ** 2).sum(axis=0)
