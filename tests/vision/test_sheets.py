"""Cuts in space: whatever the camera's angle, a thing appears over its own lot on the sheet at its own height."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.alien_city import Lot
from tests.vision.poses import SIZE, pose_above
from vision.alien_city.board import LOT, TOWER_HEIGHT
from vision.alien_city.sheets import HEIGHTS_MM, LOT_PIXELS, MARGIN, cut, lean_of, look
from vision.alien_city.sheets import SIZE as SHEET
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


def brightest(sheet: Picture) -> tuple[float, float]:
    """Column and row of the white dot, in lots from the upper left corner of the board."""
    rows, columns = np.nonzero(sheet[..., 0] > 150)
    return (columns.mean() + 0.5 - MARGIN) / LOT_PIXELS, (rows.mean() + 0.5 - MARGIN) / LOT_PIXELS


@pytest.mark.parametrize("tilt", [0, 12, 25])
@pytest.mark.parametrize("layer", range(len(HEIGHTS_MM)))
def test_a_dot_stands_over_its_lot_on_the_sheet_at_its_height(tilt: float, layer: int) -> None:
    pose = pose_above(480, tilt)
    sheets = cut(with_a_dot(pose, "B9", HEIGHTS_MM[layer]), pose)
    assert brightest(sheets[layer]) == pytest.approx((1.5, 1.5), abs=0.04)


def test_the_lean_says_where_the_tip_of_a_tower_is_seen_on_the_table_sheet() -> None:
    pose = pose_above(480, 20)
    low, _, high = HEIGHTS_MM
    column, row = brightest(cut(with_a_dot(pose, "H1", high), pose)[0])
    across, along = lean_of(pose)[:, -5, -5]  # within half a lot of the middle of H1
    assert low == 0
    assert (column - 7.5, 9.5 - row) == pytest.approx((across, along), abs=0.08)
    assert high < TOWER_HEIGHT


def test_brightness_is_the_boards_own_however_dim_the_evening() -> None:
    pose = pose_above(480, 5)
    rng = np.random.default_rng(1)
    noon = cv2.resize(rng.integers(60, 240, (30, 40, 3), dtype=np.uint8), SIZE)
    evening = (noon * 0.35).astype(np.uint8)
    np.testing.assert_allclose(look(noon, pose).colours, look(evening, pose).colours, atol=0.03)
    np.testing.assert_allclose(look(noon, pose).light, look(evening, pose).light, atol=0.03)


def test_a_look_has_the_shapes_the_network_wants() -> None:
    seen = look(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), pose_above(480, 5))
    assert seen.colours.shape == (9, SHEET[1], SHEET[0])
    assert seen.lean.shape == (2, SHEET[1] // 8, SHEET[0] // 8)
    assert seen.light.shape == (21,)
    assert np.isfinite(seen.light).all()


def test_a_picture_four_times_as_large_gives_the_same_sheets() -> None:
    pose = pose_above(480, 12)
    picture = cv2.GaussianBlur(with_a_dot(pose, "C4", 0), (0, 0), 3)
    large = cv2.resize(picture, (SIZE[0] * 2, SIZE[1] * 2), interpolation=cv2.INTER_LINEAR)
    for small_sheet, large_sheet in zip(
        cut(picture, pose), cut(large, pose.scaled((SIZE[0] * 2, SIZE[1] * 2))), strict=True
    ):
        assert np.abs(small_sheet.astype(int) - large_sheet).max() < 12
