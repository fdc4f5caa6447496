"""How the camera hangs and how the board is lit: what is lost, which way to move, which part is dark."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.mount.file import Mount, MountFileError, Quality, load_mount, save_mount
from calibration.mount.hang import hang_of, hangs_elsewhere, moved
from calibration.mount.light import light_on
from vision.alien_city.board import LENGTH, WIDTH
from vision.alien_city.towers import hidden_beside_towers
from vision.lens import Floats, Lens
from vision.pose import Pose

MIDDLE = np.array([WIDTH / 2, LENGTH / 2, 0.0])
LENS = Lens.pinhole(1200, (1280, 960))


def hung(height: float, aside: float = 0.0) -> Pose:
    """A camera so high that looks straight at the middle of the board from so far aside."""
    eye = MIDDLE + np.array([aside, 0.0, height])
    forward = (MIDDLE - eye) / np.linalg.norm(MIDDLE - eye)
    right = np.cross(forward, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    matrix = np.stack([right, np.cross(forward, right), forward])
    rotation, _ = cv2.Rodrigues(matrix)
    return Pose(np.asarray(rotation, np.float64).ravel(), -matrix @ eye, LENS)


def lost(pose: Pose) -> tuple[str, ...]:
    return tuple(map(str, hidden_beside_towers(pose.centre)))


def test_high_over_the_middle_nothing_is_lost() -> None:
    for height in (300.0, 450.0, 800.0):
        hang = hang_of(hung(height), MIDDLE, lost)
        assert hang.lost == ()
        assert (hang.raise_mm, hang.nearer_mm) == (0, 0)
        assert hang.height_mm == pytest.approx(height)


def test_the_flatter_it_looks_the_more_is_lost_and_on_the_far_side() -> None:
    counts = [len(lost(hung(350, aside))) for aside in (0.0, 100.0, 200.0, 300.0)]
    assert counts == sorted(counts)
    assert counts[-1] > 20
    assert {place[0] for place in lost(hung(350, 180))} <= set("ABCD"), "the camera is on the side of H"


def test_after_doing_as_told_nothing_is_lost() -> None:
    pose = hung(400, 220)
    hang = hang_of(pose, MIDDLE, lost)
    assert hang.lost
    assert hang.raise_mm is not None
    assert hang.nearer_mm is not None
    assert not lost(moved(pose, np.array([0.0, 0.0, hang.raise_mm])))
    assert not lost(moved(pose, np.array([-hang.nearer_mm, 0.0, 0.0])))
    assert lost(moved(pose, np.array([0.0, 0.0, hang.raise_mm - 40])))


def test_nobody_is_sent_farther_than_to_above_the_middle() -> None:
    pose = hung(330, 107)
    hang = hang_of(pose, MIDDLE, lambda it: () if it.centre[0] <= MIDDLE[0] + 1e-6 else ("A1",))
    assert hang.nearer_mm == pytest.approx(107)


def test_what_no_single_move_mends_is_not_promised() -> None:
    hang = hang_of(hung(120, 500), MIDDLE, lost)
    assert hang.raise_mm is None


def test_a_moved_camera_looks_the_same_way() -> None:
    pose = moved(hung(500, 100), np.array([10.0, 20.0, 30.0]))
    off = np.array([10.0, 20.0, 30.0])
    np.testing.assert_allclose(pose.centre, hung(500, 100).centre + off, atol=1e-9)
    assert pose.tilt_degrees == pytest.approx(hung(500, 100).tilt_degrees)


def test_it_hangs_elsewhere_when_it_is_higher_or_steeper_not_when_the_board_lies_elsewhere() -> None:
    before = hung(500, 60)
    assert not hangs_elsewhere(before, moved(before, np.array([80.0, -50.0, 10.0])))
    assert hangs_elsewhere(before, moved(before, np.array([0.0, 0.0, 80.0])))
    assert hangs_elsewhere(before, hung(500, 160))


def outline() -> Floats:
    return np.array([[100, 600], [700, 640], [760, 90], [80, 60]], np.float64)


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("backwards", [False, True])
def test_dark_and_glaring_parts_are_named_as_the_picture_shows_them(turn: int, backwards: bool) -> None:
    picture = np.full((720, 960, 3), 180, np.uint8)
    picture[:280, :340] = 60
    picture[430:, 480:] = 255
    corners = np.roll(outline()[::-1] if backwards else outline(), turn, axis=0)
    seen = light_on(picture, corners, [corners])
    assert seen.darkest == (0, 0)
    assert seen.whitest == (2, 2)
    assert seen.evenness == pytest.approx(60 / 255, abs=0.02)
    assert seen.white[2, 2] > 0.9
    assert seen.white[0, 0] == 0


def test_a_mount_comes_back_and_a_damaged_one_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "mount.json"
    quality = Quality(121.0, 0.002, 0.7, 4.2, ("A1", "B1"))
    mount = Mount("2026-11-22T12:00:00+00:00", "pi", hung(500, 60), 2, game="netzwerk", quality=quality)
    save_mount(path, mount)
    again = load_mount(path)
    assert again.quality == quality
    assert (again.camera, again.faults, again.game) == ("pi", 2, "netzwerk")
    np.testing.assert_allclose(again.pose.centre, hung(500, 60).centre)
    data = json.loads(path.read_text())
    damages: tuple[dict[str, object], ...] = (
        {"format": "other"},
        {"rotation": [1]},
        {"translation": [0, 0, 1e308]},
        {"matrix": [[1]]},
        {"size": []},
        {"faults": "many"},
        {"faults": float("inf")},
        {"made": "deep"},
        {"quality": {"grey": 121.0}},
        {"quality": data["quality"] | {"white": float("nan")}},
    )
    for damage in damages:
        text = json.dumps(data | damage)
        path.write_text(text.replace('"deep"', "[" * 200_000))
        with pytest.raises(MountFileError, match=r"^[^\n]*cannot be used[^\n]*$"):
            load_mount(path)
    with pytest.raises(MountFileError, match="No such file"):
        load_mount(tmp_path / "none.json")


def test_a_mount_from_before_anything_measured_was_kept_is_still_one(tmp_path: Path) -> None:
    path = tmp_path / "mount.json"
    save_mount(path, Mount("2026-11-22T12:00:00+00:00", "pi", hung(500, 60), 2))
    data = json.loads(path.read_text())
    del data["quality"]
    path.write_text(json.dumps(data | {"format": "kibitz-mount/1"}))
    assert load_mount(path).quality is None


def test_what_no_driver_kept_is_not_kept_on(tmp_path: Path) -> None:
    path = tmp_path / "mount.json"
    save_mount(path, Mount("2026-11-22T12:00:00+00:00", "pi", hung(500, 60), 2, {"gain": 1.5}))
    assert load_mount(path).held == {"gain": 1.5}
    data = json.loads(path.read_text())
    for other in (5, "x", [1]):
        path.write_text(json.dumps(data | {"held": other}))
        mount = load_mount(path)
        save_mount(path, mount)
        assert load_mount(path).held is None


def test_a_mount_of_which_nobody_knows_the_game_counts_for_all(tmp_path: Path) -> None:
    path = tmp_path / "mount.json"
    save_mount(path, Mount("2026-11-22T12:00:00+00:00", "pi", hung(500, 60), 2, game="netzwerk"))
    assert not load_mount(path).is_of("alien-city")
    data = json.loads(path.read_text())
    del data["game"]
    path.write_text(json.dumps(data))
    assert load_mount(path).is_of("alien-city")
