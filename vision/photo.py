"""Pictures from files: decoded, or refused with one clear line."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""(height, width, 3) uint8, RGB."""

MOST_PIXELS = 64_000_000
SMALLEST_SIDE = 200


class BadPhotoError(ValueError):
    """A file that is no picture, or none that could show a board."""


def load_photo(path: Path) -> Picture:
    """Read a picture file as (height, width, 3) uint8 RGB, turned as its EXIF orientation says.

    Raises BadPhotoError with one line that says what is wrong and what to do.
    """
    return decode_photo(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or BadPhotoError with the reason."""
    try:
        return path.read_bytes()
    except IsADirectoryError as error:
        raise BadPhotoError("is a folder in which there is no picture") from error
    except OSError as error:
        raise BadPhotoError(f"cannot be opened: {error.strerror or error}") from error


def decode_photo(data: bytes) -> Picture:
    """Decode the bytes of a picture file (JPEG, PNG, WebP, TIFF, BMP)."""
    if not data:
        raise BadPhotoError("is empty")
    if data.startswith(b"\xff\xd8") and not _jpeg_is_whole(data):
        # OpenCV would fill the missing part with grey and say nothing.
        raise BadPhotoError("breaks off before its end; copy it again")
    try:
        bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        # OpenCV refuses pictures of more than 2**30 pixels by itself.
        raise BadPhotoError("is too large or damaged") from error
    if bgr is None:
        raise BadPhotoError("is not a picture that can be read; use JPEG or PNG")
    height, width = bgr.shape[:2]
    if height * width > MOST_PIXELS:
        raise BadPhotoError(f"is {width}x{height}, too large; make it smaller than 64 megapixels")
    if min(height, width) < SMALLEST_SIDE:
        raise BadPhotoError(f"is {width}x{height}, too small to read a board from")
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)


def _jpeg_is_whole(data: bytes) -> bool:
    """Whether the picture's own end marker is there: a thumbnail before it and a film after it have theirs."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == 0xDA:  # start of scan: in what follows, the end marker is nothing else
            return data.find(b"\xff\xd9", at) >= 0
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return False
