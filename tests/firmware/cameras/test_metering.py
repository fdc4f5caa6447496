"""Exposure, white balance and focus are measured once and held; only another light has them measured anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

from firmware.cameras import live, pi
from firmware.cameras.camera import CameraError, Keep
from firmware.cameras.metering import Controls, Held, Measured, Meter
from firmware.cameras.words import LOST
from vision.photo import Picture

EXPOSURE = ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"]


class SomeCamera:
    """A camera as libcamera shows it: metadata that drift to what the room needs, until they are held."""

    def __init__(self, controls: list[str], *, obeys: bool = True, held: Held | None = None) -> None:
        self.meter = Meter(controls, held)
        self.obeys = obeys
        self.now: dict[str, Any] = {"ExposureTime": 5_000, "AnalogueGain": 1.0, "ColourGains": (1.0, 1.0)}
        self.needs: dict[str, Any] = {"ExposureTime": 20_000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.4)}
        self.set: list[Controls] = [self.meter.start()]
        self.measures = self.set[0].get("AeEnable", True)
        self.seconds = 0.0

    def run(self, frames: int, brightness: float = 100.0) -> None:
        for _ in range(frames):
            if self.measures:
                for name in ("ExposureTime", "AnalogueGain"):
                    self.now[name] += 0.6 * (self.needs[name] - self.now[name])
                gains = zip(self.now["ColourGains"], self.needs["ColourGains"], strict=True)
                self.now["ColourGains"] = tuple(a + 0.6 * (b - a) for a, b in gains)
            controls = self.meter.seen(
                {**self.now, "AfState": 2, "LensPosition": 3.2}, brightness, self.seconds
            )
            self.seconds += 0.2
            if controls:
                self.set.append(controls)
                if self.obeys:
                    self.measures = controls.get("AeEnable", self.measures)


def test_what_the_camera_has_settled_on_is_held() -> None:
    camera = SomeCamera(EXPOSURE)
    assert camera.set == [{"AeEnable": True, "AwbEnable": True}]
    camera.run(40)
    (held,) = camera.set[1:]
    assert held["AeEnable"] is held["AwbEnable"] is False
    assert held["ExposureTime"] == pytest.approx(20_000, rel=0.03)
    assert held["ColourGains"] == pytest.approx((1.9, 1.4), rel=0.03)
    assert camera.meter.held is not None
    assert camera.meter.trouble is None


def test_a_camera_that_does_not_follow_is_asked_again_and_then_told() -> None:
    camera = SomeCamera(EXPOSURE, obeys=False)
    while len(camera.set) == 1:
        camera.run(1)
    camera.needs = {"ExposureTime": 60_000, "AnalogueGain": 4.0, "ColourGains": (1.2, 2.2)}
    camera.run(20)
    assert camera.set[2] == camera.set[3] == camera.set[1]
    assert camera.meter.held is not None
    assert camera.meter.trouble is not None
    assert "does not keep exposure" in str(camera.meter.trouble)


def test_a_hand_over_the_board_measures_nothing_anew() -> None:
    camera = SomeCamera(EXPOSURE)
    camera.run(40)
    camera.run(10, brightness=40)
    camera.run(20)
    assert len(camera.set) == 2


def test_a_room_that_has_become_dark_is_measured_anew() -> None:
    camera = SomeCamera(EXPOSURE)
    camera.run(40)
    camera.needs["ExposureTime"] = 66_000
    camera.run(28, brightness=20)
    assert camera.set[2] == {"AeEnable": True, "AwbEnable": True}
    camera.run(40, brightness=90)
    assert camera.set[-1]["ExposureTime"] == pytest.approx(66_000, rel=0.03)
    assert camera.meter.held is not None


def test_a_camera_that_is_asked_measures_anew_once_it_holds_something() -> None:
    camera = SomeCamera(EXPOSURE)
    assert camera.meter.measure_anew() == {}, "it is measuring"
    camera.run(40)
    camera.needs["ExposureTime"] = 8_000
    camera.set.append(camera.meter.measure_anew())
    camera.measures = camera.set[-1]["AeEnable"]
    camera.run(40)
    assert camera.set[-1]["ExposureTime"] == pytest.approx(8_000, rel=0.03)
    assert camera.meter.held is not None
    assert Meter(["AfMode"]).measure_anew() == {}


def test_focus_is_found_once_and_then_stays() -> None:
    camera = SomeCamera([*EXPOSURE, "AfMode"])
    assert camera.set[0]["AfMode"] == 1
    assert camera.set[0]["AfTrigger"] == 0
    camera.run(40)
    assert camera.set[1]["AfMode"] == 0
    assert camera.set[1]["LensPosition"] == 3.2
    camera.run(60, brightness=20)
    assert all("AfMode" not in controls for controls in camera.set[2:])


def test_a_camera_without_these_controls_is_left_alone() -> None:
    meter = Meter(["FrameDurationLimits"])
    assert meter.start() == {}
    assert meter.seen({}, 100.0, 0.0) == {}


def test_a_lens_that_finds_no_focus_is_told() -> None:
    meter = Meter(["AfMode"])
    for n in range(20):
        meter.seen({"AfState": 3, "LensPosition": 1.0}, 100.0, n / 5)
    assert meter.trouble is not None
    assert "focus" in str(meter.trouble)


def test_what_it_was_held_at_before_is_held_from_the_start() -> None:
    first = SomeCamera([*EXPOSURE, "AfMode", "LensPosition"])
    assert first.meter.held is None
    first.run(40)
    held = first.meter.held
    assert held is not None
    assert held.lens_position == 3.2
    assert held.brightness == 100
    assert Held.from_json(json.loads(json.dumps(held.to_json()))) == held

    again = SomeCamera([*EXPOSURE, "AfMode", "LensPosition"], held=held)
    again.now |= {"ExposureTime": held.measured.exposure_us, "AnalogueGain": held.measured.gain}
    again.now |= {"ColourGains": (held.measured.red, held.measured.blue)}
    (controls,) = again.set
    assert controls["ExposureTime"] == held.measured.exposure_us
    assert controls["LensPosition"] == 3.2
    assert controls["AeEnable"] is False
    again.run(3)
    assert again.meter.held == held


def test_without_a_focus_from_before_it_is_found() -> None:
    fixed = Held(Measured(2_000, 1.0, 1.5, 1.6), 110.0)
    camera = SomeCamera([*EXPOSURE, "AfMode", "LensPosition"], held=fixed)
    assert (camera.set[0]["AfMode"], camera.set[0]["AfTrigger"]) == (1, 0)
    camera.run(40)
    assert camera.meter.held is not None
    assert camera.meter.held.lens_position == 3.2
    assert camera.meter.trouble is None


def test_in_another_light_than_before_all_is_measured_anew() -> None:
    noon = Held(Measured(2_000, 1.0, 1.5, 1.6), 110.0)
    camera = SomeCamera(EXPOSURE, held=noon)
    camera.now |= {"ExposureTime": 2_000, "AnalogueGain": 1.0, "ColourGains": (1.5, 1.6)}
    camera.run(80, brightness=20.0)
    held = camera.meter.held
    assert held is not None
    assert held.measured.exposure_us == pytest.approx(20_000, rel=0.05)
    assert held.brightness == 20


def test_a_pi_s_camera_that_is_started_again_goes_on_with_what_it_has_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noon = Held(Measured(2_000, 1.0, 1.5, 1.6), 110.0)
    begun_with: list[Held | None] = []

    class Lost:
        """A camera that finds what noon needs, and is pulled out."""

        def __init__(self, *_args: object, held: Held | None, keep: Keep) -> None:
            begun_with.append(held)
            self._keep = keep

        def grab(self) -> Picture:
            self._keep(noon.to_json())
            raise CameraError(LOST, source="pi")

        def close(self) -> None:
            pass

    monkeypatch.setattr(pi, "PiSource", Lost)
    monkeypatch.setattr(live, "FIRST_WAIT_S", 0.0)
    camera = pi.open_pi(fps=5, size=(64, 48), lens=None, tell=lambda _: None)
    while len(begun_with) < 2:
        camera.next()
    camera.close()
    assert begun_with[:2] == [None, noon]


def test_a_damaged_note_of_what_was_held_is_none() -> None:
    huge = {"lens_position": None, "exposure_us": 10_000, "gain": 10**400}
    damaged: tuple[object, ...] = (None, {}, [], {"exposure_us": "long"}, huge)
    for data in damaged:
        assert Held.from_json(data) is None
