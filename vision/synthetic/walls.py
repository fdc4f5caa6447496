"""The walls of a body with flat faces, as a camera sees them and as light falls on them."""

from __future__ import annotations

from dataclasses import dataclass

from vision.synthetic.arrays import Array
from vision.synthetic.canvas import Box
from vision.synthetic.solids import Solid


@dataclass(frozen=True, eq=False)
class Walls:
    """A body in a picture.

    pixels: (n, 2), where its corners are, all within the box. facing: (m,), above 0 for faces that are seen; albedos:
    (m, 3) in linear light. light, shine: (k, 3) at the points of `solid.samples`.
    """

    solid: Solid
    pixels: Array
    box: Box
    facing: Array
    albedos: Array
    light: Array
    shine: Array
