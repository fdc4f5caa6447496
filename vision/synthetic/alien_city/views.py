"""Cameras above a city: all of it in view, from well filling the picture to lost on the table."""

from __future__ import annotations

import numpy as np

from vision.synthetic.alien_city.grid import CORNERS_MM, LOT_MM
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.camera import View, look, reaches_corners


def random_view(rng: np.random.Generator, size: tuple[int, int]) -> View:
    """A camera as people put it up: the whole board in view, somewhere, turned and tilted somehow.

    Drawn by how large the board appears, from well filling the picture to lost on the table: drawn by height and
    angle of view alone, boards that just fit would be rare.
    """
    for _ in range(300):
        k1 = float(rng.uniform(-0.25, 0.08)) if rng.random() < 0.7 else float(rng.normal(0, 0.02))
        hfov = float(rng.uniform(45, 75))
        lot_px = float(rng.uniform(36, 86)) * size[0] / 1280
        height = size[0] / 2 / np.tan(np.deg2rad(hfov) / 2) * LOT_MM / lot_px
        if not 340 <= height <= 800:
            continue
        view = look(
            size,
            hfov,
            height,
            float(27 * rng.random() ** 1.4),
            float(rng.uniform(0, 360)),
            float(rng.uniform(0, 360)),
            (float(CENTRE_MM[0] + rng.normal(0, 28)), float(CENTRE_MM[1] + rng.normal(0, 28))),
            dist=(k1, float(rng.normal(0, 0.012))),
            shift=(float(rng.normal(0, 0.008)), float(rng.normal(0, 0.008))),
        )
        margin = float(rng.choice([0.004, 0.02, 0.04, 0.08])) * size[0]
        p = view.project(CORNERS_MM)
        if reaches_corners(view) and (p > margin).all() and (p < np.array(size) - 1 - margin).all():
            return view
    return look(size, 60, 560, 0, 0, 0, (CENTRE_MM[0], CENTRE_MM[1]))
