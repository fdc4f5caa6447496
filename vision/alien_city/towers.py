"""Which lots a camera would lose behind towers beside them: the reason to hang it high and in the middle."""

from __future__ import annotations

import cv2
import numpy as np

from engine.alien_city import LOTS, Lot
from vision.alien_city.board import COLUMNS, LOT, ROWS, TOWER_HEIGHT, lot_centres
from vision.lens import Floats

_FOOT = 24.5  # millimetres, the side of a tower's square foot
_PIECE = 9.5  # the radius of the smallest thing that has to be seen there, a coin
_SAMPLES = 8  # across it
_LOST = 0.35  # of a coin behind a tower: what is left of it is told by luck
_BESIDE = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))


def hidden_beside_towers(eye: Floats) -> tuple[Lot, ...]:
    """The lots of which a camera at `eye` (3,), millimetres in the board's world, loses sight for a tower beside."""
    return tuple(lot for lot in LOTS if any(_lost(lot, other, eye) for other in _neighbours(lot)))


def _neighbours(lot: Lot) -> list[Lot]:
    around = ((lot.column + x, lot.row + y) for x, y in _BESIDE)
    return [
        LOTS[row * COLUMNS + column] for column, row in around if 0 <= column < COLUMNS and 0 <= row < ROWS
    ]


def _lost(lot: Lot, other: Lot, eye: Floats) -> bool:
    """Whether a tower on the other lot hides too much of what lies on a lot."""
    centres = lot_centres()
    middle = centres[other, :2]
    # The tower seen from the eye covers its foot and all between that and where the ray over its tip meets the table.
    tip = eye[:2] + (middle - eye[:2]) * eye[2] / (eye[2] - TOWER_HEIGHT)
    half = _FOOT / 2
    foot = middle + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    if np.abs(tip - middle).max() < LOT / 2:
        return False  # it covers nothing beyond its own lot
    covered = cv2.convexHull(np.vstack([foot, tip]).astype(np.float32))
    steps = np.linspace(-_PIECE, _PIECE, _SAMPLES)
    around = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    coin = centres[lot, :2] + around[np.linalg.norm(around, axis=1) <= _PIECE]
    inside = [cv2.pointPolygonTest(covered, (float(x), float(y)), False) >= 0 for x, y in coin]
    return float(np.mean(inside)) > _LOST
