"""Shadows: which way and how far the lamp throws them, found from all stones of a picture, and cuts along them.

Seen from right above, one stone looks like two on each other, but its shadow is half as long. How long that is,
nobody knows from one stone alone; of all of them together each says a little (Hough, 1962, with votes that were
learnt).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.cuts import quadrilaterals, resampled_for
from vision.lens import Floats
from vision.light import LIGHT_NUMBERS
from vision.network import softmax
from vision.netzwerk.cuts import Cuts, Scene, Sheet, frames, in_light, lean_at, rectangles

AROUND = Sheet((32, 32), 1.0)
"""The board around a stone with its shadow; all cuts of a picture lie the same way, as the shadows do."""

ALONG_SIZE = (32, 48)
"""Cuts along shadows, (width, height) in pixels: shadows fall upwards in them."""

ALONG_NUMBERS = 6 + LIGHT_NUMBERS
"""What is said of a cut along a shadow: how far it leans; what a pixel is high, how long shadows are, how surely that
is known and how well it fits, about 0 to 1 each; the light."""

VOTES, VOTE_MM = 9, 4.0
"""Votes go to squares, so wide, of a grid of so many by so many, in the middle of which there is no shadow."""

FINE = 33
"""So many falls are tried along each side of that grid."""

CHANGES = (9 / 1600, 9 / 900, 9 / 550)
"""By how many mm shadows change with each mm of the board: these are tried, as lamps hang high or low."""

_STONE_MM = 9.0
_SPREAD_MM, _POOR_FIT = 4.0, -4.0  # by which a network is told how surely and how well shadows are known
_SHORTEST_MM, _LONGEST_MM = 3.0, 16.0  # to which cuts along shadows are fitted
_ACROSS_MM = 10.0
_STONE_REACH_MM = 6.0  # from its middle to its edges
_BEHIND, _AHEAD = 0.6, 2.6  # shadows of one stone, towards the lamp and away from it, that a cut shows


@dataclass(frozen=True, eq=False)
class Shadows:
    """Where the top of one stone throws its shadow.

    fall: (2,) mm, beside the foot of a stone at `middle` (2,) mm on the board; change: how many mm farther with each
    mm away from there; spread: mm, how surely that is known; fit: how well the stones agree, in nats for each of
    them.
    """

    middle: Floats
    fall: Floats
    change: float
    spread: float
    fit: float

    def at(self, places: Floats) -> Floats:
        """Where shadows fall, (N, 2) mm beside places (N, 3) of the board."""
        return np.asarray(self.fall + self.change * (places[:, :2] - self.middle))


def around(scene: Scene, places: Floats) -> Cuts:
    """Cuts of the board around places (N, 3), as the network that votes takes them."""
    picture, pose = resampled_for(scene.picture, scene.pose, AROUND.pixels_per_mm, places)
    pictures = quadrilaterals(picture, frames(pose, places, 0.0, AROUND), AROUND.size)
    return in_light(pictures, lean_at(pose, places, 0.0), scene.light)


def shadows_by(votes: npt.NDArray[np.float32], places: Floats) -> Shadows:
    """The shadows that fit best what stones say at places (N, 3), at least one.

    votes: (N, 81) log odds of where a shadow falls, row by row: along a row to the right, from row to row upwards.
    """
    said = np.log(softmax(votes)).astype(np.float32).reshape(-1, VOTES, VOTES)
    middle = places[:, :2].mean(axis=0)
    aside = (places[:, :2] - middle) / VOTE_MM
    step = (VOTES - 1) / (FINE - 1)
    fits = np.array(
        [
            sum(
                cv2.warpAffine(
                    grid,
                    np.array([[step, 0, x], [0, step, y]]),
                    (FINE, FINE),
                    flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                    borderMode=cv2.BORDER_REPLICATE,
                )
                for grid, (x, y) in zip(said, aside * change, strict=True)
            )
            for change in CHANGES
        ]
    )
    chances = np.exp(fits - fits.max())
    chances /= chances.sum()
    fine = (np.arange(FINE) - (FINE - 1) / 2) * step * VOTE_MM
    falls = np.stack(np.meshgrid(fine, fine), axis=-1)
    mean = np.einsum("hyx,yxk->k", chances, falls)
    spread = np.sqrt(np.einsum("hyx,yx->", chances, ((falls - mean) ** 2).sum(axis=-1)))
    height, row, column = np.unravel_index(fits.argmax(), fits.shape)
    return Shadows(
        middle, falls[row, column], CHANGES[height], float(spread), float(fits.max() / len(places))
    )


def along(scene: Scene, places: Floats, shadows: Shadows) -> Cuts:
    """Cuts of the board around places (N, 3) and along their shadows, upwards, so that the shadow of one stone ends
    in all of them at about the same height, and that of two at another."""
    falls = shadows.at(places)
    lengths = np.linalg.norm(falls, axis=1)
    turns = np.arctan2(-falls[:, 0], falls[:, 1])
    scale = np.clip(lengths, _SHORTEST_MM, _LONGEST_MM)
    behind, ahead = _STONE_REACH_MM + _BEHIND * scale, _STONE_REACH_MM + _AHEAD * scale
    middles = places.copy()
    middles[:, :2] += (np.stack([-np.sin(turns), np.cos(turns)]) * (ahead - behind) / 2).T
    outlines = rectangles(scene.pose, middles, turns, _ACROSS_MM, (ahead + behind) / 2)
    of_all = np.broadcast_to((shadows.spread / _SPREAD_MM, shadows.fit - _POOR_FIT), (len(places), 2))
    seen = np.column_stack(
        [lean_at(scene.pose, places, turns), scale / _STONE_MM, lengths / _STONE_MM, of_all]
    )
    return in_light(quadrilaterals(scene.picture, outlines, ALONG_SIZE), seen, scene.light)
