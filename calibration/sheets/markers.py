"""ArUco markers as outlines."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.sheets.sheet import Points, rectangle

_RIM = 1  # modules of black around the bits


def marker(family: int, number: int, x: float, y: float, side: float) -> list[Points]:
    """Outlines of a marker `side` millimetres wide whose upper left corner lies at (x, y): black on white."""
    dictionary = cv2.aruco.getPredefinedDictionary(family)
    modules = dictionary.markerSize + 2 * _RIM
    white = cv2.aruco.generateImageMarker(dictionary, number, modules, borderBits=_RIM) > 0
    step = side / modules
    # White modules are holes in one black square; those of one column join downwards.
    holes = [
        rectangle(x + column * step, y + start * step, step, (end - start) * step)
        for column in range(modules)
        for start, end in _runs(white[:, column])
    ]
    return [rectangle(x, y, side, side), *holes]


def _runs(flags: np.ndarray) -> list[tuple[int, int]]:
    """Where runs of True begin and end."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    return [(int(start), int(end)) for start, end in edges.reshape(-1, 2)]
