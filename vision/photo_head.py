"""What a picture file says before it is decoded: how large the picture is, and whether all of it is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_JPEG = b"\xff\xd8"
_PNG = b"\x89PNG\r\n\x1a\n"
_RIFF, _WEBP = b"RIFF", b"WEBP"
_SCAN = 0xDA
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers (ITU-T T.81, table B.1): the start of a scan, and those of a frame, which say its size."""

_MARKER = re.compile(rb"\xff+([^\xff])", re.DOTALL)
"""Any number of fill bytes may stand before it (B.1.1.2); where a card was erased, there are millions."""


@dataclass(frozen=True)
class Head:
    """Width and height in pixels, zeros where the file does not say; whether the file is whole to its end."""

    width: int
    height: int
    is_whole: bool


def head_of(data: bytes) -> Head | None:
    """The head of a JPEG, a PNG or a WebP; None for any other file."""
    if data.startswith(_JPEG):
        return _jpeg(data)
    if data.startswith(_PNG) and data[12:16] == b"IHDR":
        width, height = data[16:20], data[20:24]
        return Head(int.from_bytes(width, "big"), int.from_bytes(height, "big"), _png_is_whole(data))
    if data.startswith(_RIFF) and data[8:12] == _WEBP:
        return _webp(data)
    return None


def _jpeg(data: bytes) -> Head:
    width = height = b""
    is_whole = False
    for marker, at in _jpeg_markers(data):
        if marker in _FRAMES:
            height, width = data[at + 5 : at + 7], data[at + 7 : at + 9]
        elif marker == _SCAN:
            # The picture's own end marker: a thumbnail before it and a film after it have theirs. After the start of
            # the scan these bytes can be nothing else. Nearly always they stand at the very end, so searching from
            # there finds them at once.
            is_whole = data.rfind(b"\xff\xd9", at) >= 0
    return Head(int.from_bytes(width, "big"), int.from_bytes(height, "big"), is_whole)


def _png_is_whole(data: bytes) -> bool:
    """Whether its last chunk is there: each gives its length and its kind, and has four bytes behind its data."""
    at = len(_PNG)
    while at + 12 <= len(data):
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return False


def _jpeg_markers(data: bytes) -> Iterator[tuple[int, int]]:
    """A JPEG's markers and where they stand, up to the start of its first scan."""
    at, marker = 2, 0
    while marker != _SCAN and (found := _MARKER.match(data, at)):
        marker, at = found[1][0], found.end() - 2
        yield marker, at
        is_bare = marker == 0x01 or 0xD0 <= marker <= 0xD7  # these have no length
        at += 2 if is_bare else 2 + int.from_bytes(data[at + 2 : at + 4], "big")


def _webp(data: bytes) -> Head | None:
    """WebP (RFC 9649): the first chunk is of one of three kinds, each of which gives the size in its own way."""

    def number(start: int, size: int) -> int:
        return int.from_bytes(data[start : start + size], "little")

    kind = data[12:16]
    if kind == b"VP8X":
        width, height = number(24, 3) + 1, number(27, 3) + 1
    elif kind == b"VP8L":
        width, height = (number(21, 4) & 0x3FFF) + 1, (number(21, 4) >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 ":
        width, height = number(26, 2) & 0x3FFF, number(28, 2) & 0x3FFF
    else:
        return None
    return Head(width, height, number(4, 4) + 8 <= len(data))
