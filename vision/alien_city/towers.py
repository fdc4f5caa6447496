"""Which lots a camera would lose behind towers beside them: the reason to hang it high and in the middle."""

from __future__ import annotations

import cv2
import numpy as np

from engine.alien_city import LOTS, Lot
from vision.alien_city.board import COLUMNS, LOT, ROWS, TOWER_HEIGHT, lot_centres
from vision.lens import Floats

_FOOT = 24.5  # millimetres, the side of a tower's square foot
_CORNERS = _FOOT / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])  # of that
_PIECE = 9.5  # the radius of the smallest thing that has to be seen there, a coin
_ACROSS = np.linspace(-_PIECE, _PIECE, 8)
_COIN = np.stack(np.meshgrid(_ACROSS, _ACROSS), axis=-1).reshape(-1, 2)
_COIN = _COIN[np.linalg.norm(_COIN, axis=1) <= _PIECE]  # (M, 2) points of it
_LOST = 0.35  # share of a coin behind a tower, from which on it is told by luck
_BESIDE = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))


def hidden_beside_towers(eye: Floats) -> tuple[Lot, ...]:
    """The lots that a camera at `eye` (3,), millimetres in the board's world, loses behind a tower beside them."""
    middles = lot_centres()[:, :2]
    lost = {lot for tower in LOTS for lot in _lost_behind(tower, eye, middles)}
    return tuple(lot for lot in LOTS if lot in lost)


def _lost_behind(tower: Lot, eye: Floats, middles: Floats) -> list[Lot]:
    """The lots beside a tower of which it hides too much of what lies there; middles: (80, 2) of all lots."""
    middle = middles[tower]
    # Seen from the eye, a tower covers its foot and all from there to where the ray over its tip meets the table.
    tip = eye[:2] + (middle - eye[:2]) * eye[2] / (eye[2] - TOWER_HEIGHT)
    if np.abs(tip - middle).max() < LOT / 2:
        return []  # it covers nothing beyond its own lot
    covered = cv2.convexHull(np.vstack([middle + _CORNERS, tip]).astype(np.float32))[:, 0].astype(np.float64)
    beside = _neighbours(tower)
    coins = middles[beside][:, None] + _COIN
    sides = np.roll(covered, -1, axis=0) - covered
    from_corners = coins[:, :, None] - covered
    # A point inside lies on the same hand of all sides, whichever way round these run.
    turns = sides[:, 0] * from_corners[..., 1] - sides[:, 1] * from_corners[..., 0]
    is_inside = (turns >= 0).all(axis=-1) | (turns <= 0).all(axis=-1)
    return [lot for lot, share in zip(beside, is_inside.mean(axis=1), strict=True) if share > _LOST]


def _neighbours(lot: Lot) -> list[Lot]:
    around = ((lot.column + x, lot.row + y) for x, y in _BESIDE)
    return [
        LOTS[row * COLUMNS + column] for column, row in around if 0 <= column < COLUMNS and 0 <= row < ROWS
    ]
