"""Photos of landscapes are found, read and followed."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from engine.netzwerk.state import State
from engine.netzwerk.text import parse_seen
from tests.places import DATA, SAMPLES
from vision.netzwerk.board import centres
from vision.netzwerk.decode import decode
from vision.netzwerk.extent import bordering, out_of_sight
from vision.netzwerk.find import Finder, NoLandscapeError
from vision.netzwerk.naming import naming_like
from vision.netzwerk.reader import LandscapeReader
from vision.netzwerk.reading import Reading
from vision.photo import Picture, load_photo

TRUTH: dict[str, str] = json.loads((DATA / "netzwerk" / "samples.json").read_text())
PHOTOS = SAMPLES / "netzwerk"


@pytest.fixture(scope="module")
def reader() -> LandscapeReader:
    return LandscapeReader()


@pytest.fixture(scope="module", params=["plain.jpg", "printed.jpg"])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def photo(name: str) -> Picture:
    return load_photo(PHOTOS / name)


def as_it_lies(reading: Reading, name: str) -> tuple[State, State]:
    """What was read, its fields named as in the truth, and the truth."""
    true = parse_seen(TRUTH[name])
    return decode(reading.renamed(naming_like(reading, true))), true


def wrong(read: State, true: State) -> list[str]:
    """The fields that are read as something else than they are; what was left open is not wrong."""
    said = {field: kind for field, kind in read.board.kinds.items() if field not in read.board.unread}
    return [str(field) for field, kind in said.items() if true.board.kinds.get(field) != kind]


@pytest.mark.parametrize("each", sorted(TRUTH))
def test_a_photo_is_read_whichever_way_its_fields_are_named(reader: LandscapeReader, each: str) -> None:
    read, true = as_it_lies(reader.read(load_photo(PHOTOS / each)), each)
    assert set(read.board.kinds) == set(true.board.kinds)
    assert wrong(read, true) == []
    assert read.connectors == true.connectors


def test_a_field_that_no_dot_marks_is_found_beside_the_others(
    reader: LandscapeReader, name: str, photo: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_points, all_scores = Finder()(photo)
    whole = reader.read(photo)
    outer = min(whole.fields, key=lambda it: sum(near in whole.fields for near in it.neighbours()))
    place = whole.pose.project(centres([outer]))[0]
    unmarked = np.flatnonzero(np.linalg.norm(all_points - place, axis=1) < 15)
    assert len(unmarked) == 1
    kept = np.arange(len(all_points)) != unmarked[0]
    monkeypatch.setattr(reader, "_finder", lambda _: (all_points[kept], all_scores[kept]))
    read, true = as_it_lies(reader.read(photo), name)
    assert set(read.board.kinds) == set(true.board.kinds)
    assert wrong(read, true) == []


def test_a_photo_turned_upside_down_shows_the_same(
    reader: LandscapeReader, name: str, photo: Picture
) -> None:
    read, true = as_it_lies(reader.read(np.ascontiguousarray(photo[::-1, ::-1])), name)
    assert len(set(read.board.kinds) & set(true.board.kinds)) >= len(true.board.kinds) - 1
    assert len(wrong(read, true)) <= 1


def test_a_photo_in_which_left_and_right_are_exchanged_is_refused(
    reader: LandscapeReader, photo: Picture
) -> None:
    with pytest.raises(NoLandscapeError, match="the picture is mirrored"):
        reader.read(np.ascontiguousarray(photo[:, ::-1]))


# With six fields gone, as many are left of printed.jpg as two players lay out, and but one too many of a kind.
@pytest.mark.parametrize("beyond", [1, 3, 5, 7])
def test_a_landscape_that_runs_out_of_the_picture_is_refused(
    reader: LandscapeReader, photo: Picture, beyond: int
) -> None:
    seen = reader.read(photo)
    across = np.sort(seen.pose.project(centres(seen.fields))[:, 0])
    cut = int((across[beyond - 1] + across[beyond]) / 2)
    with pytest.raises(NoLandscapeError, match="run out of the picture"):
        reader.read(np.ascontiguousarray(photo[:, cut:]))


def test_a_landscape_is_read_though_it_reaches_nearly_to_the_edge_of_the_picture(
    reader: LandscapeReader, name: str, photo: Picture
) -> None:
    seen = reader.read(photo)
    across = seen.pose.project(centres(seen.fields))[:, 0]
    beside = seen.pose.project(centres(sorted(bordering(seen.fields))))[:, 0]
    left = int((across.min() + beside.min()) / 2)
    close = reader.read(np.ascontiguousarray(photo[:, left:]))
    assert out_of_sight(close.fields, close.pose)
    assert len(close.fields) == len(seen.fields)
    read, true = as_it_lies(close, name)
    assert wrong(read, true) == []


def test_a_landscape_that_has_not_moved_is_followed_with_its_names(
    reader: LandscapeReader, photo: Picture
) -> None:
    first = reader.read(photo)
    again = reader.follow(photo, first)
    assert again.fields == first.fields
    assert decode(again).board == decode(first).board


def test_one_that_was_pushed_a_little_is_followed_too(reader: LandscapeReader, photo: Picture) -> None:
    first = reader.read(photo)
    push = np.array([[1.0, 0, 9], [0, 1, -6]])
    pushed = np.asarray(
        cv2.warpAffine(photo, push, photo.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
    again = reader.follow(pushed, first)
    points = np.array([[0.0, 0.0, 0.0], [100.0, 50.0, 0.0]])
    np.testing.assert_allclose(
        again.pose.project(points) - first.pose.project(points), [[9, -6], [9, -6]], atol=4
    )


def test_a_picture_of_another_size_is_not_one_from_where_the_camera_stood(
    reader: LandscapeReader, photo: Picture
) -> None:
    first = reader.read(photo)
    with pytest.raises(NoLandscapeError, match="not where it was"):
        reader.follow(photo[8:-8], first)


def test_one_that_was_pushed_by_a_field_is_not_taken_for_the_same(
    reader: LandscapeReader, photo: Picture
) -> None:
    first = reader.read(photo)
    step = first.pose.project([[50.0, 0.0, 0.0]])[0] - first.pose.project([[0.0, 0.0, 0.0]])[0]
    pushed = cv2.warpAffine(photo, np.array([[1.0, 0, step[0]], [0, 1, step[1]]]), photo.shape[1::-1])
    with pytest.raises(NoLandscapeError, match="not where it was"):
        reader.follow(np.asarray(pushed, np.uint8), first)


@pytest.mark.parametrize("grey", [60, 200])
def test_where_something_lies_over_all_of_it_it_is_not_there(
    reader: LandscapeReader, photo: Picture, grey: int
) -> None:
    with pytest.raises(NoLandscapeError, match="something is in the way"):
        reader.follow(np.full_like(photo, grey), reader.read(photo))


def test_found_anew_it_gets_the_names_it_had(reader: LandscapeReader, photo: Picture) -> None:
    first = reader.read(photo)
    state = decode(first)
    turned = reader.read(np.ascontiguousarray(photo[::-1, ::-1]))
    named = turned.renamed(naming_like(turned, state))
    kinds = decode(named).board.kinds
    same = sum(kinds.get(field) == kind for field, kind in state.board.kinds.items())
    assert same >= 0.9 * len(state.board.kinds)


def dotted(colour: tuple[int, int, int], apart: int) -> Picture:
    """A cloth with dots that lie as the middles of hexagons do."""
    cloth = np.full((960, 1280, 3), 225, np.uint8)
    for row, y in enumerate(range(30, 960, round(apart * 0.866))):
        for x in range(30 + row % 2 * apart // 2, 1280, apart):
            cv2.circle(cloth, (x, y), round(apart * 0.38), colour, -1)
    noise = np.random.default_rng(1).normal(0, 3, cloth.shape)
    return np.clip(cloth + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("apart", [60, 100])
@pytest.mark.parametrize("colour", [(200, 40, 40), (30, 120, 200), (60, 150, 70), (220, 160, 40)])
def test_a_dotted_cloth_is_no_landscape(
    reader: LandscapeReader, colour: tuple[int, int, int], apart: int
) -> None:
    with pytest.raises(NoLandscapeError, match="no landscape"):
        reader.read(dotted(colour, apart))


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((480, 640, 3), np.uint8),
        np.full((480, 640, 3), 128, np.uint8),
        np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8),
        load_photo(SAMPLES / "wooden_tiles.jpg"),
    ],
    ids=["black", "grey", "noise", "another game"],
)
def test_where_no_landscape_lies_none_is_seen(reader: LandscapeReader, picture: Picture) -> None:
    with pytest.raises(NoLandscapeError):
        reader.read(picture)


@pytest.mark.parametrize("size", [(640, 480), (2560, 1920)])
def test_the_size_of_a_picture_matters_little(
    reader: LandscapeReader, name: str, photo: Picture, size: tuple[int, int]
) -> None:
    other = np.asarray(cv2.resize(photo, size, interpolation=cv2.INTER_AREA), np.uint8)
    seen, true = decode(reader.read(other)), parse_seen(TRUTH[name])
    assert abs(len(seen.board.kinds) - len(true.board.kinds)) <= 1
