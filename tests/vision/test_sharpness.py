"""The more blurred a picture, the less is said of it, and not the more that is wrong."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.games import labelled, table_game
from tests.places import DATA, SAMPLES
from vision.evaluation import UNREAD
from vision.game import Eyes, NotSeenError
from vision.photo import Picture, load_photo
from vision.sharpness import BLURRED, OUT_OF_FOCUS, Bears, edge_width, tempered

BEARS = Bears(sharp=5.0, blurred=10.0, least=0.4, lost=12.0)
NOTHING_READ = 1000


def blurred(photo: Picture, pixels: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(photo, (0, 0), pixels), np.uint8) if pixels else photo


def test_a_sharp_picture_is_believed_and_a_blurred_one_less_and_less() -> None:
    assert BEARS.believed(3.0) == BEARS.believed(5.0) == 1.0
    assert BEARS.believed(7.5) == pytest.approx(0.7)
    assert BEARS.believed(10.0) == BEARS.believed(float("inf")) == pytest.approx(0.4)


def test_tempered_probabilities_are_less_sure_and_of_the_same_order() -> None:
    chances = np.array([[0.9, 0.08, 0.02], [1.0, 0.0, 0.0]])
    less = tempered(chances, 0.5)
    np.testing.assert_allclose(less.sum(axis=1), 1)
    assert 0.6 < less[0, 0] < 0.8
    assert less[0, 1] > less[0, 2]
    np.testing.assert_allclose(tempered(chances, 1.0), chances)


def counts(game: str, folder: Path, truth: dict[str, object]) -> list[tuple[int, int]]:
    """Wrong and open of one photo, blurred ever more."""
    eyes: Eyes = table_game(game).eyes
    (folder / "labels.json").write_text(json.dumps([truth]))
    (label,) = labelled(folder, game)
    photo = load_photo(label.path)
    found = []
    for pixels in (0.0, 2.0, 3.0, 4.0, 6.0, 10.0):
        try:
            faults = label.compared(eyes.read(blurred(photo, pixels))).faults
        except NotSeenError:
            found.append((0, NOTHING_READ))
            continue
        unread = sum(it.read == UNREAD for it in faults)
        found.append((len(faults) - unread, unread))
    return found


@pytest.mark.parametrize("name", ["wooden_tiles.jpg", "piecepack.jpg"])
def test_more_blur_brings_more_question_marks_not_more_errors_over_a_city(name: str, tmp_path: Path) -> None:
    truth = json.loads((DATA / "samples.json").read_text())[name]
    (tmp_path / name).write_bytes((SAMPLES / name).read_bytes())
    found = counts("alien-city", tmp_path, {"image": name, **truth})
    assert max(wrong for wrong, _ in found) <= 1
    assert found[-1] == (0, NOTHING_READ)
    assert [unread for _, unread in found] == sorted(unread for _, unread in found)


@pytest.mark.parametrize("name", ["printed.jpg", "plain.jpg"])
def test_more_blur_brings_more_question_marks_not_more_errors_over_a_landscape(
    name: str, tmp_path: Path
) -> None:
    truth = json.loads((DATA / "netzwerk" / "samples.json").read_text())[name]
    (tmp_path / name).write_bytes((SAMPLES / "netzwerk" / name).read_bytes())
    found = counts("netzwerk", tmp_path, {"image": name, "position": truth})
    assert max(wrong for wrong, _ in found) <= found[0][0] + 3
    assert found[-1][1] > found[1][1] >= found[0][1]


@pytest.mark.parametrize(
    ("game", "path"), [("alien-city", "wooden_tiles.jpg"), ("netzwerk", "netzwerk/plain.jpg")]
)
def test_what_is_out_of_focus_is_refused_with_the_reason_by_searching_and_by_following(
    game: str, path: str
) -> None:
    eyes: Eyes = table_game(game).eyes
    photo = load_photo(SAMPLES / path)
    seen = eyes.read(photo)
    assert edge_width(photo, seen.corners) < 6
    pixels = next(
        it for it in range(4, 30) if edge_width(blurred(photo, it), seen.corners) > OUT_OF_FOCUS + 1
    )
    for look in (eyes.read, partial(eyes.follow, before=seen)):
        with pytest.raises(NotSeenError) as refused:
            look(blurred(photo, pixels))
        assert refused.value.message == BLURRED


@pytest.mark.parametrize("at", [(-500.0, -500.0), (900.0, 20.0), (100.0, 100.0)])
def test_a_board_that_is_not_in_view_is_not_sharp(at: tuple[float, float]) -> None:
    side = 0.0 if at == (100.0, 100.0) else 90.0
    corners = [(at[0] + x * side, at[1] + y * side) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    noise = np.random.default_rng(1).integers(0, 255, (240, 320, 3)).astype(np.uint8)
    assert edge_width(noise, corners) == float("inf")


def test_a_board_that_lies_slantwise_past_the_corner_of_a_picture_is_not_sharp() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (78, 72, 3)).astype(np.uint8)
    assert edge_width(noise, [(163.0, 53.0), (99.0, -1.0), (95.0, 156.0), (140.0, 160.0)]) == float("inf")
    assert edge_width(noise, [(-200.0, 60.0), (60.0, -200.0), (-10.0, -250.0), (-250.0, -10.0)]) == float(
        "inf"
    )
