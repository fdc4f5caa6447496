"""Printed cards at the corners tell where the board is when nothing else does."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.alien_city.board import CORNERS, lot_centres
from vision.alien_city.cards import FAMILY, MARKER_MM, marker_corners, pose_by_cards
from vision.alien_city.find import NoCityError
from vision.alien_city.reader import CityReader
from vision.lens import Lens
from vision.photo import Picture
from vision.pose import Pose
from vision.synthetic.alien_city import random_scene, render

_BLANK = 1 / 4  # of a marker's side, of white around it


def with_cards(picture: Picture, pose: Pose, numbers: range) -> Picture:
    """The picture with cards laid where they belong."""
    laid = picture.copy()
    dictionary = cv2.aruco.getPredefinedDictionary(FAMILY)
    side, blank = 240, round(240 * _BLANK)
    for number in numbers:
        card = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(dictionary, number, side),
            *[blank] * 4,
            cv2.BORDER_CONSTANT,
            value=(255,),
        )
        place = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) + blank - 0.5
        seen = pose.project(marker_corners(number)).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(place, seen)
        size = (picture.shape[1], picture.shape[0])
        drawn = cv2.warpPerspective(
            cv2.cvtColor(card, cv2.COLOR_GRAY2RGB), matrix, size, flags=cv2.INTER_AREA
        )
        where = cv2.warpPerspective(np.full_like(card, 255), matrix, size)
        laid[where > 127] = drawn[where > 127]
    return laid


@pytest.fixture(scope="module")
def table() -> tuple[Picture, Pose]:
    """A picture with room around the board, and where its camera stands."""
    for seed in range(100):
        seen = render(random_scene(np.random.default_rng(seed), size=(1280, 960), hand=False))
        around = np.vstack([seen.pose.project(marker_corners(number)) for number in range(4)])
        if (around > 20).all() and (around < np.array([1260, 940])).all():
            return seen.image, seen.pose
    raise AssertionError("some board has room around it")


def test_a_card_touches_its_corner_of_the_board_from_outside() -> None:
    for number, corner in enumerate(CORNERS):
        marker = marker_corners(number)
        sides = np.linalg.norm(marker - np.roll(marker, 1, axis=0), axis=1)
        np.testing.assert_allclose(sides, MARKER_MM)
        nearest = np.linalg.norm(marker - corner, axis=1).min()
        assert nearest == pytest.approx(10 * np.sqrt(2))
        outside = (marker[:, :2] < CORNERS[0, :2]) | (marker[:, :2] > CORNERS[2, :2])
        assert outside.all()


@pytest.mark.parametrize("count", [2, 3, 4])
def test_cards_give_the_pose(table: tuple[Picture, Pose], count: int) -> None:
    picture, pose = table
    found = pose_by_cards(with_cards(picture, pose, range(count)))
    assert found is not None
    off = np.linalg.norm(found.project(lot_centres()) - pose.project(lot_centres()), axis=1)
    assert off.max() < (6 if count == 2 else 2.5), "pixels, of lots of about fifty"


def test_one_card_is_not_enough(table: tuple[Picture, Pose]) -> None:
    picture, pose = table
    assert pose_by_cards(with_cards(picture, pose, range(1))) is None
    assert pose_by_cards(picture) is None


def test_a_board_that_is_not_found_is_read_by_its_cards(
    table: tuple[Picture, Pose], monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, pose = table
    reader = CityReader()
    plain = reader.read(picture)
    monkeypatch.setattr("vision.alien_city.find.Finder.board_mask", lambda *_: np.zeros((60, 80), np.float32))
    with pytest.raises(NoCityError):
        reader.read(picture)
    seen = reader.read(with_cards(picture, pose, range(4)))
    same = seen.lots.argmax(axis=1) == plain.lots.argmax(axis=1)
    turned = seen.lots[::-1].argmax(axis=1) == plain.lots.argmax(axis=1)
    assert max(same.mean(), turned.mean()) > 0.98


def test_cards_without_a_board_are_no_city() -> None:
    reader = CityReader()
    lens = Lens.pinhole(1200, (1280, 960))
    pose = Pose(np.array([np.pi, 0.0, 0.0]), np.array([-101.6, 127.0, 600.0]), lens)
    empty = np.full((960, 1280, 3), 120, np.uint8)
    with pytest.raises(NoCityError):
        reader.read(with_cards(empty, pose, range(4)))
