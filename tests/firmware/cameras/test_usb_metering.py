"""A USB camera's exposure, white balance and focus are found once and held, as far as the camera lets them be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.mount.file import load_mount
from firmware.cameras import live, usb
from firmware.cameras.usb_metering import UsbMeter
from firmware.cli import main
from tests.firmware.cameras.usb_camera import (
    ALL,
    AUTO_EXPOSURE,
    AUTO_WB,
    AUTOFOCUS,
    EXPOSURE,
    FOCUS,
    GAIN,
    WHITE,
    UsbCamera,
)
from tests.places import DATA, SAMPLES
from vision.photo import load_photo

SAMPLE = SAMPLES / "wooden_tiles.jpg"
EMPTY = DATA / "alien_city" / "game" / "01.jpg"


class Watched:
    """A camera that is metered, five pictures a second."""

    def __init__(self, camera: UsbCamera, held: object = None) -> None:
        self.camera = camera
        self.meter = UsbMeter(camera, held)  # type: ignore[arg-type]
        self.seconds = 0.0

    def runs(self, seconds: float, brightness: float | None = None) -> None:
        for _ in range(round(5 * seconds)):
            self.meter.seen(brightness or self.camera.brightness, self.seconds)
            self.seconds += 0.2


def test_what_the_camera_has_found_is_held() -> None:
    watched = Watched(UsbCamera())
    now = watched.camera.now
    assert (now[AUTO_EXPOSURE], now[AUTO_WB], now[AUTOFOCUS]) == (3, 1, 1)
    assert watched.meter.held is None
    watched.runs(6)
    assert (now[AUTO_EXPOSURE], now[AUTO_WB], now[AUTOFOCUS]) == (1, 0, 0)
    assert watched.meter.held == {
        "exposure": 300,
        "gain": 0,
        "white_balance": 4600,
        "focus": 30,
        "brightness": 110,
    }
    assert watched.meter.trouble is None


def test_a_camera_that_does_not_say_what_it_found_is_brought_to_the_same_brightness() -> None:
    for light in (0.3, 1.0, 4.0):
        camera = UsbCamera(stale=True)
        camera.light = light
        watched = Watched(camera)
        watched.runs(12)
        held = watched.meter.held
        assert held is not None
        assert held["brightness"] == pytest.approx(110, rel=0.08)
        assert held["exposure"] == pytest.approx(300 / light, rel=0.2)


def test_a_hand_changes_nothing_and_a_dark_room_has_it_found_anew_but_for_the_focus() -> None:
    camera = UsbCamera()
    watched = Watched(camera)
    watched.runs(6)
    camera.was_set.clear()
    watched.runs(3, brightness=40)
    watched.runs(3)
    assert camera.was_set == []
    camera.light = 0.25
    watched.runs(14)
    held = watched.meter.held
    assert held is not None
    assert held["exposure"] == 1200
    assert (AUTOFOCUS, 1) not in camera.was_set


def test_a_camera_that_is_asked_finds_all_but_the_focus_anew_once_it_holds_something() -> None:
    camera = UsbCamera()
    watched = Watched(camera)
    camera.was_set.clear()
    watched.meter.measure_anew()
    assert camera.was_set == [], "it is finding it"
    watched.runs(6)
    camera.light = 1.3
    camera.was_set.clear()
    watched.runs(6)
    assert camera.was_set == [], "no other light by the brightness of the whole picture"
    watched.meter.measure_anew()
    watched.runs(6)
    held = watched.meter.held
    assert held is not None
    assert held["exposure"] == pytest.approx(300 / 1.3, rel=0.05)
    assert (AUTOFOCUS, 1) not in camera.was_set


def test_it_begins_with_what_it_was_held_at_the_evening_before() -> None:
    first = Watched(UsbCamera())
    first.runs(6)
    held = json.loads(json.dumps(first.meter.held))
    camera = UsbCamera()
    again = Watched(camera, held)
    assert [camera.now[it] for it in (AUTO_EXPOSURE, EXPOSURE, WHITE, FOCUS)] == [1, 300, 4600, 30]
    assert again.meter.held == held
    camera.light = 0.25
    again.runs(14)
    assert again.meter.held is not None
    assert again.meter.held["exposure"] == 1200, "another light than then"


@pytest.mark.parametrize(
    "damage",
    [{}, {"exposure": 3}, {"brightness": "much"}, {"exposure_us": None}, "x", [1], {"brightness": 10**400}],
)
def test_a_note_that_is_none_is_passed_over(damage: object) -> None:
    watched = Watched(UsbCamera(), damage)
    watched.runs(6)
    assert watched.meter.held is not None


def test_a_camera_that_cannot_be_held_is_told_and_left_to_itself() -> None:
    camera = UsbCamera(stale=True, deaf=True)
    watched = Watched(camera)
    watched.runs(14)
    assert "does not keep exposure" in str(watched.meter.trouble)
    assert camera.now[AUTO_EXPOSURE] == 3
    assert watched.meter.held == {
        "white_balance": 4600,
        "focus": 30,
        "exposure_by_itself": 1,
        "brightness": 110,
    }


@pytest.mark.parametrize("has", [ALL, (AUTO_EXPOSURE, EXPOSURE)])
def test_a_camera_that_could_not_be_held_is_left_to_itself_when_it_is_started_again(
    has: tuple[int, ...],
) -> None:
    first = Watched(UsbCamera(has, deaf=True))
    first.runs(14)
    held = json.loads(json.dumps(first.meter.held))
    again = Watched(UsbCamera(has, deaf=True), held)
    again.runs(14)
    assert (AUTO_EXPOSURE, 1) not in again.camera.was_set
    assert again.camera.brightness == 110
    assert again.meter.held == held
    assert again.meter.trouble is None


def test_a_camera_with_no_exposure_to_set_is_held_all_the_same_when_it_is_started_again() -> None:
    held: object = None
    for _ in range(2):
        watched = Watched(UsbCamera([it for it in ALL if it != EXPOSURE]), held)
        watched.runs(8, brightness=110)
        held = watched.meter.held
        assert held == {"gain": 0, "white_balance": 4600, "focus": 30, "brightness": 110}
        assert watched.camera.now[AUTO_EXPOSURE] == 1


@pytest.mark.parametrize("missing", [AUTO_EXPOSURE, AUTO_WB, AUTOFOCUS, GAIN, WHITE])
def test_what_a_camera_does_not_have_is_left_out(missing: int) -> None:
    camera = UsbCamera([it for it in ALL if it != missing])
    watched = Watched(camera)
    watched.runs(8)
    assert watched.meter.held is not None
    assert watched.meter.trouble is None
    assert missing not in {which for which, _ in camera.was_set}


def test_a_camera_without_any_of_this_is_left_alone() -> None:
    watched = Watched(UsbCamera([]))
    watched.runs(8)
    assert watched.meter.held is None
    assert watched.meter.trouble is None


def test_the_mount_of_a_usb_camera_keeps_what_it_is_held_at_and_watching_begins_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    camera = UsbCamera(picture=load_photo(EMPTY))
    monkeypatch.setattr(usb, "opened", lambda _number, _size: camera)
    assert main(["calibrate", "mount", "--camera", "usb:0"]) == 0
    assert "all is well" in capsys.readouterr().out
    mount = load_mount(tmp_path / "mount.json")
    assert mount.camera == "usb:0"
    assert mount.held is not None
    assert mount.held["exposure"] == 300
    assert camera.now[AUTO_EXPOSURE] == 3, "other programs find the camera as it was"

    camera = UsbCamera(picture=load_photo(SAMPLE))
    live = usb.open_usb(0, fps=5, size=(1280, 960), lens=None, tell=lambda _: None, held=mount.held)
    assert live.next(5) is not None
    assert (EXPOSURE, 300) in camera.was_set
    live.close()


def test_a_camera_that_is_started_again_goes_on_with_what_it_has_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    starts: list[Pulled] = []

    class Pulled(UsbCamera):
        pulled = False

        def grab(self) -> bool:
            return not self.pulled

    def opened(_number: int, size: tuple[int, int]) -> UsbCamera:
        starts.append(Pulled(picture=np.full((*size[::-1], 3), 110, np.uint8)))
        return starts[-1]

    looks = count()
    monkeypatch.setattr(usb, "opened", opened)
    monkeypatch.setattr(usb, "UsbSource", partial(usb.UsbSource, clock=lambda: 0.1 * next(looks)))
    monkeypatch.setattr(live, "FIRST_WAIT_S", 0.0)
    held: list[Mapping[str, Any]] = []
    camera = usb.open_usb(0, fps=5, size=(64, 48), lens=None, tell=lambda _: None, keep=held.append)
    while not held:
        camera.next()
    starts[0].pulled = True
    while len(starts) < 2 or camera.next() is None:
        camera.next()
    camera.close()
    assert [which for which, _ in starts[1].was_set].count(EXPOSURE) == 1
    assert (EXPOSURE, held[0]["exposure"]) in starts[1].was_set
    assert len(held) == 1, "nothing was found anew"
