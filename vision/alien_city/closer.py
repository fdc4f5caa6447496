"""A closer look at the lots that the look at the whole board leaves in doubt, at twice its resolution.

What is a few grey pixels on the sheets of the whole board, the rim of a coin on a tile of its stock or a print under
a clear tower, is plain to see there. As few lots are in doubt, that costs little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.alien_city.board import LOT, lot_centres
from vision.alien_city.reading import LOT_STATES, Reading
from vision.alien_city.sheets import HEIGHTS_MM, Blob, board_colours, lean_at
from vision.cuts import quadrilateral, resampled_for
from vision.lens import Floats
from vision.light import LIGHT_NUMBERS, light_of
from vision.network import Network, softmax
from vision.photo import Picture
from vision.pose import Pose

SIDE = 64
"""Pixels of a cut across."""
LOT_PIXELS = 48
ABOUT_NUMBERS = 2 + LIGHT_NUMBERS + len(LOT_STATES)
CERTAIN = 0.99
"""Lots of which the look at the whole board is as sure as that are not looked at again."""

_HIDDEN = 0.5
_LEAST = 1e-4  # no probability is taken for smaller
_WEIGHT = 2 / 3  # of what is seen from closer by, against what was thought before


@dataclass(frozen=True, eq=False)
class Cuts:
    """What the network is shown of some lots.

    pictures: (N, 3, 64, 64, 3) uint8 RGB: each lot with a sixth of a lot around it, cut at the heights of the sheets.
    gain: what brightens them to the board's own brightness, as the sheets are.
    about: (N, 37) float32: lean to the right and upwards, the board's light, and the logarithms of what was thought
        so far.
    """

    pictures: npt.NDArray[np.uint8]
    gain: float
    about: Blob

    @property
    def colours(self) -> Blob:
        """The pictures as the network takes them, (N, 9, 64, 64) float32."""
        planes = np.moveaxis(self.pictures, -1, 2).reshape(len(self.pictures), -1, SIDE, SIDE)
        return np.asarray(planes * np.float32(self.gain / 255), np.float32)

    def upright(self) -> Cuts:
        """The same lots, each turned by quarters for its tower to lean upwards, so that less is left to be learnt."""
        about, pictures = self.about.copy(), np.empty_like(self.pictures)
        right, up = self.about[:, :2].T
        quarters = np.round(1 - np.arctan2(up, right) / (np.pi / 2)).astype(int) % 4
        for turn in range(4):
            mine = quarters == turn
            pictures[mine] = np.rot90(self.pictures[mine], turn, axes=(2, 3))
            for _ in range(turn):
                about[mine, :2] = about[mine, 1::-1] * (-1, 1)
        return Cuts(pictures, self.gain, about)

    def mirrored(self) -> Cuts:
        """The same lots with left and right changed: pieces look the same from all sides."""
        about = self.about.copy()
        about[:, 0] *= -1
        return Cuts(self.pictures[..., ::-1, :], self.gain, about)


def doubtful(reading: Reading, certain: float = CERTAIN) -> npt.NDArray[np.intp]:
    """Which lots, by number, can be seen and are less than certain."""
    return np.flatnonzero((reading.lots.max(axis=1) < certain) & (reading.unseen < _HIDDEN))


def cuts(picture: Picture, reading: Reading, lots: Sequence[int] | npt.NDArray[np.intp]) -> Cuts:
    """Cut lots, at least one, out of a picture (H, W, 3) uint8 RGB that was read so."""
    picture, pose = resampled_for(picture, reading.pose, LOT_PIXELS / LOT, lot_centres())
    spots = board_colours(picture, pose)
    seen = np.stack(
        [quadrilateral(picture, outline, (SIDE, SIDE)) for outline in _outlines(pose, lot_centres()[lots])]
    )
    gain, light = light_of(spots)
    about = [
        lean_at(lot_centres()[lots, :2], pose),
        np.tile(light, (len(lots), 1)),
        np.log(np.maximum(reading.lots[lots], _LEAST)).astype(np.float32),
    ]
    return Cuts(seen.reshape(len(lots), -1, SIDE, SIDE, 3), gain, np.hstack(about))


def _outlines(pose: Pose, centres: Floats) -> npt.NDArray[np.float32]:
    """Where the corners of the cuts of lots (N, 3) lie in the picture, (3 N, 4, 2), each from low to high."""
    reach = LOT * SIDE / LOT_PIXELS / 2
    corners = np.array([[-reach, reach, 0], [reach, reach, 0], [reach, -reach, 0], [-reach, -reach, 0]])
    heights = np.array([[0, 0, height] for height in HEIGHTS_MM])
    world = centres[:, None, None] + heights[:, None] + corners
    return pose.project(world.reshape(-1, 3)).reshape(-1, 4, 2).astype(np.float32)


class CloserLook:
    """Reads doubtful lots again. Keeps the network, and nothing of any picture."""

    def __init__(self) -> None:
        """The network is loaded when first needed."""
        self._network = Network(Path(__file__).parent / "models" / "closer.onnx", ["states", "seen"])

    def __call__(self, picture: Picture, reading: Reading) -> Reading:
        """The reading of a picture, with doubtful lots as they look from closer by."""
        chosen = doubtful(reading)
        if not len(chosen):
            return reading
        seen = cuts(picture, reading, chosen).upright()
        both = seen, seen.mirrored()
        states, _ = self._network(
            colours=np.concatenate([it.colours for it in both]),
            about=np.concatenate([it.about for it in both]),
        )
        closely = np.log(softmax(states) + 1e-9).reshape(len(both), len(chosen), -1).mean(axis=0)
        # Pooled like any looks: by itself it is too sure of what it has hardly met in training.
        lots = reading.lots.copy()
        lots[chosen] = softmax((1 - _WEIGHT) * np.log(lots[chosen] + 1e-9) + _WEIGHT * closely)
        return replace(reading, lots=lots)

    def features(self, picture: Picture, reading: Reading, *, in_mirror: bool = False) -> Floats:
        """What is seen of all lots of a picture, (80, 48); an owner's set is told by it."""
        seen = cuts(picture, reading, range(len(reading.lots))).upright()
        if in_mirror:
            seen = seen.mirrored()
        _, features = self._network(colours=seen.colours, about=seen.about)
        return features.astype(np.float64)
