"""A USB camera as OpenCV shows it: properties that are asked and set, and pictures as bright as they make them."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np

from vision.photo import Picture

EXPOSURE, GAIN = cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN
AUTO_EXPOSURE, AUTO_WB, AUTOFOCUS = (
    cv2.CAP_PROP_AUTO_EXPOSURE,
    cv2.CAP_PROP_AUTO_WB,
    cv2.CAP_PROP_AUTOFOCUS,
)
WHITE, FOCUS = cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_FOCUS
ALL = (AUTO_EXPOSURE, EXPOSURE, GAIN, AUTO_WB, WHITE, AUTOFOCUS, FOCUS)


class UsbCamera:
    """Stands in for a `cv2.VideoCapture` on V4L2.

    has: its controls; the picture's mean is 110 where exposure times the room's light is 300, with a gamma of 2.2.
    stale: while it finds its exposure by itself it says the one that was set last, as some cameras do; deaf: it takes
    no exposure at all and says it did.
    """

    def __init__(
        self,
        has: Collection[int] = ALL,
        *,
        stale: bool = False,
        deaf: bool = False,
        picture: Picture | None = None,
    ) -> None:
        self.now = dict.fromkeys(has, 0.0) | {AUTO_EXPOSURE: 3.0, EXPOSURE: 157.0, WHITE: 4600.0, FOCUS: 30.0}
        self.has, self.stale, self.deaf = set(has), stale, deaf
        self.light = 1.0
        self.was_set: list[tuple[int, float]] = []
        self.picture = picture

    def get(self, which: int) -> float:
        if which not in self.has:
            return -1.0
        if which == EXPOSURE and self.now[AUTO_EXPOSURE] == 3 and not self.stale:
            return 300 / self.light
        return self.now[which]

    def set(self, which: int, value: float) -> bool:
        if which not in self.has or (which == AUTO_EXPOSURE and value not in (1, 3)):
            return False
        self.was_set.append((which, value))
        if self.deaf and which == EXPOSURE:
            return True
        self.now[which] = value
        return True

    @property
    def brightness(self) -> float:
        if self.now[AUTO_EXPOSURE] == 3:
            return 110.0
        return float(min(110 * (self.now[EXPOSURE] * self.light / 300) ** (1 / 2.2), 255))

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def grab(self) -> bool:
        return True

    def retrieve(self) -> tuple[bool, Picture]:
        assert self.picture is not None
        lit = self.picture * (self.brightness / 110)
        return True, np.clip(lit[..., ::-1], 0, 255).astype(np.uint8)

    def release(self) -> None:
        self.has.clear()
