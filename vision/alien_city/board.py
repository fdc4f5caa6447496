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


def _centres(columns: int, rows: int, side_mm: float) -> Floats:
    x, y = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    return np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3) * side_mm


_TILE_CENTRES, _LOT_CENTRES = _centres(TILE_COLUMNS, TILE_ROWS, 2 * LOT), _centres(COLUMNS, ROWS, LOT)


def tile_centres() -> Floats:
    """Centres of the 20 tiles, (20, 3) millimetres, in the order A1, C1, E1, G1, A3 … G9."""
    return _TILE_CENTRES.copy()


def lot_centres() -> Floats:
    """Centres of the 80 lots, (80, 3) millimetres, in the order A1, B1 … H10."""
    return _LOT_CENTRES.copy()


def squares(middles: Floats, side_mm: float) -> Floats:
    """The corners of squares around points (..., 3), in millimetres, (..., 4, 3): upper left first, clockwise."""
    around = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]])
    return np.asarray(middles[..., None, :] + side_mm / 2 * around, np.float64)


def turned(pose: Pose) -> Pose:
    """The same camera, with the city taken to lie the other way round."""
    matrix, _ = cv2.Rodrigues(pose.rotation)
    half_turn = np.diag([-1.0, -1.0, 1.0])
    rotation, _ = cv2.Rodrigues(matrix @ half_turn)
    far_corner = np.asarray(pose.translation + matrix @ np.array([WIDTH, LENGTH, 0.0]), np.float64)
    return Pose(np.float64(rotation).ravel(), far_corner, pose.lens)
