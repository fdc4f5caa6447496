"""Exposure, white balance and focus: measured once, then held, so that colours mean the same all evening.

A camera that measures all the time changes its brightness with every hand. So it measures anew only when the room
has become much brighter or darker and stays so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from engine.illegible import ILLEGIBLE
from firmware.cameras.camera import CameraError
from firmware.cameras.words import NOT_HELD, NOT_SHARP

Controls = dict[str, Any]
"""libcamera's controls by their names."""

_SETTLED_FRAMES = 4
_HARDLY = 0.02
"""Frames in a row before a measurement counts, and the share by which none may differ from the one before."""
_LONGEST_FRAMES = 60
"""Frames after which what was measured last has to do; up to 24 seconds in the dark, where one may take 0.4."""
_HELD_WITHIN = 0.05
"""Exposures come in steps of a sensor line, gains in steps of the sensor's own."""
_HELD_FRAMES = 12
_SAID_AGAIN_FRAMES = 4
"""Frames within which a camera has to follow, and after how many it is told once more."""
_OTHER_LIGHT = 1.6
_OTHER_LIGHT_S = 5.0
"""The room's brightness over that at the measurement, and for how long, before it is measured anew."""
_BLACKEST = 4.0
_AF_MANUAL, _AF_AUTO, _AF_START = 0, 1, 0
_AF_FOCUSED, _AF_FAILED = 2, 3
"""Numbers of libcamera's AfModeEnum, AfTriggerEnum and AfStateEnum."""


@dataclass(frozen=True)
class Measured:
    """What the camera found out: exposure in microseconds, gain, gains of red and blue."""

    exposure_us: int
    gain: float
    red: float
    blue: float

    @classmethod
    def of(cls, metadata: Mapping[str, Any]) -> Measured | None:
        """What a frame's metadata says; None when it does not."""
        try:
            red, blue = metadata["ColourGains"]
            return cls(
                int(metadata["ExposureTime"]), float(metadata["AnalogueGain"]), float(red), float(blue)
            )
        except (KeyError, TypeError, ValueError):
            return None

    def near(self, other: Measured, within: float) -> bool:
        """Whether no value differs by more than a share."""
        pairs = zip(self._values(), other._values(), strict=True)
        return all(abs(a - b) <= within * max(abs(a), abs(b)) for a, b in pairs)

    def _values(self) -> tuple[float, ...]:
        # Cameras trade exposure against gain; what counts is the product.
        return self.exposure_us * self.gain, self.red, self.blue

    def controls(self) -> Controls:
        """What makes a camera hold it."""
        return {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": self.exposure_us,
            "AnalogueGain": self.gain,
            "ColourGains": (self.red, self.blue),
        }


@dataclass(frozen=True)
class Held:
    """What a camera was held at: the measurement, how bright its picture was then (mean, 0 to 255), and the focus,
    None where there is none to set."""

    measured: Measured
    brightness: float
    lens_position: float | None = None

    @classmethod
    def from_json(cls, data: Any) -> Held | None:
        """What `to_json` gave; None for anything else."""
        try:
            focus = data["lens_position"]
            return cls(
                Measured(
                    int(data["exposure_us"]), float(data["gain"]), float(data["red"]), float(data["blue"])
                ),
                float(data["brightness"]),
                None if focus is None else float(focus),
            )
        except ILLEGIBLE:
            return None

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            **vars(self.measured),
            "brightness": round(self.brightness, 1),
            "lens_position": self.lens_position,
        }


class OtherLight:
    """Notices that the room has become much brighter or darker and stays so; a hand or a cloud does not count.

    brightness: of the picture (mean, 0 to 255) that others are compared with, None before the first.
    """

    def __init__(self, brightness: float | None = None) -> None:
        """Compare with that brightness, or with that of the first picture."""
        self.brightness = brightness
        self._since: float | None = None

    def note(self, brightness: float, seconds: float) -> bool:
        """Note how bright a picture is (mean, 0 to 255); whether another light has lasted by now."""
        bright = max(brightness, _BLACKEST)
        if self.brightness is None:
            self.brightness = bright
        if 1 / _OTHER_LIGHT < bright / max(self.brightness, _BLACKEST) < _OTHER_LIGHT:
            self._since = None
            return False
        if self._since is None:
            self._since = seconds
        return seconds - self._since >= _OTHER_LIGHT_S


class _Doing(Enum):
    NOTHING = auto()
    MEASURING = auto()
    LOCKING = auto()
    HOLDING = auto()


