"""What pictures of the sheet have shown of the lens so far, and what is still missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from calibration.lens.view import View
from engine.messages import Message
from vision.lens import Floats

COLUMNS, ROWS = 8, 6
"""Of the map that says where in the picture corners were seen."""

ENOUGH_VIEWS = 12
_TILTED = 0.22  # the sine of 13 degrees: less of a tilt tells little of the focal length
_TILTS_EACH = 2
_SEEN_SHARE = 0.85  # of the map's cells
_EACH_CORNER = 2  # times that the sheet was in a corner of the picture
_CORNER_REACH = 0.16  # of the picture's width and height


class Wish(Enum):
    """What to show next."""

    BEGIN = Message("hold the sheet so that it fills half the picture")
    UPPER_LEFT = Message("hold it in the upper left corner of the picture, as the map shows it")
    UPPER_RIGHT = Message("hold it in the upper right corner of the picture, as the map shows it")
    LOWER_LEFT = Message("hold it in the lower left corner of the picture, as the map shows it")
    LOWER_RIGHT = Message("hold it in the lower right corner of the picture, as the map shows it")
    RIGHT_AWAY = Message("tilt the edge away from the camera that is at the right in the picture")
    LEFT_AWAY = Message("tilt the edge away from the camera that is at the left in the picture")
    TOP_AWAY = Message("tilt the edge away from the camera that is at the top in the picture")
    BOTTOM_AWAY = Message("tilt the edge away from the camera that is at the bottom in the picture")
    EDGES = Message("show it along the edges of the picture")
    MORE = Message("show it from a few more sides")


_CORNERS = {
    Wish.UPPER_LEFT: (0, 0),
    Wish.UPPER_RIGHT: (1, 0),
    Wish.LOWER_LEFT: (0, 1),
    Wish.LOWER_RIGHT: (1, 1),
}
_TILTS = {
    Wish.RIGHT_AWAY: (1, 0),
    Wish.LEFT_AWAY: (-1, 0),
    Wish.TOP_AWAY: (0, -1),
    Wish.BOTTOM_AWAY: (0, 1),
}


@dataclass(frozen=True, eq=False)
class Coverage:
    """What some views have shown.

    cells: (6, 8) how many views have corners in each part of the picture. wishes: what is missing, most urgent
    first; empty when it is enough to calibrate.
    """

    cells: Floats
    wishes: tuple[Wish, ...]
    views: int

    @property
    def seen(self) -> float:
        """In which share of the picture the sheet was seen, from 0 to 1."""
        return float((self.cells > 0).mean())

    @property
    def wanted(self) -> tuple[int, int] | None:
        """Row and column of the cell in the corner that is wanted next; None where something else is."""
        corner = _CORNERS.get(self.wishes[0]) if self.wishes else None
        return None if corner is None else (corner[1] * (ROWS - 1), corner[0] * (COLUMNS - 1))

    @property
    def share(self) -> float:
        """How much of what is needed is there, from 0 to 1."""
        needed = ENOUGH_VIEWS + len(_CORNERS) + len(_TILTS)
        missing = sum(it in _CORNERS or it in _TILTS for it in self.wishes)
        views = min(self.views, ENOUGH_VIEWS) + len(_CORNERS) + len(_TILTS) - missing
        return 1.0 if not self.wishes else min(views / needed, 0.99) * (self.views > 0)


def coverage(views: Sequence[View]) -> Coverage:
    """What views of one size have shown."""
    cells = np.zeros((ROWS, COLUMNS))
    places = [view.pixels / np.array(view.size) for view in views]
    for at in places:
        columns = np.clip((at[:, 0] * COLUMNS).astype(int), 0, COLUMNS - 1)
        rows = np.clip((at[:, 1] * ROWS).astype(int), 0, ROWS - 1)
        cells.ravel()[np.unique(rows * COLUMNS + columns)] += 1
    return Coverage(cells, tuple(_wishes(views, places, cells)), len(views))


def _wishes(views: Sequence[View], places: Sequence[Floats], cells: Floats) -> list[Wish]:
    if not views:
        return [Wish.BEGIN]
    wishes = []
    for wish, corner in _CORNERS.items():
        near = sum(bool((np.abs(at - corner) < _CORNER_REACH).all(axis=1).any()) for at in places)
        if near < _EACH_CORNER:
            wishes.append(wish)
    leans = np.array([view.lean for view in views])
    wishes += [wish for wish, way in _TILTS.items() if (leans @ way > _TILTED).sum() < _TILTS_EACH]
    if not wishes and (cells > 0).mean() < _SEEN_SHARE:
        wishes.append(Wish.EDGES)
    if not wishes and len(views) < ENOUGH_VIEWS:
        wishes.append(Wish.MORE)
    return wishes
