"""Ink is measured against the lot it is printed on, whichever way an icon lies and however strong the lamp is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.poses import LENS, SIZE, pose_above
from vision.alien_city.board import LOT, lot_centres
from vision.alien_city.own_set.ink import INK_NUMBERS, inks_of
from vision.lens import Floats
from vision.photo import Picture

POSE = pose_above(700, 4)
PLACES = np.array([18, 29, 44, 60])
RED, BLUE = (190, 40, 45), (50, 70, 180)
ARROW = np.array([[-6.0, -5], [6, 0], [-6, 5], [-2, 0]])
BAR = np.array([[-7.0, -2], [7, -2], [7, 2], [-7, 2]])


def board(outline: Floats, inks: list[tuple[int, int, int]], stock: int = 210) -> Picture:
    """Lots of grey stock with an icon on each of PLACES, all of one outline in millimetres, turned by any angle."""
    picture = np.full((SIZE[1], SIZE[0], 3), stock, np.uint8)
    for number, (lot, ink) in enumerate(zip(PLACES, inks, strict=True)):
        turn = 0.4 + 1.3 * number
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        corners = lot_centres()[lot] + np.hstack([outline @ rotation.T, np.zeros((len(outline), 1))])
        pixels = np.round(POSE.project(corners) * 16).astype(np.int32)
        cv2.fillPoly(picture, [pixels], ink, cv2.LINE_AA, shift=4)
    return picture


def apart(one: Floats, other: Floats) -> float:
    return float(np.linalg.norm(one - other, axis=-1).max())


def test_one_print_is_the_same_whichever_way_it_lies_and_another_is_not() -> None:
    arrows = inks_of(board(ARROW, [RED] * 4), POSE, PLACES)
    bars = inks_of(board(BAR, [RED] * 4), POSE, PLACES)
    in_blue = inks_of(board(ARROW, [BLUE] * 4), POSE, PLACES)
    assert arrows.shape == (len(PLACES), INK_NUMBERS)
    alike = apart(arrows, arrows.mean(axis=0))
    assert apart(bars.mean(axis=0), arrows.mean(axis=0)) > 2 * alike
    assert apart(in_blue.mean(axis=0), arrows.mean(axis=0)) > 4 * alike


def test_an_icon_that_is_printed_beside_the_middle_of_its_lot_has_the_same_numbers() -> None:
    middle, beside = (inks_of(board(ARROW + by, [RED] * 4), POSE, PLACES) for by in (0.0, (2.5, 1.5)))
    longer = inks_of(board(ARROW * (1.2, 1.0), [RED] * 4), POSE, PLACES)
    assert apart(beside.mean(axis=0), middle.mean(axis=0)) < 0.3 * apart(
        longer.mean(axis=0), middle.mean(axis=0)
    )


@pytest.mark.parametrize("lamp", [0.6, 1.15])
def test_a_lamp_that_is_turned_up_or_down_changes_little(lamp: float) -> None:
    picture = board(ARROW, [RED, BLUE, RED, BLUE])
    lit = np.clip(picture * lamp, 0, 255).astype(np.uint8)
    before, after = inks_of(picture, POSE, PLACES), inks_of(lit, POSE, PLACES)
    assert apart(before, after) < 0.25 * apart(before[0], before[1])


def test_a_lot_without_any_print_has_numbers_too() -> None:
    plain = np.full((SIZE[1], SIZE[0], 3), 128, np.uint8)
    assert np.isfinite(inks_of(plain, POSE, PLACES)).all()


def test_a_large_picture_is_measured_as_a_small_one() -> None:
    small = board(ARROW, [RED] * 4)
    size = (2 * SIZE[0], 2 * SIZE[1])
    large = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    assert POSE.lens == LENS
    found = inks_of(large, POSE.resampled(size), PLACES)
    assert apart(found, inks_of(small, POSE, PLACES)) < 0.5
    assert pytest.approx(25.4) == LOT
