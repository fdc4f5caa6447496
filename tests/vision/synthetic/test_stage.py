"""Light on the simulated table falls, is thrown back and is kept away as light is."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.synthetic.board import CENTRE_MM, Board
from vision.synthetic.camera import look
from vision.synthetic.setting import Lamp, Light, Material
from vision.synthetic.shadows import Caster, ground_light
from vision.synthetic.solids import box
from vision.synthetic.stage import Blockers, Stage

MIDDLE = (float(CENTRE_MM[0]), float(CENTRE_MM[1]))
ABOVE = look((640, 480), 60.0, 300.0, 0.0, 0.0, 0.0, MIDDLE)
AROUND = Light((), (1.0, 1.0, 1.0), (0.0, 0.0), 0.5)
UP, SIDEWAYS = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)
OUTLINE = tuple((MIDDLE[0] + x, MIDDLE[1] + y) for x, y in ((-90, -90), (90, -90), (90, 90), (-90, 90)))
BOARD = Board((OUTLINE,), (OUTLINE,), 2.0)


def lit(
    ground: tuple[float, float, float], height: float, normal: tuple[float, float, float]
) -> npt.NDArray[np.float32]:
    """The light on a spot so far above a ground that is seen in one colour."""
    picture = np.tile(np.array(ground, np.float32), (480, 640, 1))
    stage = Stage(picture, ABOVE, AROUND, Blockers(np.zeros((0, 7))))
    spot = np.array([[*MIDDLE, height]])
    return np.asarray(stage.lit(spot, np.array([normal]), np.array([-1]))[0])


def test_a_wall_is_lit_by_the_ground_before_it_in_its_colour() -> None:
    dark, red = lit((0, 0, 0), 5.0, SIDEWAYS), lit((0.8, 0, 0), 5.0, SIDEWAYS)
    assert np.allclose(red - dark, (0.4, 0, 0), atol=1e-4)


def test_what_lies_flat_is_as_bright_as_what_it_lies_on() -> None:
    assert np.allclose(lit((0.8, 0.8, 0.8), 4.0, UP), 1.0, atol=1e-4)


def test_the_room_is_mirrored_by_what_is_glossy_and_looks_up_to_it() -> None:
    stage = Stage(np.zeros((480, 640, 3), np.float32), ABOVE, AROUND, Blockers(np.zeros((0, 7))))
    spots, normals = np.tile([*MIDDLE, 5.0], (3, 1)), np.array([UP, (0.6, 0.0, 0.8), SIDEWAYS])
    level, leaning, upright = stage.room(spots, normals, Material(gloss=1.0))
    assert np.allclose(level, 0.04, atol=1e-3)
    assert 0.04 < leaning[0] < 0.1
    assert np.allclose(upright, 0)
    assert np.allclose(stage.room(spots, normals, Material(gloss=0.0)), 0)


def test_walls_mirror_the_board_before_them_the_more_the_glossier_they_are() -> None:
    picture = np.zeros((480, 640, 3), np.float32)
    picture[:240] = (0.9, 0.1, 0.1)
    stage = Stage(picture, ABOVE, AROUND, Blockers(np.zeros((0, 7))))
    spots, normals = np.tile([MIDDLE[0] + 30, MIDDLE[1], 5.0], (2, 1)), np.array([(-1.0, 0.0, 0.0), UP])
    (wall, top), board = stage.mirrored_board(spots, normals, Material(gloss=1.0))
    (dull, _), _ = stage.mirrored_board(spots, normals, Material(gloss=0.2))
    assert np.allclose(board[0], (0.9, 0.1, 0.1))
    assert 0.04 < dull < wall
    assert top == 0
    assert stage.mirrored_board(spots, normals, Material(gloss=0.0))[0].max() == 0


def darkened(height: float) -> npt.NDArray[np.float32]:
    """The light along a line that leads away from a wide lamp behind a block of that height."""
    lamp = Lamp((MIDDLE[0] - 700.0, MIDDLE[1], 700.0), 150.0, (1.0, 1.0, 1.0), 7)
    block = Caster(box((20.0, 20.0, height), (*MIDDLE, 0.0), 0.0).corners)
    light = ground_light(ABOVE, Light((lamp,), (0.0, 0.0, 0.0), (0.0, 0.0), 0.0), [block], BOARD, 1)
    steps = np.arange(0.0, 80.0, 0.5)
    line = np.column_stack([MIDDLE[0] + steps, np.full(len(steps), MIDDLE[1]), np.zeros(len(steps))])
    x, y = np.rint(ABOVE.project(line)).astype(int).T
    return np.asarray(light[y, x, 0])


def test_the_lower_a_body_is_the_shorter_and_the_sharper_is_its_shadow() -> None:
    low, high = darkened(5.0), darkened(40.0)
    assert (low < low.max() / 2).sum() < (high < high.max() / 2).sum()
    assert np.diff(low).max() > 1.5 * np.diff(high).max()


def test_a_shadow_that_reaches_over_the_edge_of_the_board_goes_on_upon_the_table() -> None:
    lamp = Lamp((MIDDLE[0] - 700.0, MIDDLE[1], 500.0), 20.0, (1.0, 1.0, 1.0))
    x, y = np.rint(ABOVE.project(np.array([[MIDDLE[0] + 105.0, MIDDLE[1], -BOARD.thickness]]))[0]).astype(int)

    def behind(height: float) -> float:
        block = Caster(box((20.0, 20.0, height), (MIDDLE[0] + 50.0, MIDDLE[1], 0.0), 0.0).corners)
        light = ground_light(ABOVE, Light((lamp,), (0.0, 0.0, 0.0), (0.0, 0.0), 0.0), [block], BOARD, 1)
        return float(light[y, x, 0])

    assert behind(44.0) < 0.05 * behind(10.0)


def test_a_bright_body_takes_less_light_from_what_it_stands_on() -> None:
    def beside(throws: float) -> float:
        block = Caster(box((20.0, 20.0, 9.0), (*MIDDLE, 0.0), 0.0).corners, throws=throws)
        light = ground_light(ABOVE, AROUND, [block], BOARD, 1)
        x, y = np.rint(ABOVE.project(np.array([[MIDDLE[0] + 12.0, MIDDLE[1], 0.0]]))[0]).astype(int)
        return float(light[y, x, 0])

    assert beside(0.0) < beside(0.8) < 1
