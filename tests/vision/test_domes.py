"""Discs on the simulated table show their sides and their rim in the light that falls there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.synthetic.arrays import Array
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.camera import look
from vision.synthetic.domes import SIDES, draw_disc
from vision.synthetic.setting import Light, Material
from vision.synthetic.stage import Blockers, Stage

MIDDLE = (float(CENTRE_MM[0]), float(CENTRE_MM[1]))
ABOVE = look((640, 480), 60.0, 300.0, 0.0, 0.0, 0.0, MIDDLE)
WIDTH_MM, HEIGHT_MM = 20.0, 4.0
FROM_THE_RIGHT = np.where(SIDES[:, :1] > 0, 1.0, 0.2) * np.ones(3)


def across(rough: float, sides: Array = FROM_THE_RIGHT) -> npt.NDArray[np.float32]:
    """A grey disc's brightness along a line through its middle, every half millimetre from 12 mm left to 12 mm right
    of it, on a black ground; its face gets half of the light."""
    stage = Stage(
        np.zeros((480, 640, 3), np.float32),
        ABOVE,
        Light((), (1.0, 1.0, 1.0), (0.0, 0.0), 0.5),
        Blockers(np.zeros((0, 7))),
    )
    light = np.full(3, 0.5), sides
    draw_disc(
        stage,
        np.array([*MIDDLE, 0.0]),
        WIDTH_MM,
        HEIGHT_MM,
        np.ones(3),
        Material(rough=rough, gloss=0),
        light,
    )
    steps = np.arange(-12.0, 12.5, 0.5)
    line = np.column_stack(
        [MIDDLE[0] + steps, np.full(len(steps), MIDDLE[1]), np.full(len(steps), HEIGHT_MM)]
    )
    x, y = np.rint(ABOVE.project(line)).astype(int).T
    return np.asarray(stage.picture[y, x, 0])


def test_the_rim_is_light_towards_the_lamp_and_dark_away_from_it() -> None:
    seen = across(0.5)
    middle = len(seen) // 2
    assert np.isclose(seen[middle], 0.5, atol=0.01)
    assert seen[middle:].max() > 0.65
    darkest_of_the_disc = seen[seen > 0.05].min()
    assert darkest_of_the_disc < 0.45
    assert seen[:middle].max() < 0.51


def test_the_rougher_a_disc_the_rounder_is_its_rim() -> None:
    def rim(rough: float) -> int:
        return int((across(rough)[len(across(rough)) // 2 :] > 0.55).sum())

    assert rim(0.6) > rim(0.05)


def test_a_disc_lit_from_all_around_alike_has_no_lighter_side() -> None:
    seen = across(0.5, np.full((4, 3), 0.4))
    assert np.allclose(seen, seen[::-1], atol=0.05)
