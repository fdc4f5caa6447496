"""A lens is found out from pictures of the sheet, and a bad result is refused with the reason."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.lens.coverage import Wish, coverage
from calibration.lens.drawing import as_picture, as_text
from calibration.lens.file import is_likely
from calibration.lens.gathering import Gathering, ViewsFileError, kept_views
from calibration.lens.solve import BadCalibrationError, calibrate
from calibration.lens.view import BadViewError, View, find_view
from calibration.sheets.lens_sheet import charuco_board
from firmware.cameras.sheet import SheetCamera
from vision.lens import Floats, Lens
from vision.photo import Picture
from vision.pose import Pose
from vision.synthetic.sheet import held

SIZE = (960, 720)


@cache
def shown(seed: int, count: int) -> tuple[Lens, tuple[Picture, ...]]:
    """The lens of a simulated camera, and the first pictures of the sheet that it shows."""
    camera = SheetCamera(seed, fps=1.0, size=SIZE)
    # At a frame a second, each is shown twice.
    frames = [camera.next() for _ in range(2 * count)]
    return camera.lens, tuple(frame.picture for frame in frames[::2] if frame is not None)


@cache
def views(seed: int = 1, count: int = 16) -> tuple[View, ...]:
    return tuple(find_view(picture, str(n)) for n, picture in enumerate(shown(seed, count)[1]))


@cache
def supposed(count: int, lean: float = 0.35) -> tuple[View, ...]:
    """Views of a sheet that leans this way and that, as a detector that errs by a twentieth of a pixel has them."""
    rng = np.random.default_rng(count)
    lens = Lens.pinhole(900, SIZE, -0.1)
    ways = lean * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
    places = np.array([(0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)])
    corners = np.asarray(charuco_board().getChessboardCorners(), np.float64) * (1, -1, 1)
    seen = []
    for n in range(count):
        place = places[n % 5] + rng.normal(0, 0.05, 2)
        pose = held(rng, (168, 240), lens, place, ways[(n // 5 + n) % 5] + rng.normal(0, 0.01, 2))
        pixels = pose.project(corners) + rng.normal(0, 0.05, (len(corners), 2))
        inside = ((pixels > 4) & (pixels < np.array(SIZE) - 4)).all(axis=1)
        seen.append(View(str(n), np.flatnonzero(inside).astype(np.float64), pixels[inside], SIZE))
    return tuple(seen)


def on_the_table(seed: int) -> list[View]:
    """Views of a sheet that was moved about on a table, under a camera that hangs aslant and stays where it is."""
    rng = np.random.default_rng(seed)
    lens = Lens.pinhole(900, SIZE, -0.1)
    corners = np.asarray(charuco_board().getChessboardCorners(), np.float64)
    pose = Pose(np.array([0.25, 0.0, 0.0]), np.array([0.0, 0.0, 600.0]), lens)
    seen = []
    for n in range(10):
        turned, _ = cv2.Rodrigues(np.array([0.0, 0.0, rng.uniform(0, 2 * np.pi)]))
        lies = (corners - corners.mean(axis=0)) @ turned.T + (*rng.uniform(-60, 60, 2), 0.0)
        pixels = pose.project(lies) + rng.normal(0, 0.05, (len(corners), 2))
        seen.append(View(str(n), np.arange(len(corners), dtype=np.float64), pixels, SIZE))
    return seen


def in_the_middle(seed: int) -> list[View]:
    """Views of a sheet that lay in the middle of a wide lens's picture only, told to a twentieth of a pixel."""
    rng = np.random.default_rng(seed)
    corners = np.asarray(charuco_board().getChessboardCorners(), np.float64)
    lens = Lens(
        np.array([[538, 0, 640], [0, 538, 480], [0, 0, 1.0]]), np.array([-0.29, 0.045, 0, 0, 0]), (1280, 960)
    )
    seen: list[View] = []
    while len(seen) < 6:
        turn = rng.normal(0, 0.3, 3)
        away = np.array([*rng.normal(0, 20, 2), rng.uniform(350, 500)]) - cv2.Rodrigues(turn)[
            0
        ] @ corners.mean(axis=0)
        pixels, _ = cv2.projectPoints(corners, turn, away, lens.matrix, lens.distortion)
        pixels = pixels.reshape(-1, 2) + rng.normal(0, 0.05, (len(corners), 2))
        if ((pixels > 0) & (pixels < np.array(lens.size) - 1)).all():
            seen.append(View(str(len(seen)), np.arange(len(corners), dtype=np.float64), pixels, lens.size))
    return seen


