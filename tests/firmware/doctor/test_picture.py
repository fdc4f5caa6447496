"""What the doctor says about pictures: bundled photos are fine, and each way of spoiling one is named."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.messages import Language, Message
from firmware.cameras import CameraError
from firmware.cameras.words import NO_PI_CAMERA, NO_PICAMERA2, NO_USB_CAMERA
from firmware.doctor import picture as checks
from firmware.finding import Level
from firmware.games import table_game
from tests.places import SAMPLES
from vision.game import Eyes, Seen
from vision.photo import Picture, load_photo
from vision.sharpness import Corners, edge_width, inside
from vision.synthetic.netzwerk import random_landscape, render_landscape

PHOTOS = sorted(SAMPLES.glob("*.jpg"))


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return table_game().eyes


@pytest.fixture(scope="module")
def photo() -> Picture:
    return load_photo(SAMPLES / "wooden_tiles.jpg")


@pytest.fixture(scope="module")
def seen(photo: Picture, eyes: Eyes) -> Seen:
    return eyes.read(photo)


@pytest.fixture(scope="module")
def corners(seen: Seen) -> Corners:
    return seen.corners


@pytest.fixture(scope="module")
def landscape() -> tuple[Picture, Seen]:
    """A landscape all in view, with a rectangle around it that is not."""
    scene = random_landscape(np.random.default_rng((77, 81)), size=(1280, 960), style="plain")
    picture = render_landscape(scene).image
    return picture, table_game("netzwerk").eyes.read(picture)


def brightened(photo: Picture, factor: float) -> Picture:
    return np.clip(photo * float(factor), 0, 255).astype(np.uint8)


def blurred(photo: Picture, pixels: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(photo, (0, 0), pixels), np.uint8)


@pytest.mark.parametrize("path", PHOTOS, ids=lambda path: path.stem)
def test_nothing_is_wrong_with_a_bundled_photo(path: Path, eyes: Eyes) -> None:
    photo = load_photo(path)
    finding, seen = checks.board(photo, eyes)
    assert seen is not None
    findings = [finding, checks.light(photo, seen.parts), checks.glare(photo, seen)]
    findings += [checks.evenness(photo, seen), checks.focus(photo, seen.corners)]
    assert [finding.level for finding in findings] == [Level.OK] * 5
    assert checks.light(photo, None).level is Level.OK
    assert checks.focus(photo, None).level is Level.OK


def test_a_board_in_view_is_measured(photo: Picture, eyes: Eyes) -> None:
    finding, _ = checks.board(photo, eyes)
    said = re.fullmatch(r"ok: board: in view; its shortest side is (\d+) pixels long", finding.line())
    assert said is not None
    assert int(said[1]) == pytest.approx(535, abs=5)


def test_a_table_without_a_board_is_trouble(eyes: Eyes) -> None:
    noise = np.random.default_rng(1).normal(120, 6, (480, 640, 3)).astype(np.uint8)
    finding, corners = checks.board(noise, eyes)
    assert corners is None
    assert finding.line().startswith("trouble: board: not in view: ")
    assert finding.line().endswith("; lay the whole board out under the camera")


def test_a_board_too_small_to_be_read_well_is_named(photo: Picture, eyes: Eyes) -> None:
    small = cv2.resize(photo, None, fx=0.27, fy=0.27, interpolation=cv2.INTER_AREA)
    finding, _ = checks.board(np.asarray(small, np.uint8), eyes)
    assert finding.level is Level.WARNING
    said = re.search(r"its shortest side is only (\d+) pixels long; move the camera nearer", finding.line())
    assert said is not None
    assert abs(int(said[1]) - 145) <= 2


def test_a_board_at_the_border_of_the_picture_is_named(photo: Picture, eyes: Eyes) -> None:
    lowest = max(y for _, y in eyes.read(photo).corners)
    finding, _ = checks.board(photo[: round(lowest) + 12], eyes)
    assert finding.level is Level.WARNING
    assert "touches the border" in finding.line()


def test_too_little_light_is_named_and_real_darkness_is_trouble(photo: Picture, seen: Seen) -> None:
    levels = [checks.light(brightened(photo, gain), seen.parts).level for gain in (1, 0.2, 0.08, 0.02)]
    assert levels == [Level.OK, Level.OK, Level.WARNING, Level.TROUBLE]
    assert "too little" in checks.light(brightened(photo, 0.08), seen.parts).line()


def test_too_much_light_is_named(photo: Picture, seen: Seen) -> None:
    finding = checks.light(brightened(photo, 2), seen.parts)
    assert finding.level is Level.WARNING
    assert "too much" in finding.line()


def test_a_lamp_mirrored_on_the_board_is_glare_and_one_beside_it_is_not(photo: Picture, seen: Seen) -> None:
    middle = tuple(int(mean) for mean in np.mean(seen.corners, axis=0))
    levels = []
    for place, radius in (((20, 20), 60), (middle, 30), (middle, 80), (middle, 220)):
        lamp = cv2.circle(photo.copy(), place, radius, (255, 255, 255), -1)
        levels.append(checks.glare(np.asarray(lamp, np.uint8), seen).level)
    assert levels == [Level.OK, Level.OK, Level.WARNING, Level.TROUBLE]


def test_a_landscape_is_in_view_as_long_as_its_fields_are(landscape: tuple[Picture, Seen]) -> None:
    picture, seen = landscape
    assert np.min(seen.corners) < 0, "a rectangle around it is not"
    assert checks.board(picture, table_game("netzwerk").eyes)[0].level is Level.OK


@pytest.mark.parametrize("cloth", [0, 255])
def test_how_dark_or_white_the_table_around_a_landscape_is_says_nothing_of_its_light(
    cloth: int, landscape: tuple[Picture, Seen]
) -> None:
    picture, seen = landscape
    spread = np.where(inside(picture, seen.parts)[..., None], picture, np.uint8(cloth))
    findings = [checks.light(spread, seen.parts), checks.glare(spread, seen), checks.evenness(spread, seen)]
    assert [finding.level for finding in findings] == [Level.OK] * 3


@pytest.mark.parametrize("path", PHOTOS, ids=lambda path: path.stem)
def test_a_lens_out_of_focus_is_named_whatever_lies_on_the_board(path: Path, eyes: Eyes) -> None:
    photo = load_photo(path)
    corners = eyes.read(photo).corners
    levels = [checks.focus(blurred(photo, pixels), corners).level for pixels in (0.7, 3.5, 6)]
    assert levels == [Level.OK, Level.WARNING, Level.TROUBLE]


def test_noise_does_not_pass_for_sharpness(photo: Picture, corners: Corners) -> None:
    noise = np.random.default_rng(2).normal(0, 8, photo.shape)
    noisy = np.clip(blurred(photo, 5) + noise, 0, 255).astype(np.uint8)
    assert checks.focus(noisy, corners).level is not Level.OK


def test_a_picture_of_one_grey_is_out_of_focus_and_nothing_breaks(corners: Corners) -> None:
    assert checks.focus(np.full((960, 1280, 3), 90, np.uint8), corners).level is Level.TROUBLE


def test_a_black_picture_is_not_told_to_be_out_of_focus() -> None:
    finding = checks.focus(np.zeros((960, 1280, 3), np.uint8), None)
    assert finding.line() == "left out: focus: cannot be told: there are no edges in the picture"


def test_what_helps_is_a_sentence_of_its_own_behind_a_question(eyes: Eyes) -> None:
    finding, _ = checks.board(np.zeros((960, 1280, 3), np.uint8), eyes)
    assert finding.line() == (
        "trouble: board: not in view: the picture is black; is the lens cap on, or the light off? "
        "Lay the whole board out under the camera"
    )


def test_a_larger_picture_of_the_same_board_is_judged_alike(photo: Picture, corners: Corners) -> None:
    larger = np.asarray(
        cv2.resize(blurred(photo, 3), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8
    )
    twice = [(2 * x, 2 * y) for x, y in corners]
    assert edge_width(larger, twice) == pytest.approx(edge_width(blurred(photo, 3), corners), rel=0.05)


def test_a_camera_that_gives_a_picture_is_fine(photo: Picture) -> None:
    finding, picture = checks.camera("usb:0", lambda: photo, busy=False)
    assert finding.line() == "ok: camera: a picture of 1280x960 from usb:0"
    assert picture is photo


@pytest.mark.parametrize(
    ("source", "busy", "remedy"),
    [
        ("pi", False, "check the ribbon at both ends"),
        ("usb:0", False, "another socket or cable"),
        ("/films/evening.mp4", False, "check camera.source"),
        ("pi", True, "the service has the camera: sudo systemctl stop kibitz"),
    ],
)
def test_a_camera_without_a_picture_is_trouble_with_the_remedy_that_fits_it(
    source: str, busy: bool, remedy: str
) -> None:
    def look() -> Picture:
        raise OSError(f"{source}: silent for 5 seconds")

    finding, picture = checks.camera(source, look, busy=busy)
    assert picture is None
    assert finding.level is Level.TROUBLE
    assert f"no picture from {source}: silent for 5 seconds; {remedy}" in finding.line()


@pytest.mark.parametrize(
    ("source", "said", "busy", "ends"),
    [
        ("pi", NO_PICAMERA2, False, "needs another camera, as by --camera usb:0"),
        ("usb:0", NO_USB_CAMERA, False, "plug it in, or find its number with `ls /dev/video*`"),
        ("pi", NO_PI_CAMERA, False, "`rpicam-hello --list-cameras` has to name the camera"),
        ("usb:0", NO_USB_CAMERA, True, "sudo systemctl stop kibitz and ask again"),
    ],
)
def test_a_reason_that_says_what_helps_gets_no_second_remedy(
    source: str, said: Message, busy: bool, ends: str
) -> None:
    def look() -> Picture:
        raise CameraError(said, source=source)

    finding, _ = checks.camera(source, look, busy=busy)
    assert finding.level is Level.TROUBLE
    assert finding.line().endswith(ends)


def test_why_there_is_no_picture_is_said_in_the_language_asked_for() -> None:
    def look() -> Picture:
        raise CameraError(NO_USB_CAMERA, source="usb:0")

    finding, _ = checks.camera("usb:0", look, busy=False)
    assert "no picture: usb:0: no camera is there" in finding.line()
    assert "no camera" not in finding.line(Language.of("sk"))
