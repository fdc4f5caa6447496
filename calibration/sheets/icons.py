"""Kibitz's own drawings of the four guild icons: outlines in a square from -1 to 1, to the right and down."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.sheets.sheet import Points
from engine.alien_city import Colour

_ROUND = 96  # corners of what shall look round


def _polar(radii: Points | float, turns: Points) -> Points:
    return np.column_stack([radii * np.sin(turns), -radii * np.cos(turns)])


def _circle(radius: float) -> Points:
    return _polar(radius, np.linspace(0, 2 * np.pi, _ROUND, endpoint=False))


_POINTS = np.arange(10) * np.pi / 5  # of a star, the outer ones and those between

ICONS: Mapping[Colour, tuple[Points, ...]] = {
    Colour.RED: (
        np.array([(0.45, -1), (-0.5, 0.1), (0.0, 0.1), (-0.4, 1), (0.55, -0.25), (0.05, -0.25), (0.6, -1)]),
    ),
    Colour.BLUE: (_circle(0.95), _circle(0.5)),
    Colour.GREEN: (_polar(np.where(np.arange(10) % 2, 0.42, 1.0), _POINTS),),
    # Its lit side and its dark one: the blank between them is an edge.
    Colour.BLACK: (
        np.array([(-0.1, -0.95), (0.05, 0.95), (-0.9, 0.6)]),
        np.array([(0.06, -0.95), (0.9, 0.5), (0.21, 0.93)]),
    ),
}
"""A bolt, a ring, a star and a pyramid; they differ in shape, so that nobody needs the colours to tell them apart."""
