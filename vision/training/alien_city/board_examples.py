"""What the finder is shown in training: whole pictures from nearer and farther, and where the board is in them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.alien_city import board
from vision.alien_city.find import CELL
from vision.alien_city.sheets import Blob
from vision.lens import Floats
from vision.overview import INPUT_SIZE, network_input
from vision.pose import Pose
from vision.training.alien_city.pictures import MANY_HARD, Drawing, Sample
from vision.training.colouring import Colouring, recoloured
from vision.training.overviews import overview, shown

DRAWING = Drawing((400, 300), hands=0.3, hard=MANY_HARD)
"""A little more than the network sees, so that zooming in costs no sharpness; hands are what hides outlines."""

_WIDE = (0.42, 0.98)  # of the picture: the least and the most that the board fills


def board_example(sample: Sample, rng: np.random.Generator) -> tuple[Blob, Blob]:
    """An example of the finder: picture (3, 240, 320) and the share of board in each 4x4 cell, (60, 80).

    The picture is shown from nearer or farther, shifted, turned and mirrored, so that the board may lie anywhere,
    in one of five partly outside.
    """
    width, height = INPUT_SIZE
    outline = _outline(sample.pose)
    middle = (float(outline[:, 0].mean()), float(outline[:, 1].mean()))
    turn = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
    matrix, scale = overview(outline, middle, turn, _WIDE, rng)
    borders = [cv2.BORDER_REFLECT_101, cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE]
    border = int(rng.choice(borders, p=[0.5, 0.15, 0.35]))
    small = shown(sample.picture(), matrix, scale, border)
    mask = np.zeros((height, width), np.uint8)
    corners = outline @ matrix[:, :2].T + matrix[:, 2]
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], (255,), cv2.LINE_AA, shift=4)
    share = cv2.resize(mask, (width // CELL, height // CELL), interpolation=cv2.INTER_AREA)
    coloured = recoloured(small, Colouring.draw(rng))
    return network_input(coloured), (share / 255).astype(np.float32)


def _outline(pose: Pose) -> Floats:
    """The board's outline in the picture, (40, 2): enough points to follow the lens."""
    steps = np.linspace(0, 1, 10, endpoint=False)[:, None]
    sides = [
        a + (b - a) * steps for a, b in zip(board.CORNERS, np.roll(board.CORNERS, -1, axis=0), strict=True)
    ]
    return pose.project(np.vstack(sides))
