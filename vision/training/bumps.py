"""Places as a network learns them: a bump in a map of cells, 1 in the cell and less around it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_SPREAD = 0.7  # cells


def bump(column: float, row: float, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    """A map (height, width) of cells with a bump at a place, flat if it lies outside; size: (width, height)."""
    width, height = size
    rows, columns = np.mgrid[:height, :width]
    if not (-0.5 < column < width - 0.5 and -0.5 < row < height - 0.5):
        return np.zeros((height, width), np.float32)
    raised = np.exp(-((columns - column) ** 2 + (rows - row) ** 2) / (2 * _SPREAD**2))
    raised[round(row), round(column)] = 1.0
    return np.asarray(raised, np.float32)
