"""A simulated camera before which somebody holds the lens sheet, to try a calibration out without hardware."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.sheets.lens_sheet import COLUMNS, ROWS, SQUARE_MM, charuco_board
from firmware.cameras.camera import Camera
from firmware.frame import Frame
from vision.lens import Lens
from vision.photo import Picture
from vision.synthetic.sheet import Printed, held, photograph

_PX_PER_MM = 5.0
_MARGIN_MM = 20.0
_HELD_S = 1.0
_PLACES = ((0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))
_LEANS = ((0.0, 0.0), (0.35, 0.0), (-0.35, 0.0), (0.0, 0.35), (0.0, -0.35))


class SheetCamera(Camera):
    """Shows the sheet here and there, tilted this way and that, each time for a second. `lens` is the truth."""

    def __init__(self, seed: int, *, fps: float, size: tuple[int, int]) -> None:
        """The lens, the places and the noise follow from the seed."""
        self._rng = np.random.default_rng(seed)
        self._fps = fps
        self._given = 0
        self._picture: Picture | None = None
        focal = float(self._rng.uniform(0.7, 1.1)) * size[0]
        off = self._rng.normal(0, 0.008, 2) * size[0]
        matrix = np.array([[focal, 0, size[0] / 2 + off[0]], [0, focal, size[1] / 2 + off[1]], [0, 0, 1]])
        bent = [self._rng.uniform(-0.25, 0.05), self._rng.normal(0, 0.02), *self._rng.normal(0, 4e-4, 2), 0.0]
        self.lens = Lens(matrix, np.array(bent), size)

    def next(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame as soon as it is drawn; there is no end to them."""
        if self.ended:
            return None
        shown, step = divmod(self._given, max(2, round(_HELD_S * self._fps)))
        if step == 0 or self._picture is None:
            place = np.array(_PLACES[shown % 5]) + self._rng.normal(0, 0.06, 2)
            lean = np.array(_LEANS[(shown // 5 + shown) % 5]) + self._rng.normal(0, 0.06, 2)
            sheet = _printed()
            size_mm = (COLUMNS * SQUARE_MM + 2 * _MARGIN_MM, ROWS * SQUARE_MM + 2 * _MARGIN_MM)
            self._picture = photograph(sheet, held(self._rng, size_mm, self.lens, place, lean), self._rng)
        self._given += 1
        return Frame(self._picture, (self._given - 1) / self._fps, f"{self._given:05d}")

    def close(self) -> None:
        """Show no more."""
        self.ended, self._picture = True, None


def _printed() -> Printed:
    """The sheet as OpenCV draws it, with its margin."""
    square, margin = round(SQUARE_MM * _PX_PER_MM), round(_MARGIN_MM * _PX_PER_MM)
    drawn = charuco_board().generateImage((COLUMNS * square, ROWS * square))
    framed = cv2.copyMakeBorder(drawn, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(255,))
    return Printed(np.asarray(cv2.cvtColor(framed, cv2.COLOR_GRAY2RGB), np.uint8), _PX_PER_MM)
