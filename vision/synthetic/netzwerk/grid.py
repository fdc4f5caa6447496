"""Hexagonal fields on the table: their centres, corners and the outlines of several together, millimetres."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from engine.netzwerk.fields import Field
from vision.synthetic.arrays import Array
from vision.synthetic.board import Polygon

HEX_MM = 50.0
"""From side to side, and from centre to centre of neighbours."""

CORNER_MM = HEX_MM / 3**0.5
"""From centre to corner."""

# Corners of a field, anticlockwise, on a lattice of half fields by half corners; there its centre is
# at (2q + r, -3r).
_CORNERS = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))
_UNIT = np.array([HEX_MM / 2, CORNER_MM / 2])


def centre(field: Field) -> Array:
    """Where a field's centre is (2,), seen from that of the field 0,0: x to the east, y to the north."""
    return np.asarray(np.array([2 * field.q + field.r, -3 * field.r]) * _UNIT)


def hexagon(size: float = HEX_MM) -> Array:
    """The corners (6, 2) around the centre of a field of a size from side to side, anticlockwise."""
    return np.asarray(np.array(_CORNERS) * _UNIT * (size / HEX_MM))


def outlines(fields: Iterable[Field]) -> list[Array]:
    """The closed lines (n, 2) around fields: anticlockwise around the outside, clockwise around holes."""
    edges: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for field in fields:
        x, y = 2 * field.q + field.r, -3 * field.r
        ring = [(x + dx, y + dy) for dx, dy in _CORNERS]
        edges |= set(zip(ring, (*ring[1:], ring[0]), strict=True))
    leads = {start: end for start, end in edges if (end, start) not in edges}
    lines = []
    while leads:
        line = [min(leads)]
        while (after := leads.pop(line[-1])) != line[0]:
            line.append(after)
        lines.append(np.array(line) * _UNIT)
    return lines


def as_polygon(points: Array) -> Polygon:
    """Points (n, 2) as plain numbers, so that a frozen dataclass can hold them."""
    return tuple((float(x), float(y)) for x, y in points)