def displaced(found: Lens, true: Lens) -> Floats:
    """How far each corner of the picture lies from where the true lens has it, in pixels."""
    width, height = true.size
    corners = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64)
    rays = cv2.undistortPointsIter(
        corners.reshape(-1, 1, 2), true.matrix, true.distortion, np.eye(3), np.eye(3), (3, 50, 1e-9)
    ).reshape(-1, 2)
    where, _ = cv2.projectPoints(
        np.hstack([rays, np.ones((4, 1))]), np.zeros(3), np.zeros(3), found.matrix, found.distortion
    )
    return np.asarray(np.linalg.norm(where.reshape(-1, 2) - corners, axis=1))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_lens_is_found_as_it_truly_is(seed: int) -> None:
    true, _ = shown(seed, 16)
    found = calibrate(views(seed))
    assert found.lens.focal == pytest.approx(true.focal, rel=0.005)
    np.testing.assert_allclose(found.lens.matrix[:2, 2], true.matrix[:2, 2], atol=5)
    assert displaced(found.lens, true).max() < 1
    assert abs(found.lens.focal / true.focal - 1) < 4 * found.focal_spread
    assert found.held_out_px >= found.rms_px * 0.9
    assert not found.left_out


def test_corners_are_seen_where_they_are_to_a_tenth_of_a_pixel() -> None:
    true, _ = shown(1, 16)
    for view in views():
        _, rotation, translation = cv2.solvePnP(view.world, view.pixels, true.matrix, true.distortion)
        seen, _ = cv2.projectPoints(view.world, rotation, translation, true.matrix, true.distortion)
        off = view.pixels - seen.reshape(-1, 2)
        assert np.sqrt((off**2).mean()) < 0.1


def test_what_is_not_the_sheet_is_refused_with_the_reason() -> None:
    picture = shown(1, 16)[1][0]
    with pytest.raises(BadViewError, match="not to be seen"):
        find_view(np.full((480, 640, 3), 128, np.uint8), "wall")
    with pytest.raises(BadViewError, match="blurred"):
        find_view(np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.0), np.uint8), "shaken")
    covered = picture.copy()
    covered[:, : int(views()[0].pixels[:, 0].mean() + 40)] = 90
    with pytest.raises(BadViewError, match="too little"):
        find_view(covered, "half")


def test_a_sharp_picture_is_taken_however_narrow_and_held_upright_too() -> None:
    camera = SheetCamera(1, fps=1.0, size=(480, 360))
    for _ in range(16):
        frame = camera.next()
        assert frame is not None
        level, upright = (find_view(it, "") for it in (frame.picture, np.rot90(frame.picture).copy()))
        assert set(level.numbers) == set(upright.numbers)


def test_it_says_what_to_show_next_until_it_has_seen_enough() -> None:
    assert coverage([]).wishes == (Wish.BEGIN,)
    assert coverage([]).share == 0
    assert set(coverage(supposed(12, lean=0.02)).wishes) >= {
        Wish.RIGHT_AWAY,
        Wish.LEFT_AWAY,
        Wish.TOP_AWAY,
        Wish.BOTTOM_AWAY,
    }
    shares = [coverage(supposed(30)[:n]).share for n in range(1, 31)]
    assert shares == sorted(shares)
    everything = coverage(supposed(60))
    assert everything.wishes == ()
    assert everything.share == 1


def test_a_tilt_is_called_by_the_edge_that_is_farther_off() -> None:
    told = 0
    for view in supposed(30):
        matrix, _ = cv2.Rodrigues(view.pose.rotation)
        depths = (view.world * (1, -1, 0)) @ matrix[2]
        right = view.pixels[:, 0] > np.median(view.pixels[:, 0])
        if abs(view.lean[0]) > 0.2:
            told += 1
            assert (depths[right].mean() > depths[~right].mean()) == (view.lean[0] > 0)
    assert told > 8


def test_a_moved_view_among_good_ones_is_left_out() -> None:
    good = supposed(16)
    slant = np.arange(len(good[3].pixels))[:, None] % 5 * np.array([1.5, -1.0])
    found = calibrate([*good[:3], replace(good[3], pixels=good[3].pixels + slant), *good[4:]])
    assert found.left_out == ("3",)


def test_of_views_of_several_sessions_the_moved_one_is_named_though_another_has_its_name() -> None:
    again = [replace(view, name=str(int(view.name) % 8)) for view in supposed(16)]
    slant = np.arange(len(again[3].pixels))[:, None] % 5 * np.array([1.5, -1.0])
    again[3] = replace(again[3], pixels=again[3].pixels + slant)
    assert calibrate(again).left_out == ("3",)


