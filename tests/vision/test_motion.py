"""Motion tells a hand, and a bump of the camera, from noise and from a lamp, in seconds."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from vision.motion import Change, Motion
from vision.photo import Picture
from vision.synthetic.alien_city import Scene, random_scene, render
from vision.synthetic.sensor import taken_again
from vision.synthetic.setting import Hand

SEEDS = (3, 6, 8)


def table(seed: int) -> Scene:
    scene = random_scene(np.random.default_rng(seed), size=(640, 480), hand=False)
    return replace(scene, sensor=replace(scene.sensor, noise=0.01))


def noisy(picture: Picture, frame: int, gain: float = 1.0) -> Picture:
    """The picture as another frame has it, with noise of three grey levels and more."""
    sensor = replace(table(3).sensor, noise=0.02)
    return taken_again(picture, sensor, 1.0, gain, (frame * 37, frame * 91))


def with_square(picture: Picture, share: float) -> Picture:
    """The picture with skin of a share of it laid over its middle, knuckles and all."""
    height, width = picture.shape[:2]
    side = int(np.sqrt(share * height * width))
    y, x = (height - side) // 2, (width - side) // 2
    ridges = 40 * np.sin(np.arange(side) / 9)[None, :, None]
    over = picture.copy()
    over[y : y + side, x : x + side] = np.clip(np.array([190, 140, 115]) + ridges, 0, 255)
    return over


def shifted(picture: Picture, x: int, y: int) -> Picture:
    return np.roll(picture, (y, x), (0, 1))


@pytest.mark.parametrize("seed", SEEDS)
def test_noise_alone_is_still(seed: int) -> None:
    motion, picture = Motion(), render(table(seed)).image
    seen = [motion.seen(noisy(picture, n), n / 5) for n in range(20)]
    assert {it.change for it in seen} == {Change.NONE}
    assert seen[-1].still_for == pytest.approx(19 / 5)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("noise", [0.03, 0.06])
def test_noise_alone_is_still_where_the_camera_gives_each_picture_twice(seed: int, noise: float) -> None:
    motion, picture = Motion(), render(table(seed)).image
    sensor = replace(table(3).sensor, noise=noise)
    taken = [taken_again(picture, sensor, 1.0, 1.0, (n * 37, n * 91)) for n in range(10)]
    seen = [motion.seen(taken[n // 2].copy(), n / 5) for n in range(20)]
    assert {it.change for it in seen} == {Change.NONE}
    assert seen[-1].still_for == pytest.approx(19 / 5)


@pytest.mark.parametrize("seed", SEEDS)
def test_noise_alone_is_still_where_a_lamp_lights_little_of_a_dark_room(seed: int) -> None:
    motion, picture = Motion(), render(table(seed)).image
    sensor = replace(table(3).sensor, noise=0.04)
    seen = []
    for n in range(20):
        taken = taken_again(picture, sensor, 1.0, 1.0, (n * 37, n * 91))
        taken[:, :200] = taken[:, -200:] = 0
        seen.append(motion.seen(taken, n / 5))
    assert {it.change for it in seen} == {Change.NONE}


@pytest.mark.parametrize("seed", SEEDS)
def test_flickering_light_is_still(seed: int) -> None:
    motion, picture = Motion(), render(table(seed)).image
    seen = [motion.seen(noisy(picture, n, 1 + 0.04 * (-1) ** n), n / 5) for n in range(10)]
    assert {it.change for it in seen} == {Change.NONE}


@pytest.mark.parametrize("seed", SEEDS)
def test_something_of_a_twentieth_of_the_picture_is_moving(seed: int) -> None:
    motion, picture = Motion(), render(table(seed)).image
    motion.seen(picture, 0)
    seen = motion.seen(noisy(with_square(picture, 0.05), 1), 1.0)
    assert seen.change is Change.THINGS
    assert seen.still_for == 0


BOARD = ((200.0, 360.0), (440.0, 360.0), (440.0, 120.0), (200.0, 120.0))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("x", "counts"), [(0, False), (90, False), (150, True), (320, True), (560, False)])
def test_only_what_moves_near_the_board_counts(seed: int, x: int, counts: bool) -> None:
    motion, picture = Motion(), render(table(seed)).image
    seen = []
    for n in range(5):
        now = noisy(picture, n)
        ridges = 60 * np.sin((np.arange(240) + 40 * n) / 9)[:, None, None]
        now[120:360, x : x + 40] = np.clip(np.array([150, 120, 115]) + ridges, 0, 255)
        seen.append(motion.seen(now, n / 5, BOARD))
    assert {it.change for it in seen[1:]} == {Change.THINGS if counts else Change.NONE}


def test_where_the_board_is_not_in_the_picture_everything_counts() -> None:
    motion, picture = Motion(), render(table(3)).image
    beside = [(x + 3000.0, y) for x, y in BOARD]
    motion.seen(picture, 0, beside)
    assert motion.seen(noisy(with_square(picture, 0.05), 1), 1.0, beside).change is Change.THINGS


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_is_moving_when_it_comes_and_when_it_goes_and_still_while_it_rests(seed: int) -> None:
    scene = table(seed)
    hand = Hand(
        (101.6, 90.0), 40.0, np.pi / 2, (0.8, 0.6, 0.5), (0.2, 0.2, 0.5), 40.0, 1.0, False, 1.0, (0.2,) * 5, 3
    )
    clear, over = render(scene).image, render(replace(scene, hands=(hand,))).image
    frames = [clear, clear, over, over, over, clear, clear]
    motion = Motion()
    seen = [motion.seen(noisy(picture, n), float(n)) for n, picture in enumerate(frames)]
    assert [it.still_for for it in seen] == [0, 1, 0, 1, 2, 0, 1]
    assert seen[2].change is seen[5].change is Change.THINGS


@pytest.mark.parametrize("seed", [1, 2, 12])  # in some rooms the camera's meter makes up for a lamp
def test_a_lamp_that_is_turned_is_told_as_light_and_moves_nothing(seed: int) -> None:
    scene = table(seed)
    lamp = scene.light.lamps[0]
    r, g, b = lamp.colour
    brighter = replace(lamp, colour=(r * 3, g * 3, b * 2.5))
    other = replace(scene, light=replace(scene.light, lamps=(brighter, *scene.light.lamps[1:])))
    motion = Motion()
    motion.seen(render(scene).image, 0)
    motion.seen(noisy(render(scene).image, 1), 1.0)
    seen = motion.seen(noisy(render(other).image, 2), 2.0)
    assert seen.change is Change.LIGHT
    assert seen.still_for == 2
    assert motion.seen(noisy(render(other).image, 3), 3.0).change is Change.NONE


def test_all_of_the_picture_growing_darker_is_told_as_light() -> None:
    motion, picture = Motion(), render(table(3)).image
    motion.seen(picture, 0)
    assert motion.seen(noisy(picture, 1, 0.7), 1.0).change is Change.LIGHT


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("by", [(6, 0), (-3, 4), (14, -9)])
def test_a_bumped_camera_is_moving(seed: int, by: tuple[int, int]) -> None:
    motion, picture = Motion(), render(table(seed)).image
    motion.seen(picture, 0)
    seen = motion.seen(noisy(shifted(picture, *by), 1), 1.0)
    assert seen.change is Change.THINGS
    assert seen.still_for == 0


def test_the_same_array_again_has_not_moved() -> None:
    motion, picture = Motion(), render(table(3)).image
    motion.seen(picture, 0)
    picture[:] = 0  # to show that nobody looks
    assert motion.seen(picture, 4.0).still_for == 4


def test_no_picture_is_kept() -> None:
    motion, picture = Motion(), render(table(3)).image
    motion.seen(picture, 0)
    there = weakref.ref(picture)
    del picture
    gc.collect()
    assert there() is None


@pytest.mark.parametrize("shape", [(480, 480, 3), (960, 1280, 3)])
def test_a_picture_of_another_shape_or_size_starts_anew(shape: tuple[int, int, int]) -> None:
    motion = Motion()
    motion.seen(np.zeros((480, 640, 3), np.uint8), 0)
    assert motion.seen(np.zeros(shape, np.uint8), 5.0).still_for == 0


def test_a_grey_picture_will_do() -> None:
    motion, picture = Motion(), render(table(3)).image[..., 1]
    motion.seen(picture.copy(), 0)
    assert motion.seen(picture.copy(), 1.0).still_for == 1


@pytest.mark.parametrize("seed", [8, 26, 38])
def test_something_comes_to_lie_where_there_was_nothing_at_all_beside_a_busy_cloth(seed: int) -> None:
    rng, before = np.random.default_rng(seed), np.zeros((480, 640, 3), np.uint8)
    edge = int(rng.integers(50, 500))
    before[:, :edge] = rng.integers(0, 256, (480, edge, 1))
    before[:, edge:] = rng.integers(0, 250)
    now = before.copy()
    lying = now[100:300, edge : edge + int(rng.integers(20, 200))]
    lying[:] = rng.integers(0, 256, (200, lying.shape[1], 1))
    motion = Motion()
    with np.errstate(invalid="raise"):  # as a root of less than nothing is
        motion.seen(before, 0.0)
        assert motion.seen(now, 0.2).change is Change.THINGS
