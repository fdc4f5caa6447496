"""The colours of lots, as numbers that tell apart things of an owner's set that hardly differ otherwise."""

from __future__ import annotations

import numpy as np

from vision.alien_city.own_set.palette import HUES, pixels_of_lots
from vision.alien_city.sheets import HEIGHTS_MM
from vision.lens import Floats
from vision.photo import Picture
from vision.pose import Pose

_MIDDLE = 0.25  # of the inner pixels at each side are left out: what a cap covers, and the tip of a tower

COLOUR_NUMBERS = len(HEIGHTS_MM) * 2 * 3
"""Lightness and two hues of the inner pixels, and of those in the middle, on each of the sheets over the board."""


def lot_colours(picture: Picture, pose: Pose, stock: Floats) -> Floats:
    """The colours of all lots, (80, 18), in the light in which the tiles' stock has its colour (3,).

    picture: (H, W, 3) uint8 RGB.
    """
    pixels = pixels_of_lots(picture, pose, stock) @ HUES.T
    rim = round(_MIDDLE * pixels.shape[2])
    middles = pixels[:, :, rim:-rim, rim:-rim]
    medians = [np.median(it, axis=(2, 3)) for it in (pixels, middles)]
    return np.concatenate(medians, axis=2).swapaxes(0, 1).reshape(pixels.shape[1], COLOUR_NUMBERS)
