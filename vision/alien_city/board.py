"""The city's sizes in the world: millimetres, origin at the outer corner of A1, x from A to H, y from row 1 to 10."""

from __future__ import annotations

import cv2
import numpy as np

from vision.lens import Floats
from vision.pose import Pose

LOT = 25.4
COLUMNS, ROWS = 8, 10
WIDTH, LENGTH = COLUMNS * LOT, ROWS * LOT
TILE_COLUMNS, TILE_ROWS = 4, 5

TOWER_HEIGHT = 44.0
DOME_HEIGHT = 10.0

CORNERS: Floats = np.array([[0, 0, 0], [WIDTH, 0, 0], [WIDTH, LENGTH, 0], [0, LENGTH, 0]], np.float64)
"""(4, 3) millimetres: the outer corners at A1, H1, H10 and A10."""


def tile_centres() -> Floats:
    """Centres of the 20 tiles, (20, 3) millimetres, in the order A1, C1, E1, G1, A3 … G9."""
    columns, rows = np.meshgrid(np.arange(TILE_COLUMNS), np.arange(TILE_ROWS))
    centres = np.stack([columns + 0.5, rows + 0.5, np.zeros_like(columns)], axis=-1) * 2 * LOT
    return centres.reshape(-1, 3).astype(np.float64)


_LOT_CENTRES = np.array(
    [((n % COLUMNS + 0.5) * LOT, (n // COLUMNS + 0.5) * LOT, 0.0) for n in range(ROWS * COLUMNS)]
)


def lot_centres(height_mm: float = 0.0) -> Floats:
    """Points above the centres of the 80 lots, (80, 3) millimetres, in the order A1, B1 … H10."""
    centres = _LOT_CENTRES.copy()
    centres[:, 2] = height_mm
    return centres


def turned(pose: Pose) -> Pose:
    """The same camera, with the city taken to lie the other way round."""
    matrix, _ = cv2.Rodrigues(pose.rotation)
    half_turn = np.diag([-1.0, -1.0, 1.0])
    rotation, _ = cv2.Rodrigues(matrix @ half_turn)
    far_corner = np.asarray(pose.translation + matrix @ np.array([WIDTH, LENGTH, 0.0]), np.float64)
    return Pose(np.float64(rotation).ravel(), far_corner, pose.lens)
