"""Things that lie about on the simulated table look as things do."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.board import CENTRE_MM
from vision.synthetic.camera import look
from vision.synthetic.clutter import draw_thing
from vision.synthetic.setting import Light, Thing
from vision.synthetic.stage import Blockers, Stage

AT = (float(CENTRE_MM[0]) + 90.0, float(CENTRE_MM[1]))
WIDE, HIGH = 80.0, 90.0
VIEW = look((640, 480), 60.0, 500.0, 0.0, 0.0, 0.0, (float(CENTRE_MM[0]), float(CENTRE_MM[1])))
AROUND = Light((), (1.0, 1.0, 1.0), (0.0, 0.0), 0.0)


def mug(turn: float) -> npt.NDArray[np.float32]:
    """A picture of a white mug whose handle looks that way; the camera is to the left of it."""
    stage = Stage(np.zeros((480, 640, 3), np.float32), VIEW, AROUND, Blockers(np.zeros((0, 7))))
    white = (1.0, 1.0, 1.0)
    draw_thing(stage, Thing("mug", AT, (WIDE, WIDE), HIGH, turn, (white, white), 1), 0.0)
    return np.asarray(stage.picture)


def test_a_handle_behind_a_mug_is_not_seen_within_it() -> None:
    t = np.linspace(0, 2 * np.pi, 40)
    lip = np.column_stack([np.cos(t), np.sin(t), np.zeros(40)]) * (WIDE / 2 - 2) + (*AT, HIGH)
    within = np.zeros((480, 640), np.uint8)
    cv2.fillConvexPoly(within, np.rint(VIEW.project(lip)).astype(np.int32), (1,))
    before, behind = mug(np.pi), mug(0.4)
    assert (before != behind).any(), "a handle that looks to the camera is seen"
    assert (mug(0.0) == behind)[within > 0].all()
