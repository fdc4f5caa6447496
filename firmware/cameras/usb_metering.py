"""Exposure, gain, white balance and focus of a USB camera, as far as OpenCV's properties reach: found, then held.

Cameras differ in what can be set, and some don't say what they have found by themselves. So the picture decides: once
all is held, it has to be as bright as before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Protocol

import cv2

from engine.illegible import ILLEGIBLE
from firmware.cameras.camera import CameraError
from firmware.cameras.metering import OtherLight
from firmware.cameras.words import NOT_HELD

_SETTLED_FRAMES, _SETTLED_WITHIN = 4, 0.03
"""Frames in a row of nearly one brightness before the camera counts as settled."""
_SETTLING_S, _LONGEST_S = 3.0, 15.0
"""Focus takes its time and isn't seen in the brightness; after the longer time what was found last has to do."""
_AS_BRIGHT = 0.08
_FRAMES_TO_FOLLOW, _TRIES = 3, 6
_GAMMA = 2.2
_FARTHEST = 4.0
"""By which factor the exposure is changed at most in one try."""


class Properties(Protocol):
    """What a `cv2.VideoCapture` lets be asked and set; -1 and False are for what a camera doesn't have."""

    def get(self, which: int, /) -> float:
        """The value of a property."""

    def set(self, which: int, value: float, /) -> bool:
        """Set a property; whether the camera took it."""


@dataclass(frozen=True)
class _Knob:
    """Something that a camera finds by itself unless it is told to hold it, in V4L2's numbers.

    by_itself: what switches that on, of which the first that the camera knows is used; held: what switches it off;
    values: what is then to be set, by the names under which it is kept.
    """

    switch: int
    by_itself: tuple[int, ...]
    held: int
    values: Mapping[str, int]


_EXPOSURE = _Knob(
    cv2.CAP_PROP_AUTO_EXPOSURE, (3, 0), 1, {"exposure": cv2.CAP_PROP_EXPOSURE, "gain": cv2.CAP_PROP_GAIN}
)
_WHITE = _Knob(cv2.CAP_PROP_AUTO_WB, (1,), 0, {"white_balance": cv2.CAP_PROP_WB_TEMPERATURE})
_FOCUS = _Knob(cv2.CAP_PROP_AUTOFOCUS, (1,), 0, {"focus": cv2.CAP_PROP_FOCUS})
_UNHELD = {"exposure_by_itself": 1.0}
"""What is kept of a camera that doesn't keep its exposure: others have none to set, and yet it can be held."""


class _Doing(Enum):
    FINDING = auto()
    LOCKING = auto()
    HOLDING = auto()
    NOTHING = auto()


