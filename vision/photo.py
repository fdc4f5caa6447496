"""Pictures from files: decoded, or refused with one clear line; and encoded for files."""

from __future__ import annotations

from errno import ENOENT
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from engine.illegible import why
from engine.messages import Message, ToldError
from vision.photo_head import head_of

Picture = npt.NDArray[np.uint8]
"""(height, width, 3) uint8, RGB."""

A_FOLDER = Message("is a folder in which there is no JPEG or PNG picture")
NOT_OPENED = Message("cannot be opened: {reason}")
EMPTY = Message("is empty")
BROKEN_OFF = Message("breaks off before its end; copy it again")
DAMAGED = Message("is too large or damaged")
NO_PICTURE = Message("is not a picture that can be read; use JPEG or PNG")
TOO_LARGE = Message("is {width}x{height}, too large; make it smaller than 64 megapixels")
TOO_LONG = Message("is {width}x{height}, far too long or high to be a picture of a board")
TOO_SMALL = Message("is {width}x{height}, too small to read a board from")

MOST_PIXELS = 64_000_000
MOST_BYTES = 128_000_000
"""More than any photo has; a device file may never end."""

SMALLEST_SIDE, LARGEST_SIDE = 200, 32_000


class BadPhotoError(ToldError, ValueError):
    """A file that is no picture, or not one that could show a board."""


def load_photo(path: Path) -> Picture:
    """Read a picture file as (height, width, 3) uint8 RGB, turned as its EXIF orientation says.

    OpenCV before 4.13 does not turn WebP. Raises BadPhotoError with one line that says what is wrong and what to do.
    """
    return decode_photo(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or BadPhotoError with the reason."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except IsADirectoryError as error:
        raise BadPhotoError(A_FOLDER) from error
    except OSError as error:
        raise BadPhotoError(NOT_OPENED, reason=why(error)) from error
    except ValueError as error:  # a name with a NUL, which labels may hold
        raise BadPhotoError(NOT_OPENED, reason=why(FileNotFoundError(ENOENT, ""))) from error
    if len(data) > MOST_BYTES:
        raise BadPhotoError(DAMAGED)
    return data


def decode_photo(data: bytes) -> Picture:
    """Decode the bytes of a picture file (JPEG, PNG, WebP).

    OpenCV knows more formats, but cameras and phones hardly write them, and each gives its size in its own way.
    """
    if not data:
        raise BadPhotoError(EMPTY)
    head = head_of(data)
    if head is None:
        raise BadPhotoError(NO_PICTURE)
    # OpenCV would silently fill the missing part of a JPEG with grey; for a PNG, its library would print a complaint.
    if not head.is_whole:
        raise BadPhotoError(BROKEN_OFF)
    # A small file may hold a picture that takes gigabytes to decode.
    if head.width * head.height > MOST_PIXELS:
        raise BadPhotoError(TOO_LARGE, width=head.width, height=head.height)
    try:
        bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        # OpenCV refuses pictures of more than 2**30 pixels by itself.
        raise BadPhotoError(DAMAGED) from error
    if bgr is None:
        raise BadPhotoError(NO_PICTURE)
    height, width = bgr.shape[:2]
    if max(height, width) > LARGEST_SIDE:
        raise BadPhotoError(TOO_LONG, width=width, height=height)
    if min(height, width) < SMALLEST_SIDE:
        raise BadPhotoError(TOO_SMALL, width=width, height=height)
    # In place: a copy of the largest pictures takes as much memory as a small Pi has.
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB, dst=bgr), np.uint8)


def encoded(picture: Picture, suffix: str, quality: int | None = None) -> bytes:
    """A picture as the bytes of a file of the kind that `suffix` says (".png", ".jpg").

    quality: of a JPEG, 0 to 100; by default OpenCV's own, 95.
    """
    options = () if quality is None else (cv2.IMWRITE_JPEG_QUALITY, quality)
    is_encoded, data = cv2.imencode(suffix, cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), options)
    assert is_encoded, "only a JPEG wider or higher than 65500 pixels cannot be"
    return data.tobytes()
