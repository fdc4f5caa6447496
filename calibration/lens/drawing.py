"""Pictures of a lens calibration: where in the picture the sheet was seen, for the terminal and for a file."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.lens.coverage import Coverage
from calibration.lens.view import View
from vision.photo import Picture

MARKS = "·░▒▓"
"""The signs of the map for what was seen never, once, twice, more often."""
WANTED = "×"
"""The sign for what is wanted next."""
_WIDTH = 640


def as_text(seen: Coverage) -> str:
    """The map of what was seen, a character for each part of the picture and more for what was seen more often.

    The corner that is wanted next is crossed.
    """
    marks = [[MARKS[min(int(count), len(MARKS) - 1)] for count in row] for row in seen.cells]
    if seen.wanted is not None:
        row, column = seen.wanted
        marks[row][column] = WANTED
    return "\n".join(map(" ".join, marks))


def as_picture(views: Sequence[View], seen: Coverage) -> Picture:
    """All corners seen, a colour for each view, on the map, (H, 640, 3) uint8 RGB; `views` are not empty."""
    width, height = views[0].size
    scale = _WIDTH / width
    size = (_WIDTH, round(height * scale))
    shade = np.clip(255 - 22 * np.minimum(seen.cells, 4), 0, 255).astype(np.uint8)
    drawn = cv2.cvtColor(cv2.resize(shade, size, interpolation=cv2.INTER_NEAREST), cv2.COLOR_GRAY2RGB)
    for number, view in enumerate(views):
        hue = np.array([[[int(number * 67 % 180), 200, 190]]], np.uint8)
        colour = tuple(int(part) for part in cv2.cvtColor(hue, cv2.COLOR_HSV2RGB)[0, 0])
        for place in view.pixels * scale:
            cv2.circle(drawn, (round(float(place[0])), round(float(place[1]))), 2, colour, -1, cv2.LINE_AA)
    return np.asarray(drawn, np.uint8)
