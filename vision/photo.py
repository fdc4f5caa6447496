"""Pictures from files: decoded, or refused with one clear line."""

from __future__ import annotations

from collections.abc import Iterator
from errno import ENOENT
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from engine.illegible import why
from engine.messages import Message, ToldError

Picture = npt.NDArray[np.uint8]
"""(height, width, 3) uint8, RGB."""

A_FOLDER = Message("is a folder in which there is no picture")
NOT_OPENED = Message("cannot be opened: {reason}")
EMPTY = Message("is empty")
BROKEN_OFF = Message("breaks off before its end; copy it again")
DAMAGED = Message("is too large or damaged")
NO_PICTURE = Message("is not a picture that can be read; use JPEG or PNG")
TOO_LARGE = Message("is {width}x{height}, too large; make it smaller than 64 megapixels")
TOO_SMALL = Message("is {width}x{height}, too small to read a board from")

MOST_PIXELS = 64_000_000
SMALLEST_SIDE = 200

_PNG = b"\x89PNG\r\n\x1a\n"
_SCAN = 0xDA
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers (ITU-T T.81, table B.1): the start of a scan, and those of a frame, which say its size."""


class BadPhotoError(ToldError, ValueError):
    """A file that is no picture, or none that could show a board."""


def load_photo(path: Path) -> Picture:
    """Read a picture file as (height, width, 3) uint8 RGB, turned as its EXIF orientation says.

    OpenCV before 4.13 does not turn WebP. Raises BadPhotoError with one line that says what is wrong and what to do.
    """
    return decode_photo(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or BadPhotoError with the reason."""
    try:
        return path.read_bytes()
    except IsADirectoryError as error:
        raise BadPhotoError(A_FOLDER) from error
    except OSError as error:
        raise BadPhotoError(NOT_OPENED, reason=why(error)) from error
    except ValueError as error:  # a name with a NUL, as labels may have it
        raise BadPhotoError(NOT_OPENED, reason=why(FileNotFoundError(ENOENT, ""))) from error


def decode_photo(data: bytes) -> Picture:
    """Decode the bytes of a picture file (JPEG, PNG, WebP, TIFF, BMP)."""
    if not data:
        raise BadPhotoError(EMPTY)
    # Of a JPEG, OpenCV would fill the missing part with grey and say nothing; of a PNG, its library would complain.
    if (data.startswith(b"\xff\xd8") and not _jpeg_is_whole(data)) or (
        data.startswith(_PNG) and not _png_is_whole(data)
    ):
        raise BadPhotoError(BROKEN_OFF)
    # A small file may hold a picture that takes gigabytes to decode.
    _refuse_too_large(*_size_in_head(data))
    try:
        bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        # OpenCV refuses pictures of more than 2**30 pixels by itself.
        raise BadPhotoError(DAMAGED) from error
    if bgr is None:
        raise BadPhotoError(NO_PICTURE)
    height, width = bgr.shape[:2]
    _refuse_too_large(width, height)
    if min(height, width) < SMALLEST_SIDE:
        raise BadPhotoError(TOO_SMALL, width=width, height=height)
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)


def _refuse_too_large(width: int, height: int) -> None:
    if height * width > MOST_PIXELS:
        raise BadPhotoError(TOO_LARGE, width=width, height=height)


def _size_in_head(data: bytes) -> tuple[int, int]:
    """Width and height as the head of a PNG or JPEG says them; zeros where there is none, and for other files."""
    width = height = b""
    if data.startswith(_PNG):
        width, height = data[16:20], data[20:24]
    elif data.startswith(b"\xff\xd8"):
        for marker, at in _jpeg_markers(data):
            if marker in _FRAMES:
                height, width = data[at + 5 : at + 7], data[at + 7 : at + 9]
    return int.from_bytes(width, "big"), int.from_bytes(height, "big")


def _png_is_whole(data: bytes) -> bool:
    """Whether the last of its chunks is there: each says its length, its kind, and behind it four bytes more."""
    at = len(_PNG)
    while at + 12 <= len(data):
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return False


def _jpeg_is_whole(data: bytes) -> bool:
    """Whether the picture's own end marker is there: a thumbnail before it and a film after it have theirs."""
    # In what follows the start of the scan, the end marker is nothing else.
    return any(marker == _SCAN and data.find(b"\xff\xd9", at) >= 0 for marker, at in _jpeg_markers(data))


def _jpeg_markers(data: bytes) -> Iterator[tuple[int, int]]:
    """A JPEG's markers and where they stand, up to the start of its first scan."""
    at, marker = 2, 0
    while marker != _SCAN and at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # any number of these may stand before a marker (ITU-T T.81, B.1.1.2)
            at += 1
            continue
        yield marker, at
        is_bare = marker == 0x01 or 0xD0 <= marker <= 0xD7  # these have no length
        at += 2 if is_bare else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
