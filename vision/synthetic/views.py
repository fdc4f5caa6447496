"""Cameras above a board of any outline: all of it in view, from well filling the picture to half of it."""

from __future__ import annotations

import numpy as np

from vision.synthetic.board import CENTRE_MM, Board
from vision.synthetic.camera import View, look, reaches_corners

_LOWEST_MM, _HIGHEST_MM = 400.0, 900.0
_STEEPEST = 30.0


def random_view(rng: np.random.Generator, size: tuple[int, int], board: Board) -> View:
    """A camera as people put it up, turned and tilted somehow."""
    for _ in range(300):
        k1 = float(rng.uniform(-0.22, 0.06)) if rng.random() < 0.6 else float(rng.normal(0, 0.02))
        dist = (k1, float(rng.normal(0, 0.01)))
        hfov, fill = float(rng.uniform(45, 75)), float(rng.uniform(0.45, 0.95) ** 0.7)
        tilt = float(_STEEPEST * rng.random() ** 1.2)
        away, roll = (float(v) for v in rng.uniform(0, 360, 2))
        shift = (float(rng.normal(0, 0.008)), float(rng.normal(0, 0.008)))
        x, y = (float(v) for v in CENTRE_MM[:2] + rng.normal(0, 22, 2))
        height = 600.0
        for _ in range(3):
            view = look(size, hfov, height, tilt, away, roll, (x, y), dist=dist, shift=shift)
            p = view.project(board.corners)
            height = float(np.clip(height * (np.ptp(p, axis=0) / size).max() / fill, 100, 2000))
        margin = 0.006 * size[0]
        if (
            _LOWEST_MM <= height <= _HIGHEST_MM
            and reaches_corners(view)
            and (p > margin).all()
            and (p < np.array(size) - 1 - margin).all()
        ):
            return view
    return look(size, 65, 850, 0, 0, 0, (float(CENTRE_MM[0]), float(CENTRE_MM[1])))
