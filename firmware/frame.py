"""A picture as it comes from a camera."""

from __future__ import annotations

from dataclasses import dataclass

from vision.lens import Lens
from vision.photo import Picture


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture (H, W, 3) uint8 RGB with its camera time, its name and the lens it was taken through.

    seconds: never goes back within one camera. name: that of the file, or a number. lens: None where nobody has
    calibrated it.
    """

    picture: Picture
    seconds: float
    name: str
    lens: Lens | None = None
