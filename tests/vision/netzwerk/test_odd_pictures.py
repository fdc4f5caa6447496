"""Pictures of landscapes that nobody should take: what is said of them is right, or `?`, or that none is seen."""

from __future__ import annotations

import json
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from engine.netzwerk.material import City, Player, Unread
from tests.places import DATA, SAMPLES
from vision.evaluation import UNREAD, Fault
from vision.netzwerk.evaluate import LandscapeLabel
from vision.netzwerk.eyes import NetzwerkEyes
from vision.netzwerk.find import NoLandscapeError
from vision.netzwerk.words import NO_LANDSCAPE, RUNS_OUT
from vision.photo import Picture, load_photo

TRUTH: dict[str, str] = json.loads((DATA / "netzwerk" / "samples.json").read_text())
MISTAKES = 2
"""That may be made about a picture."""


@pytest.fixture(scope="module")
def eyes() -> NetzwerkEyes:
    return NetzwerkEyes()


@pytest.fixture(scope="module", params=["plain.jpg", "printed.jpg"])
def label(request: pytest.FixtureRequest) -> LandscapeLabel:
    path = SAMPLES / "netzwerk" / str(request.param)
    return LandscapeLabel(path, TRUTH[path.name], frozenset(), frozenset(), "any", "any", hand=False)


def faults(eyes: NetzwerkEyes, label: LandscapeLabel, picture: Picture) -> tuple[Fault, ...]:
    return label.compared(eyes.read(picture)).faults


def wrong(faults: tuple[Fault, ...]) -> list[Fault]:
    return [it for it in faults if it.read != UNREAD]


def small(photo: Picture) -> Picture:
    return np.asarray(cv2.resize(photo, (320, 240), interpolation=cv2.INTER_AREA), np.uint8)


def large(photo: Picture) -> Picture:
    """As the sensor of a Raspberry Pi camera gives it: wider than it is high."""
    finer = cv2.resize(photo, (3456, 2592), interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.copyMakeBorder(finer, 0, 0, 576, 576, cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize(
    ("made", "shape", "open_at_most"), [(small, (240, 320, 3), 15), (large, (2592, 4608, 3), 6)]
)
def test_a_very_small_or_large_picture_is_read(
    eyes: NetzwerkEyes,
    label: LandscapeLabel,
    made: Callable[[Picture], Picture],
    shape: tuple[int, ...],
    open_at_most: int,
) -> None:
    picture = made(load_photo(label.path))
    assert picture.shape == shape
    found = faults(eyes, label, picture)
    assert len(wrong(found)) <= MISTAKES
    assert len(found) - len(wrong(found)) <= open_at_most


def test_of_a_black_and_white_picture_what_a_colour_tells_is_left_open(
    eyes: NetzwerkEyes, label: LandscapeLabel
) -> None:
    grey = cv2.cvtColor(load_photo(label.path), cv2.COLOR_RGB2GRAY)
    seen = eyes.read(np.repeat(grey[..., None], 3, axis=2))
    assert all(isinstance(kind, City | Unread) for kind in seen.table.board.kinds.values())
    assert not any(seen.table.connectors[player] for player in Player if player is not Player.WHITE)
    assert len(wrong(label.compared(seen).faults)) <= 1, "a miner as grey as the print it stands on"


@pytest.mark.parametrize("half", ["left", "right", "upper"])
def test_half_a_landscape_is_refused_with_the_reason(
    eyes: NetzwerkEyes, label: LandscapeLabel, half: str
) -> None:
    photo = load_photo(label.path)
    height, width = photo.shape[:2]
    cut = {"left": photo[:, : width // 2], "right": photo[:, width // 2 :], "upper": photo[: height // 2]}
    with pytest.raises(NoLandscapeError) as refused:
        eyes.read(np.ascontiguousarray(cut[half]))
    assert refused.value.message == RUNS_OUT


def floor() -> Picture:
    """Hexagons with discs of five colours, some three hundred of them, (960, 1280, 3)."""
    picture = np.full((960, 1280, 3), (200, 190, 165), np.uint8)
    colours = [(200, 45, 45), (60, 130, 60), (60, 110, 190), (235, 205, 60), (240, 140, 60)]
    across = 60
    side = across / np.sqrt(3)
    for row in range(int(960 / (1.5 * side)) + 2):
        for column in range(1280 // across + 2):
            x, y = across * (column + row % 2 / 2), 1.5 * side * row
            angles = np.deg2rad(np.arange(30, 390, 60))
            corners = np.stack([x + side * np.cos(angles), y + side * np.sin(angles)], axis=1)
            cv2.polylines(picture, [np.round(corners).astype(np.int32)], True, (120, 110, 90))
            colour = colours[(2 * row + 3 * column) % 5]
            cv2.circle(picture, (round(x), round(y)), round(0.4 * across), colour, cv2.FILLED)
    return picture


def test_a_floor_of_hexagons_is_refused_before_any_of_it_is_looked_at_closely(
    eyes: NetzwerkEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looked(*_: object) -> None:
        raise AssertionError("hundreds of fields take seconds and gigabytes")

    monkeypatch.setattr("vision.netzwerk.reader.connection_cuts", looked)
    with pytest.raises(NoLandscapeError) as refused:
        eyes.read(floor())
    assert refused.value.message == NO_LANDSCAPE
