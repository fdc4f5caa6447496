"""What happens to camera and lamps while a game is going on."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.synthetic.board import Board
from vision.synthetic.camera import View
from vision.synthetic.lamps import random_light
from vision.synthetic.setting import Light

_LEAST_PX = 4.0  # per 1280 of width; less is no bump
_MARGIN = 0.004  # of the width, between board and picture's edge


def knocked(rng: np.random.Generator, view: View, board: Board) -> View:
    """The camera after somebody bumped into it: turned by a degree or so, moved by millimetres.

    The whole board stays in view.
    """
    least, margin = _LEAST_PX * view.size[0] / 1280, _MARGIN * view.size[0]
    was = view.project(board.corners)
    for attempt in range(60):
        by = 1.0 if attempt < 20 else 0.4
        turn = cv2.Rodrigues(np.deg2rad(rng.normal(0, (0.8, 0.8, 1.2))) * by)[0]
        rvec = cv2.Rodrigues(turn @ view.rotation)[0].ravel()
        tvec = turn @ np.array(view.tvec) + rng.normal(0, 5, 3) * by
        moved = replace(
            view,
            rvec=(float(rvec[0]), float(rvec[1]), float(rvec[2])),
            tvec=(float(tvec[0]), float(tvec[1]), float(tvec[2])),
        )
        seen = moved.project(board.corners)
        far_enough = np.linalg.norm(seen - was, axis=1).mean() > least
        if far_enough and (seen > margin).all() and (seen < np.array(view.size) - 1 - margin).all():
            return moved
    return view  # the board fills the picture so much that any bump would move it out of view


def relit(rng: np.random.Generator, light: Light) -> Light:
    """The light after a lamp was turned down or up, or another one switched on."""
    if rng.random() < 0.4:
        return replace(light, lamps=(*light.lamps, random_light(rng).lamps[0]))
    number = int(rng.integers(len(light.lamps)))
    by = float(rng.uniform(0.25, 0.6) if rng.random() < 0.5 else rng.uniform(1.6, 2.4))
    r, g, b = light.lamps[number].colour
    lamp = replace(light.lamps[number], colour=(r * by, g * by, b * by))
    return replace(light, lamps=(*light.lamps[:number], lamp, *light.lamps[number + 1 :]))
