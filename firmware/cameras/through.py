"""The lens that goes along with a picture."""

from __future__ import annotations

from firmware.cameras.camera import CameraError
from firmware.cameras.words import WRONG_LENS
from vision.lens import Lens, LensSizeError
from vision.photo import Picture


def through(lens: Lens | None, picture: Picture) -> Lens | None:
    """The lens scaled to a picture (H, W, 3); CameraError where it cannot be that of a picture of such a shape."""
    height, width = picture.shape[:2]
    if lens is None or lens.size == (width, height):
        return lens
    try:
        return lens.scaled((width, height))
    except LensSizeError as error:
        raise CameraError(WRONG_LENS, reason=error) from None
