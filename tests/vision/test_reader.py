"""The reader on the simulated table and the bundled photos."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.alien_city import LOTS, UNKNOWN, City, Lot
from vision.alien_city.board import CORNERS
from vision.alien_city.decode import decode
from vision.alien_city.find import NoCityError
from vision.alien_city.reader import CityReader
from vision.photo import Picture, load_photo
from vision.synthetic import STYLES, random_scene, render

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "vision" / "samples"
TRUTH = json.loads((ROOT / "tests" / "data" / "samples.json").read_text())


@pytest.fixture(scope="module")
def reader() -> CityReader:
    return CityReader()


@pytest.fixture(scope="module")
def photo() -> Picture:
    return load_photo(SAMPLES / "wooden_tiles.jpg")


def wrong_lots(read: City, true: City) -> int:
    """Lots read as something they are not, `?` not counted, the better way round."""
    return min(
        sum(a is not UNKNOWN and a != b for a, b in zip(city.lots, true.lots, strict=True))
        for city in (read, read.turned())
    )


@pytest.mark.parametrize("style", STYLES)
def test_simulated_cities_of_every_style_are_read(reader: CityReader, style: str) -> None:
    wrong = found = 0
    for seed in range(6):
        scene = random_scene(np.random.default_rng((31, seed)), size=(960, 720), style=style, hand=False)
        seen = render(scene)
        try:
            wrong += wrong_lots(decode(reader.read(seen.image)), City.parse(seen.position))
            found += 1
        except NoCityError:
            continue
    assert found >= 5
    assert wrong <= 0.02 * 80 * found


def test_some_lots_are_read_as_in_the_whole_city(reader: CityReader, photo: Picture) -> None:
    whole = reader.read(photo)
    lots = [Lot.parse(name) for name in ("C4", "C5", "E6")]
    states, unseen = reader.read_lots(photo, whole.pose, lots)
    assert states.argmax(axis=1).tolist() == whole.lots[lots].argmax(axis=1).tolist()
    assert np.abs(unseen - whole.unseen[lots]).max() < 0.1


def test_lots_at_the_edge_are_read_too(reader: CityReader, photo: Picture) -> None:
    whole = reader.read(photo)
    for lot in (LOTS[0], LOTS[7], LOTS[72], LOTS[79]):
        states, _ = reader.read_lots(photo, whole.pose, [lot])
        assert states[0].argmax() == whole.lots[lot].argmax()


def test_a_known_pose_reads_the_same_as_a_first_look(reader: CityReader, photo: Picture) -> None:
    first = reader.read(photo)
    again = reader.read_at(photo, first.pose)
    assert decode(again) == decode(first)


@pytest.mark.parametrize("size", [(640, 480), (2560, 1920)], ids=["a quarter", "four times"])
def test_the_size_of_the_picture_matters_little(
    reader: CityReader, photo: Picture, size: tuple[int, int]
) -> None:
    interpolation = cv2.INTER_AREA if size[0] < photo.shape[1] else cv2.INTER_CUBIC
    other = np.asarray(cv2.resize(photo, size, interpolation=interpolation), np.uint8)
    assert wrong_lots(decode(reader.read(other)), decode(reader.read(photo))) == 0


def test_a_wide_picture_is_read_like_any_other(reader: CityReader, photo: Picture) -> None:
    # 16:9, as most cameras give by default: the same picture with more table on both sides.
    wide = cv2.copyMakeBorder(photo, 0, 0, 213, 213, cv2.BORDER_REFLECT)
    assert wrong_lots(decode(reader.read(np.asarray(wide, np.uint8))), decode(reader.read(photo))) == 0


def test_the_city_may_be_seen_from_the_other_side(reader: CityReader, photo: Picture) -> None:
    other_side = np.ascontiguousarray(photo[::-1, ::-1])
    assert wrong_lots(decode(reader.read(other_side)), decode(reader.read(photo))) == 0


def test_more_blur_brings_more_question_marks_not_more_errors(reader: CityReader, photo: Picture) -> None:
    truth = decode(reader.read(photo))
    unread = []
    for blur in (0.5, 4.0, 9.0):
        try:
            city = decode(reader.read(np.asarray(cv2.GaussianBlur(photo, (0, 0), blur), np.uint8)))
        except NoCityError:
            unread.append(80)
            continue
        assert wrong_lots(city, truth) <= 2
        unread.append(len(city.unknown_lots()))
    assert unread == sorted(unread)


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_the_corners_are_where_the_board_ends(reader: CityReader, name: str) -> None:
    corners = np.array(TRUTH[name]["corners"])
    lot = np.linalg.norm(corners[1] - corners[0]) / 8
    seen = reader.read(load_photo(SAMPLES / name)).pose.project(CORNERS)
    off = min(np.linalg.norm(np.roll(seen, turn, axis=0) - corners, axis=1).max() for turn in (0, 2))
    assert off < 0.1 * lot
