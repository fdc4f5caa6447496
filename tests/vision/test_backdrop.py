"""A hand is told by what it hides, whatever the lamp and the camera do meanwhile."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.backdrop import Backdrop
from vision.photo import Picture

CORNERS = [(340.0, 820.0), (940.0, 820.0), (940.0, 140.0), (340.0, 140.0)]
AREA = 203.2 * 254.0
HAND = 6450.0


@pytest.fixture(scope="module")
def table() -> Picture:
    """A table of coarse cloth with a board of squares of many greys on it, taken with some noise."""
    rng = np.random.default_rng(1)
    cloth = rng.integers(90, 150, (96, 128), np.uint8)
    picture = cv2.resize(cloth, (1280, 960), interpolation=cv2.INTER_CUBIC)
    picture[140:820, 340:940] = cv2.resize(
        rng.integers(60, 220, (10, 8), np.uint8), (600, 680), interpolation=cv2.INTER_NEAREST
    )
    return as_taken(picture)


def as_taken(grey: np.ndarray, seed: int = 0) -> Picture:
    noise = np.random.default_rng(seed).normal(0, 4, (*grey.shape[:2], 3))
    colour = grey if grey.ndim == 3 else cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB)
    return np.clip(colour + noise, 0, 255).astype(np.uint8)


def with_hand(picture: Picture) -> Picture:
    out = picture.copy()
    cv2.line(out, (1279, 900), (600, 460), (196, 150, 120), 170)
    for dx, dy in ((-100, -20), (-80, -80), (-20, -110)):
        cv2.line(out, (600, 460), (600 + dx, 460 + dy), (205, 160, 130), 40)
    return out


def foreign(before: Picture, after: Picture, corners: list[tuple[float, float]] | None = None) -> float:
    return Backdrop.of(before, CORNERS, AREA).foreign_area(Backdrop.of(after, corners or CORNERS, AREA))


def test_the_same_table_holds_nothing_foreign(table: Picture) -> None:
    assert foreign(table, as_taken(table, seed=2)) < HAND / 13


def test_of_a_board_beside_the_picture_nothing_is_left_there(table: Picture) -> None:
    beside = [(x + 3000.0, y) for x, y in CORNERS]
    before = Backdrop.of(table, beside, AREA)
    assert before.board_left(before) == 0
    assert Backdrop.of(table, CORNERS, AREA).board_left(before) == 1


@pytest.mark.parametrize(("to", "is_foreign"), [((80, 400), False), ((280, 400), True)])
def test_an_arm_is_foreign_only_near_the_board(table: Picture, to: tuple[int, int], is_foreign: bool) -> None:
    arm = cv2.line(table.copy(), (0, 900), to, (196, 150, 120), 130)
    assert (foreign(table, np.asarray(arm, np.uint8)) > 0.1 * HAND) is is_foreign


def test_a_hand_over_the_board_is_foreign(table: Picture) -> None:
    assert foreign(table, with_hand(table)) > HAND


def test_a_piece_that_was_put_down_is_too_small_to_be_a_hand(table: Picture) -> None:
    after = table.copy()
    cv2.circle(after, (640, 480), 32, (170, 20, 20), -1)
    assert 0 < foreign(table, after) < HAND / 2


def test_fingers_that_reach_in_from_outside_count_for_more_than_what_lies_there(table: Picture) -> None:
    reaching, lying = table.copy(), table.copy()
    cv2.line(reaching, (640, 959), (640, 780), (205, 160, 130), 72)
    cv2.line(lying, (640, 900), (640, 780), (205, 160, 130), 72)
    assert foreign(table, reaching) > HAND > foreign(table, lying) > 0


def test_a_hand_of_which_a_strip_looks_like_the_table_is_one_hand(table: Picture) -> None:
    reaching = table.copy()
    cv2.line(reaching, (640, 959), (640, 740), (205, 160, 130), 80)
    alike, apart = reaching.copy(), reaching.copy()
    alike[845:901] = table[845:901]
    apart[845:925] = table[845:925]
    assert foreign(table, alike) > HAND > foreign(table, apart) > 0


def test_fingers_at_the_edge_of_the_board_may_still_hold_what_stands_there(table: Picture) -> None:
    at_its_edge, further_off = table.copy(), table.copy()
    cv2.line(at_its_edge, (1279, 480), (1070, 480), (205, 160, 130), 200)
    cv2.line(further_off, (1279, 480), (1150, 480), (205, 160, 130), 200)
    before = Backdrop.of(table, CORNERS, AREA)
    assert before.foreign_area(Backdrop.of(at_its_edge, CORNERS, AREA), before) > HAND
    assert before.foreign_area(Backdrop.of(further_off, CORNERS, AREA), before) < HAND


def test_a_hand_is_as_large_over_a_large_board_as_over_a_small_one(table: Picture) -> None:
    hand = with_hand(table)
    small, large = (
        Backdrop.of(table, CORNERS, area).foreign_area(Backdrop.of(hand, CORNERS, area))
        for area in (AREA, 3 * AREA)
    )
    assert large == pytest.approx(3 * small), "the same part of a picture in which everything is smaller"


def test_what_did_not_move_with_the_last_movement_beside_the_board_is_no_arm(table: Picture) -> None:
    gone = table.copy()
    cv2.line(gone, (1279, 480), (1070, 480), (120, 120, 120), 200)
    between, now = (
        Backdrop.of(with_hand(gone), CORNERS, AREA),
        Backdrop.of(as_taken(gone, seed=2), CORNERS, AREA),
    )
    assert 0 < Backdrop.of(table, CORNERS, AREA).foreign_area(now, between) < HAND


@pytest.mark.parametrize("gain", [0.5, 0.8, 1.2])
def test_a_lamp_is_not_a_hand(table: Picture, gain: float) -> None:
    brighter_to_the_right = np.linspace(0.8, 1.2, 1280)[None, :, None] * gain
    after = np.clip(table * brighter_to_the_right, 0, 255).astype(np.uint8)
    assert foreign(table, after) < HAND / 2


@pytest.mark.parametrize("turns", [0, 2])
def test_a_bumped_camera_is_not_a_hand_whichever_way_round_the_board_is_read(
    table: Picture, turns: int
) -> None:
    moved = np.array([[0.995, -0.05, 30], [0.05, 0.995, -18]], np.float64)
    after = cv2.warpAffine(table, moved, (1280, 960), borderMode=cv2.BORDER_REPLICATE)
    corners = [(float(x), float(y)) for x, y in np.asarray(CORNERS) @ moved[:, :2].T + moved[:, 2]]
    assert foreign(table, np.asarray(after, np.uint8), corners[turns:] + corners[:turns]) < HAND / 2
    assert foreign(table, with_hand(np.asarray(after, np.uint8)), corners) > HAND


def test_a_seam_between_planks_that_lies_beside_itself_after_a_bump_is_not_a_hand(table: Picture) -> None:
    planks = table.copy()
    planks[140:820, 340:600] = 120
    for across in range(360, 600, 60):
        cv2.line(planks, (across, 140), (across + 30, 820), (60, 60, 60), 5)
    # A pose that was fitted to what lies elsewhere is some pixels off here.
    moved = np.array([[1, 0, 30 + 8], [0, 1, -18]], np.float64)
    bumped = np.asarray(cv2.warpAffine(planks, moved, (1280, 960), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    corners = [(x + 30, y - 18) for x, y in CORNERS]
    assert foreign(as_taken(planks, seed=3), bumped, corners) < HAND / 2
    assert foreign(as_taken(planks, seed=3), with_hand(bumped), corners) > HAND


def test_a_bump_that_the_pose_did_not_follow_is_not_a_hand(table: Picture) -> None:
    dotted = table.copy()
    dotted[:140] = dotted[820:] = dotted[:, :340] = dotted[:, 940:] = 210
    for x, y in ((x, y) for x in range(20, 1280, 40) for y in range(20, 960, 40)):
        if not (330 < x < 950 and 130 < y < 830):
            cv2.circle(dotted, (x, y), 9, (30, 110, 60), -1)
    moved = np.array([[1, 0, 14], [0, 1, 12]], np.float64)
    bumped = np.asarray(cv2.warpAffine(dotted, moved, (1280, 960), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    before, after = Backdrop.of(dotted, CORNERS, AREA), Backdrop.of(as_taken(bumped, seed=4), CORNERS, AREA)
    assert before.is_from_where(Backdrop.of(as_taken(with_hand(dotted), seed=4), CORNERS, AREA))
    assert not before.is_from_where(after)
    assert before.foreign_area(after) < HAND
