"""The light on a board: against what a single thing's brightness and colour are to be judged."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.photo import Picture

LIGHT_NUMBERS = 21

Light: TypeAlias = tuple[float, npt.NDArray[np.float32]]


def light_of(spots: Picture) -> Light:
    """By how much brightness is scaled to the board's own, and its light (21,), by spots of it (N, M, 3) uint8."""
    colours = spots.reshape(-1, 3).astype(np.float32) / 255
    gain = 0.7 / max(float(np.percentile(colours.max(axis=1), 90)), 0.02)
    colours *= gain
    channels = np.percentile(colours, [5, 25, 50, 75, 95], axis=0)
    differences = np.stack([colours[:, 0] - colours[:, 1], colours[:, 2] - colours[:, 1]], axis=1)
    tints = np.percentile(differences, [5, 50, 95], axis=0)
    return gain, np.concatenate([channels.ravel(), tints.ravel()]).astype(np.float32)
