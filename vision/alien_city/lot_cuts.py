"""Cuts of single lots, at twice the resolution of the sheets over the whole board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.alien_city.board import LOT, lot_centres, squares
from vision.alien_city.sheets import HEIGHTS_MM, Blob, board_colours, lean_at
from vision.cuts import as_planes, quadrilaterals, resampled_for
from vision.lens import Floats
from vision.light import light_of
from vision.photo import Picture
from vision.pose import Pose

SIDE = 64
"""Pixels of a cut across."""
LOT_PIXELS = 48

_TO_THE_LEFT = {1: cv2.ROTATE_90_COUNTERCLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_CLOCKWISE}
"""OpenCV's names for one to three quarter turns."""


@dataclass(frozen=True, eq=False)
class Cuts:
    """What a network is shown of some lots.

    pictures: (N, 3, 64, 64, 3) uint8 RGB: each lot with a sixth of a lot around it, cut at the heights of the sheets.
    gain: the factor that scales them to the board's own brightness, as with the sheets.
    about: (N, M) float32: lean to the right and upwards, and what else there is to say.
    """

    pictures: npt.NDArray[np.uint8]
    gain: float
    about: Blob

    @property
    def colours(self) -> Blob:
        """The pictures as the network takes them, (N, 9, 64, 64) float32."""
        return as_planes(self.pictures, self.gain)

    def upright(self) -> Cuts:
        """The same lots, each turned by quarters so that a tower on it leans upwards: there is less to learn so."""
        about, pictures = self.about.copy(), self.pictures.copy()
        right, up = self.about[:, :2].T
        quarters = np.round(1 - np.arctan2(up, right) / (np.pi / 2)).astype(int) % 4
        for turn, rotation in _TO_THE_LEFT.items():
            mine = np.flatnonzero(quarters == turn)
            for lot in mine:
                # By OpenCV, one height at a time: numpy, which moves pixels one by one, takes six times as long.
                pictures[lot] = [cv2.rotate(it, rotation) for it in self.pictures[lot]]
            for _ in range(turn):
                about[mine, :2] = about[mine, 1::-1] * (-1, 1)
        return Cuts(pictures, self.gain, about)

    def mirrored(self) -> Cuts:
        """The same lots with left and right changed: pieces look the same from all sides."""
        about = self.about.copy()
        about[:, 0] *= -1
        return Cuts(self.pictures[..., ::-1, :], self.gain, about)


def lot_cuts(picture: Picture, pose: Pose, lots: Sequence[int] | npt.NDArray[np.intp]) -> Cuts:
    """Cut lots, at least one, out of a picture (H, W, 3) uint8 RGB; about: their lean, the board's light."""
    picture, pose = resampled_for(picture, pose, LOT_PIXELS / LOT, lot_centres())
    gain, light = light_of(board_colours(picture, pose))
    seen = quadrilaterals(picture, _outlines(pose, lot_centres()[lots]), (SIDE, SIDE))
    about = [lean_at(lot_centres()[lots, :2], pose), np.tile(light, (len(lots), 1))]
    return Cuts(seen.reshape(len(lots), -1, SIDE, SIDE, 3), gain, np.hstack(about))


def _outlines(pose: Pose, centres: Floats) -> npt.NDArray[np.float32]:
    """Where the corners of the cuts of lots (N, 3) lie in the picture, (3 N, 4, 2), each from low to high."""
    raised = centres[:, None] + np.array([[0, 0, height] for height in HEIGHTS_MM])
    return pose.outlines(squares(raised, LOT * SIDE / LOT_PIXELS))
