"""Where a board lies on the table: in the world of any scene its top is at z = 0, its middle near CENTRE_MM."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.synthetic.arrays import Array

CENTRE_MM = np.array([101.6, 127.0, 0.0])
"""What lamps are aimed at and scales are measured at, (3,); a game lays the middle of its board there."""

Polygon = tuple[tuple[float, float], ...]  # x, y in millimetres


@dataclass(frozen=True)
class Board:
    """A flat body of some outline, perhaps with holes.

    parts: convex polygons that cover it; rims: its edges, of the whole and of holes; thickness in millimetres.
    """

    parts: tuple[Polygon, ...]
    rims: tuple[Polygon, ...]
    thickness: float

    @cached_property
    def corners(self) -> Array:
        """The corners (n, 3) of all parts, on top."""
        flat = np.array([corner for part in self.parts for corner in part], np.float64)
        return np.column_stack([flat, np.zeros(len(flat))])

    @cached_property
    def low(self) -> Array:
        """The least x and y (2,)."""
        return np.asarray(self.corners[:, :2].min(0))

    @cached_property
    def high(self) -> Array:
        """The greatest x and y (2,)."""
        return np.asarray(self.corners[:, :2].max(0))

    def depth(self, x: float, y: float) -> float:
        """How far inside the board a point is, less than 0 outside; millimetres."""
        away = [cv2.pointPolygonTest(rim, (x, y), True) for rim in self._contours]
        inside = sum(d > 0 for d in away) % 2
        near = min(abs(d) for d in away)
        return near if inside else -near

    @cached_property
    def _contours(self) -> list[Array]:
        return [np.array(rim, np.float32) for rim in self.rims]
