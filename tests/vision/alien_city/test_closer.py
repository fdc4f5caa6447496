"""Lots in doubt are cut out where they are and looked at again; the others are left alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.alien_city import LOTS, City, Corner, Lot
from tests.vision.poses import SIZE, pose_above
from vision.alien_city.board import LOT, lot_centres
from vision.alien_city.closer import ABOUT_NUMBERS, CloserLook, clear_ones, cuts, doubtful, icons_at
from vision.alien_city.lot_cuts import LOT_PIXELS, SIDE, Cuts
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import LOT_STATES, MARKS, Reading
from vision.alien_city.sheets import HEIGHTS_MM
from vision.synthetic.alien_city import random_scene, render

POSE = pose_above(600, 12)
LOTS_SHOWN = [Lot.parse(name) for name in ("A1", "D7", "H10")]


def reading(doubts: Sequence[int], hidden: Sequence[int] | None = None) -> Reading:
    """Everything is certainly bare but what is in doubt."""
    lots = np.full((80, len(LOT_STATES)), 1e-5)
    lots[:, 0] = 1
    lots[doubts, 1] = 1
    unseen = np.zeros(80)
    unseen[hidden or []] = 1
    tiles = np.full((20, 16), 1 / 16)
    return Reading(lots / lots.sum(axis=1, keepdims=True), unseen, tiles, np.zeros((80, 9)), POSE)


def test_what_is_clear_or_hidden_is_not_in_doubt() -> None:
    assert doubtful(reading([3, 60, 70], hidden=[60])).tolist() == [3, 70]
    assert doubtful(reading([])).tolist() == []


def test_lots_in_doubt_are_told_beside_the_clearest_of_what_they_may_hold() -> None:
    it = reading([3])  # street, or what comes first among the others
    lots = it.lots.copy()
    for number, state, chance in ((10, 1, 0.9985), (11, 1, 0.9995), (12, 1, 0.999), (13, 2, 0.999)):
        lots[number] = (1 - chance) / (lots.shape[1] - 1)
        lots[number, state] = chance
    unseen = it.unseen.copy()
    unseen[12] = 1
    told = replace(it, lots=lots, unseen=unseen)
    assert clear_ones(told, doubtful(told)).tolist() == [0, 1, 11, 10], (
        "nothing is hidden, nor of another state"
    )
    only = replace(told, lots=told.lots[[3] * len(lots)])
    assert clear_ones(only, doubtful(only)).tolist() == []


def test_of_a_tile_it_is_known_where_its_icon_is() -> None:
    tiles = np.full((20, 16), 1 / 16)
    corners = dict(zip(Corner, (0.7, 0.2, 0.1, 0.0), strict=True))
    tiles[19] = [corners[mark.corner] / 4 if mark.corner else 0 for mark in MARKS]
    at = dict(zip(map(str, LOTS), icons_at(tiles), strict=True))
    assert at["A1"] == at["B2"] == 0.25
    assert [at[lot] for lot in ("G10", "H10", "H9", "G9")] == pytest.approx(list(corners.values()))
    told = cuts(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), reading([79]), [79]).about
    assert told.shape == (1, ABOUT_NUMBERS)


@pytest.mark.parametrize("sheet", range(len(HEIGHTS_MM)))
def test_a_cut_holds_its_lot_upright_in_the_middle_at_the_height_of_the_sheet(sheet: int) -> None:
    picture = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    for centre in lot_centres()[LOTS_SHOWN] + [0, 0, HEIGHTS_MM[sheet]]:
        up_right = centre + np.array([LOT / 3, LOT / 3, 0])
        for point, colour in ((centre, (255, 0, 0)), (up_right, (0, 255, 0))):
            x, y = POSE.project(point[None])[0]
            cv2.circle(picture, (round(x), round(y)), 3, colour, -1)
    for cut in cuts(picture, reading(LOTS_SHOWN), LOTS_SHOWN).colours:
        red, green, _ = cut[3 * sheet : 3 * sheet + 3]
        middle, aside = SIDE / 2 - 0.5, LOT_PIXELS / 3
        assert np.allclose(spot(red - green), (middle, middle), atol=1)
        assert np.allclose(spot(green - red), (middle + aside, middle - aside), atol=1)


@pytest.mark.parametrize(
    "leans", [(0.3, 0.1), (0.1, 0.3), (-0.3, 0.1), (-0.1, 0.3), (-0.3, -0.1), (0.1, -0.3)]
)
def test_cuts_are_turned_for_towers_to_lean_upwards_in_them(leans: tuple[float, float]) -> None:
    picture = np.zeros((1, 3, SIDE, SIDE, 3), np.uint8)
    x, y = (round(SIDE / 2 + SIDE * by) for by in (leans[0], -leans[1]))
    picture[0, :, y - 2 : y + 2, x - 2 : x + 2] = 255  # where its tip is
    about = np.zeros((1, ABOUT_NUMBERS), np.float32)
    about[0, :2] = leans
    upright = Cuts(picture, 255.0, about).upright()
    for seen, mirrored in ((upright, False), (upright.mirrored(), True)):
        right, up = seen.about[0, :2]
        assert up == pytest.approx(0.3)
        assert abs(right) == pytest.approx(0.1)
        assert (right != upright.about[0, 0]) == mirrored
        tip = SIDE / 2 - 0.5 + SIDE * right, SIDE / 2 - 0.5 - SIDE * up
        assert np.allclose(spot(seen.colours[0, 0]), tip, atol=1)


def spot(channel: np.ndarray) -> tuple[float, float]:
    """The middle (x, y) of what is bright."""
    y, x = np.nonzero(channel > channel.max() / 2)
    return float(x.mean()), float(y.mean())


def test_a_picture_in_which_nothing_is_in_doubt_is_not_looked_at_again() -> None:
    clear = reading([])
    assert CloserLook()(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), clear) is clear


def test_looking_closer_makes_more_lots_right_and_leaves_clear_ones_alone() -> None:
    before = after = 0.0
    changed = 0
    far, near = CityReader(closely=False), CityReader()
    for seed in range(8):
        scene = random_scene(
            np.random.default_rng((77, seed)), size=(1280, 960), style="piecepack", hand=False
        )
        seen = render(scene)
        truth = [LOT_STATES.index(content) for content in City.parse(seen.position).lots]
        # Both from the same side of the table.
        pose = far.read(seen.image).pose
        one, other = far.read_at(seen.image, pose), near.read_at(seen.image, pose)
        right = [max(given(it, truth), given(it.turned(), truth)) for it in (one, other)]
        before, after = before + right[0], after + right[1]
        left_alone = np.delete(np.arange(80), doubtful(one))
        changed += int((one.lots[left_alone] != other.lots[left_alone]).sum())
    assert after > before
    assert changed == 0


def given(read: Reading, truth: list[int]) -> float:
    """The mean logarithm of the probability that was given to what stands there."""
    return float(np.log(read.lots[np.arange(80), truth] + 1e-9).mean())


def test_lots_in_doubt_are_told_beside_each_other() -> None:
    drawn = render(random_scene(np.random.default_rng(5), size=SIZE))
    look, (lot, *_) = CloserLook(), LOTS_SHOWN
    by_itself, beside = (
        look(drawn.image, replace(reading(doubts), pose=drawn.pose)).lots[lot]
        for doubts in ([lot], LOTS_SHOWN)
    )
    assert np.abs(by_itself - beside).max() > 1e-4
