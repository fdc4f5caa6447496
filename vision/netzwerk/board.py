"""The landscape's sizes in the world: millimetres, origin at the centre of field 0,0, x to the east, y to the north.

Nobody knows how large an owner's fields are, and a picture cannot tell: all lengths count as if neighbouring centres
were 50 mm apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.netzwerk.fields import Connection, Field
from vision.lens import Floats
from vision.pose import Pose

HEX = 50.0
"""Between the centres of neighbours, and from side to side of a field."""

STICK_HEIGHT = 5.0
ROW = HEX * math.sqrt(3) / 2
"""Between rows of fields."""
CORNERS = np.array([[np.cos(angle), np.sin(angle), 0.0] for angle in np.deg2rad(np.arange(30, 390, 60))]) * (
    HEX / np.sqrt(3)
)
"""From the middle of a field to its corners, in order around it, (6, 3)."""


def centres(fields: Sequence[Field], height_mm: float = 0.0) -> Floats:
    """Points above the centres of fields, (N, 3) millimetres."""
    return np.array([(HEX * (it.q + it.r / 2), -ROW * it.r, height_mm) for it in fields]).reshape(-1, 3)


def connections_of(fields: Sequence[Field]) -> tuple[Connection, ...]:
    """All pairs of neighbours among some fields, in the order of their first fields."""
    left = set(fields)
    found = []
    for field in fields:
        left.remove(field)
        found += [Connection.of(field, near) for near in field.neighbours() if near in left]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Naming:
    """Another way to name the fields of a table: `origin` becomes 0,0, and all is turned by `sixths` of 60 degrees.

    Nothing on a table says which field is 0,0 and which way is east.
    """

    sixths: int
    origin: Field

    def __call__(self, field: Field) -> Field:
        """The new name of a field."""
        field = Field(field.q - self.origin.q, field.r - self.origin.r)
        for _ in range(self.sixths):
            field = field.turned()
        return field

    def shifted(self, q: int, r: int) -> Naming:
        """The same, and then all shifted by so many fields."""
        shift = Field(-q, -r)
        for _ in range(-self.sixths % 6):
            shift = shift.turned()
        return Naming(self.sixths, Field(self.origin.q + shift.q, self.origin.r + shift.r))

    def connection(self, connection: Connection) -> Connection:
        """The new name of a connection."""
        return Connection.of(*map(self, connection.fields))

    def pose(self, pose: Pose) -> Pose:
        """The same camera in the world of the new names."""
        matrix, _ = cv2.Rodrigues(pose.rotation)
        angle = math.radians(60) * self.sixths
        # Places turn clockwise with the names; so a new place is turned back before the old camera sees it.
        back = np.array(
            [
                [math.cos(angle), -math.sin(angle), 0.0],
                [math.sin(angle), math.cos(angle), 0.0],
                [0.0, 0.0, 1.0],
            ]
        )
        rotation, _ = cv2.Rodrigues(matrix @ back)
        translation = pose.translation + matrix @ centres([self.origin])[0]
        return Pose(np.float64(rotation).ravel(), np.asarray(translation, np.float64), pose.lens)