class UsbMeter:
    """Is shown how bright each picture is, and sets the camera's properties.

    trouble: what there is to tell, until somebody takes it.
    """

    def __init__(self, camera: Properties, held: Mapping[str, Any] | None = None) -> None:
        """Let the camera find everything by itself, or set it as it was held before."""
        self._camera = camera
        self.trouble: CameraError | None = None
        self._knobs = [knob for knob in (_EXPOSURE, _WHITE, _FOCUS) if self._by_itself(knob)]
        self._values: dict[str, float] = {}
        self._unheld: Mapping[str, float] = {}
        self._light = OtherLight()
        self._bright = self._since = 0.0
        self._frames = self._tries = 0
        self._doing = _Doing.FINDING if self._knobs else _Doing.NOTHING
        before = _numbers(held)
        if self._knobs and before is not None:
            self._light = OtherLight(before.pop("brightness"))
            if _UNHELD.keys() <= before.keys():
                self._leave_exposure()
            self._hold(before)
            self._doing = _Doing.HOLDING

    @property
    def held(self) -> dict[str, float] | None:
        """What the camera is held at and how bright its picture was then (mean, 0 to 255); None until it is known."""
        if self._doing is not _Doing.HOLDING or self._light.brightness is None:
            return None
        return {**self._values, **self._unheld, "brightness": round(self._light.brightness, 1)}

    def seen(self, brightness: float, seconds: float) -> None:
        """Go on after a picture: its mean from 0 to 255, and when it was taken."""
        if self._doing is _Doing.FINDING:
            self._find(brightness, seconds)
        elif self._doing is _Doing.LOCKING:
            self._lock(brightness)
        elif self._doing is _Doing.HOLDING and self._light.note(brightness, seconds):
            self.measure_anew()

    def measure_anew(self) -> None:
        """Let the camera find all but its focus again, if it is held."""
        if self._doing is not _Doing.HOLDING:
            return
        for knob in self._knobs:
            if knob is not _FOCUS:  # a camera that stands still stays in focus
                self._by_itself(knob)
        self._frames, self._doing = 0, _Doing.FINDING

    def let_go(self) -> None:
        """Leave the camera as other programs expect it: doing all by itself."""
        for knob in self._knobs:
            self._by_itself(knob)

    def _find(self, brightness: float, seconds: float) -> None:
        self._since = seconds if self._frames == 0 else self._since
        steady = self._frames and abs(brightness - self._bright) <= _SETTLED_WITHIN * max(brightness, 1.0)
        self._frames = self._frames + 1 if steady else 1
        self._bright = brightness
        lasted_s = seconds - self._since
        if (self._frames > _SETTLED_FRAMES and lasted_s >= _SETTLING_S) or lasted_s >= _LONGEST_S:
            self._hold({name: self._camera.get(which) for name, which in self._all_values()})
            self._frames = self._tries = 0
            self._doing = _Doing.LOCKING

    def _lock(self, brightness: float) -> None:
        """Check that it is as bright as before, or change the exposure until it is."""
        self._frames += 1
        if self._frames % _FRAMES_TO_FOLLOW:
            return
        factor = (max(self._bright, 1.0) / max(brightness, 1.0)) ** _GAMMA
        is_as_bright = abs(brightness - self._bright) <= _AS_BRIGHT * max(self._bright, 1.0)
        if is_as_bright or _EXPOSURE not in self._knobs:
            self._light = OtherLight(brightness)
            self._doing = _Doing.HOLDING
        elif self._tries < _TRIES and "exposure" in self._values:
            self._tries += 1
            changed = self._values["exposure"] * min(max(factor, 1 / _FARTHEST), _FARTHEST)
            self._hold({**self._values, "exposure": max(1.0, float(round(changed)))})
        else:
            self.trouble = CameraError(NOT_HELD)
            self._by_itself(_EXPOSURE)
            self._leave_exposure()
            self._values = {name: it for name, it in self._values.items() if name not in _EXPOSURE.values}
            self._light = OtherLight(self._bright)
            self._doing = _Doing.HOLDING

    def _leave_exposure(self) -> None:
        """Leave the exposure to the camera from now on."""
        self._knobs = [knob for knob in self._knobs if knob is not _EXPOSURE]
        self._unheld = _UNHELD

    def _hold(self, values: Mapping[str, float]) -> None:
        """Set values, as far as the camera has them and takes them; others stay as they are."""
        self._values = {}
        for knob in self._knobs:
            self._camera.set(knob.switch, knob.held)
        for name, which in self._all_values():
            if values.get(name, -1) >= 0 and self._camera.set(which, values[name]):
                self._values[name] = values[name]

    def _by_itself(self, knob: _Knob) -> bool:
        return any(self._camera.set(knob.switch, value) for value in knob.by_itself)

    def _all_values(self) -> Iterator[tuple[str, int]]:
        for knob in self._knobs:
            yield from knob.values.items()


def _numbers(held: Mapping[str, Any] | None) -> dict[str, float] | None:
    """What `UsbMeter.held` gave, None for anything else."""
    try:
        numbers = {str(name): float(it) for name, it in (held or {}).items()}
    except ILLEGIBLE:
        return None
    return numbers if "brightness" in numbers else None