def test_bad_results_are_refused_and_what_to_do_is_said() -> None:
    with pytest.raises(BadCalibrationError, match="too few"):
        calibrate(supposed(16)[:4])
    rng = np.random.default_rng(2)
    shaky = [replace(view, pixels=view.pixels + rng.normal(0, 2, view.pixels.shape)) for view in supposed(16)]
    with pytest.raises(BadCalibrationError, match=r"lie .* pixels from"):
        calibrate(shaky)
    with pytest.raises(BadCalibrationError, match="hardly ever tilted"):
        calibrate(supposed(16, lean=0.01))
    vague = [
        replace(view, pixels=view.pixels + rng.normal(0, 0.28, view.pixels.shape))
        for view in supposed(16, lean=0.165)
    ]
    with pytest.raises(BadCalibrationError, match="only known to"):
        calibrate(vague)
    bent = [
        replace(view, pixels=view.pixels + np.arange(len(view.pixels))[:, None] % 5 * np.array([3.0, -2.0]))
        for view in supposed(16)[:5]
    ]
    with pytest.raises(BadCalibrationError, match="same zoom"):
        calibrate([*bent, *supposed(16)[5:]])


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_a_sheet_that_lay_on_the_table_in_all_pictures_leaves_the_focal_length_in_doubt(seed: int) -> None:
    with pytest.raises(BadCalibrationError, match=r"only known to .* tilted more") as refused:
        calibrate(on_the_table(seed))
    assert refused.value.wants_more


def test_no_lens_is_found_that_folds_the_picture_over_where_nothing_was_seen() -> None:
    with pytest.raises(BadCalibrationError, match="edges: show the sheet there") as refused:
        calibrate(in_the_middle(3))
    assert refused.value.wants_more
    assert is_likely(calibrate(in_the_middle(5)).lens)


def test_before_a_camera_a_view_counts_when_the_sheet_is_held_still_and_once() -> None:
    first, second = shown(1, 16)[1][:2]
    gathering = Gathering(wait_for_stillness=True)
    with pytest.raises(BadViewError, match="still"):
        gathering.look(first, "1")
    with pytest.raises(BadViewError, match="still"):
        gathering.look(second, "2")
    gathering.look(second, "3")
    with pytest.raises(BadViewError, match="same"):
        gathering.look(second, "4")
    assert [view.name for view in gathering.views] == ["3"]


def test_pictures_of_another_size_are_refused() -> None:
    gathering = Gathering(wait_for_stillness=False)
    first, second = shown(1, 16)[1][:2]
    gathering.look(first, "1")
    with pytest.raises(BadViewError, match="another size"):
        gathering.look(np.asarray(cv2.resize(second, (640, 480)), np.uint8), "2")


def test_it_can_be_broken_off_and_taken_up_again(tmp_path: Path) -> None:
    gathering = Gathering(views()[:5], wait_for_stillness=False)
    gathering.keep(tmp_path / "views.json", "usb:0")
    kept = kept_views(tmp_path / "views.json")
    assert kept.camera == "usb:0"
    again = kept.views
    assert [view.name for view in again] == [view.name for view in views()[:5]]
    np.testing.assert_allclose(again[2].pixels, views()[2].pixels, atol=1e-4)
    whole = json.loads((tmp_path / "views.json").read_text())
    damages: tuple[dict[str, object], ...] = (
        {},
        {"numbers": []},
        {"numbers": [1e9] * 54},
        {"numbers": [*range(-54, 0)]},
        {"numbers": [it + 0.5 for it in range(54)]},
        {"numbers": [0] * 54},
        {"numbers": [float("nan")] * 54},
        {"numbers": [[it] for it in range(54)]},
        {"size": [200, 100]},
        {"pixels": []},
        {"size": [1e999, 1]},
    )
    for damage in damages:
        spoilt = whole["views"][0] | damage if damage else {}
        (tmp_path / "views.json").write_text(json.dumps(whole | {"views": [spoilt]}))
        with pytest.raises(ViewsFileError):
            kept_views(tmp_path / "views.json")
    first, second = whole["views"][0], whole["views"][1] | {"size": [1281, 961]}
    (tmp_path / "views.json").write_text(json.dumps(whole | {"views": [first, second]}))
    with pytest.raises(ViewsFileError):
        kept_views(tmp_path / "views.json")
    (tmp_path / "views.json").write_text("[" * 200_000)
    with pytest.raises(ViewsFileError, match="Delete it"):
        kept_views(tmp_path / "views.json")
    assert kept_views(tmp_path / "none.json").views == ()


def test_the_map_shows_where_the_sheet_was_seen() -> None:
    left = [replace(view, pixels=view.pixels * (0.4, 1)) for view in views()[:3]]
    lines = as_text(coverage(left)).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert all(line.endswith("· · ·") for line in lines[1:-1])
    assert (lines[0][-1], lines[-1][-1]).count("×") + (lines[0][0], lines[-1][0]).count("×") == 1, (
        "it is wanted next"
    )
    drawn = as_picture(views(), coverage(views()))
    assert drawn.shape == (480, 640, 3)
    place = views()[0].pixels[0] * 640 / SIZE[0]
    near: npt.NDArray[np.uint8] = drawn[round(place[1]), round(place[0])]
    assert np.ptp(near.astype(int)) > 60, "a coloured dot on grey"