class Meter:
    """Is shown every frame's metadata and says which controls to set."""

    def __init__(self, controls: Collection[str], held: Held | None = None) -> None:
        """The meter of a camera that has these controls; without exposure it has nothing to do.

        held: what it was held at before, to start from; in another light all is measured anew after a while. Without
        a focus it is of no use to a camera that has to find one.
        """
        has_exposure = {"AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"} <= set(
            controls
        )
        self._exposes = has_exposure
        self._unfocused = "AfMode" in controls
        self._doing = _Doing.MEASURING if has_exposure or self._unfocused else _Doing.NOTHING
        self._restart()
        self._lens_position: float | None = None
        self.trouble: CameraError | None = None
        is_whole = held is not None and (held.lens_position is not None or not self._unfocused)
        self._before = held if has_exposure and is_whole else None

    @property
    def held(self) -> Held | None:
        """What the camera is held at, as soon as that is known."""
        brightness = self._light.brightness
        if self._doing is not _Doing.HOLDING or self._last is None or brightness is None:
            return None
        return Held(self._last, brightness, self._lens_position)

    def start(self) -> Controls:
        """What to set so that the camera measures by itself, or is as it was held before."""
        if self._before is not None:
            return self._as_before(self._before)
        controls: Controls = {"AeEnable": True, "AwbEnable": True} if self._exposes else {}
        if self._unfocused:
            controls |= {"AfMode": _AF_AUTO, "AfTrigger": _AF_START}
        return controls

    def seen(self, metadata: Mapping[str, Any], brightness: float, seconds: float) -> Controls:
        """What to set after a frame; mostly nothing.

        brightness: mean of the picture, 0 to 255; seconds: when it was taken.
        """
        self._frames += 1
        if self._doing is _Doing.MEASURING:
            return self._measure(metadata)
        if self._doing is _Doing.LOCKING:
            return self._check(metadata)
        if self._doing is _Doing.HOLDING and self._exposes:
            return self._watch(brightness, seconds)
        return {}

    def measure_anew(self) -> Controls:
        """What to set so that exposure and white balance, if they are held, are measured again."""
        if self._doing is not _Doing.HOLDING or not self._exposes:
            return {}
        self._restart()
        self._doing = _Doing.MEASURING
        return {"AeEnable": True, "AwbEnable": True}

    def _restart(self) -> None:
        self._frames = self._alike = 0
        self._last: Measured | None = None
        self._light = OtherLight()

    def _as_before(self, held: Held) -> Controls:
        self._last, self._light = held.measured, OtherLight(held.brightness)
        self._doing = _Doing.LOCKING
        controls = held.measured.controls()
        if self._unfocused and held.lens_position is not None:
            self._lens_position, self._unfocused = held.lens_position, False
            controls |= {"AfMode": _AF_MANUAL, "LensPosition": held.lens_position}
        return controls

    def _measure(self, metadata: Mapping[str, Any]) -> Controls:
        now = Measured.of(metadata) if self._exposes else None
        steady = not self._exposes or (
            now is not None and self._last is not None and now.near(self._last, _HARDLY)
        )
        self._alike = self._alike + 1 if steady else 0
        self._last = now or self._last
        focus = metadata.get("AfState") if self._unfocused else _AF_FOCUSED
        settled = self._alike >= _SETTLED_FRAMES and focus in (_AF_FOCUSED, _AF_FAILED)
        if not settled and self._frames < _LONGEST_FRAMES:
            return {}
        controls: Controls = {}
        if focus != _AF_FOCUSED:
            self.trouble = CameraError(NOT_SHARP)
        if self._unfocused and "LensPosition" in metadata:
            self._lens_position = float(metadata["LensPosition"])
            controls |= {"AfMode": _AF_MANUAL, "LensPosition": self._lens_position}
        self._unfocused = False  # a camera that stands still stays in focus
        if self._last is not None:
            controls |= self._last.controls()
        self._doing, self._frames = _Doing.LOCKING, 0
        return controls

    def _check(self, metadata: Mapping[str, Any]) -> Controls:
        now = Measured.of(metadata)
        held = self._last is None or (now is not None and now.near(self._last, _HELD_WITHIN))
        if held or self._frames >= _HELD_FRAMES:
            if not held:
                self.trouble = CameraError(NOT_HELD)
            self._doing, self._frames = _Doing.HOLDING, 0
            return {}
        # Some controls are lost when a camera has just started; setting them again does no harm.
        is_due = self._frames % _SAID_AGAIN_FRAMES == 0
        return self._last.controls() if self._last and is_due else {}

    def _watch(self, brightness: float, seconds: float) -> Controls:
        return self.measure_anew() if self._light.note(brightness, seconds) else {}
