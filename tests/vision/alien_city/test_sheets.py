"""Cuts in space: whatever the camera's angle, a thing appears over its own lot on the sheet at its own height."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.alien_city import Lot
from tests.vision.poses import SIZE, pose_above
from vision.alien_city.board import LOT, TOWER_HEIGHT
from vision.alien_city.sheets import (
    BOARD,
    HEIGHTS_MM,
    LOT_PIXELS,
    MARGIN,
    Window,
    at_scale,
    cut,
    lean_of,
    look,
)
from vision.photo import Picture
from vision.pose import Pose


def with_a_dot(pose: Pose, lot: str, height_mm: float) -> Picture:
    """A grey picture with a white dot where the middle of a lot at that height is seen."""
    picture = np.full((SIZE[1], SIZE[0], 3), 60, np.uint8)
    name = Lot.parse(lot)
    world = [[(name.column + 0.5) * LOT, (name.row + 0.5) * LOT, height_mm]]
    x, y = np.round(pose.project(world)[0] * 16).astype(int).tolist()
    cv2.circle(picture, (x, y), 10 * 16, (255, 255, 255), cv2.FILLED, cv2.LINE_AA, 4)
    return picture


def resized(picture: Picture, size: tuple[int, int]) -> Picture:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def brightest(sheet: Picture) -> tuple[float, float]:
    """Column and row of the white dot, in lots from the upper left corner of the board."""
    rows, columns = np.nonzero(sheet[..., 0] > 150)
    return (columns.mean() + 0.5 - MARGIN) / LOT_PIXELS, (rows.mean() + 0.5 - MARGIN) / LOT_PIXELS


@pytest.mark.parametrize("tilt", [0, 12, 25])
@pytest.mark.parametrize("layer", range(len(HEIGHTS_MM)))
def test_a_dot_stands_over_its_lot_on_the_sheet_at_its_height(tilt: float, layer: int) -> None:
    pose = pose_above(480, tilt)
    sheets = cut(*at_scale(with_a_dot(pose, "B9", HEIGHTS_MM[layer]), pose))
    assert brightest(sheets[layer]) == pytest.approx((1.5, 1.5), abs=0.04)


def test_the_lean_says_where_the_tip_of_a_tower_is_seen_on_the_table_sheet() -> None:
    pose = pose_above(480, 20)
    low, _, high = HEIGHTS_MM
    column, row = brightest(cut(*at_scale(with_a_dot(pose, "H1", high), pose))[0])
    across, along = lean_of(pose)[:, -5, -5]  # within half a lot of the middle of H1
    assert low == 0
    assert (column - 7.5, 9.5 - row) == pytest.approx((across, along), abs=0.08)
    assert high < TOWER_HEIGHT


def test_brightness_is_the_boards_own_however_dim_the_evening() -> None:
    pose = pose_above(480, 5)
    rng = np.random.default_rng(1)
    noon = resized(rng.integers(60, 240, (30, 40, 3), dtype=np.uint8), SIZE)
    evening = (noon * 0.35).astype(np.uint8)
    np.testing.assert_allclose(look(noon, pose).colours, look(evening, pose).colours, atol=0.03)
    np.testing.assert_allclose(look(noon, pose).light, look(evening, pose).light, atol=0.03)


def test_a_look_has_the_shapes_the_network_wants() -> None:
    seen = look(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), pose_above(480, 5))
    width, height = BOARD.size
    assert (width, height) == (208, 256)
    assert seen.colours.shape == (9, height, width)
    assert seen.lean.shape == (2, height // 8, width // 8)
    assert seen.light.shape == (21,)
    assert np.isfinite(seen.light).all()


def test_a_picture_four_times_as_large_gives_the_same_sheets() -> None:
    pose = pose_above(480, 12)
    picture = np.asarray(cv2.GaussianBlur(with_a_dot(pose, "C4", 0), (0, 0), 3), np.uint8)
    large = resized(picture, (SIZE[0] * 2, SIZE[1] * 2))
    as_large = at_scale(large, pose.resampled((SIZE[0] * 2, SIZE[1] * 2)))
    for small_sheet, large_sheet in zip(cut(*at_scale(picture, pose)), cut(*as_large), strict=True):
        assert np.abs(small_sheet.astype(int) - large_sheet).max() < 12


def test_a_window_shows_the_same_as_the_whole_board_there() -> None:
    pose = pose_above(480, 12)
    rng = np.random.default_rng(2)
    picture = resized(rng.integers(0, 255, (60, 80, 3), dtype=np.uint8), SIZE)
    window = Window.around([Lot.parse("D4"), Lot.parse("E4")])
    assert (window.left, window.right, window.low, window.high) == (2, 6, 2, 5)
    whole, part = look(picture, pose), look(picture, pose, window)
    across, down = window.left * LOT_PIXELS, (10 - window.high) * LOT_PIXELS
    width, height = window.size
    same = whole.colours[:, down : down + height, across : across + width]
    assert np.abs(same - part.colours).max() < 0.1
    np.testing.assert_allclose(
        whole.lean[:, down // 8 :, across // 8 :][:, : height // 8, : width // 8], part.lean, atol=1e-5
    )
    np.testing.assert_array_equal(whole.light, part.light)
