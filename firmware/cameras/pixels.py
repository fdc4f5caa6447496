"""From the bytes of a camera's buffer to a picture, for the formats that libcamera gives."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from firmware.cameras.camera import CameraError
from firmware.cameras.words import STRANGE_FORMAT
from vision.photo import Picture

Bytes = npt.NDArray[np.uint8]

_PACKED = {
    "RGB888": (3, cv2.COLOR_BGR2RGB),
    "BGR888": (3, None),
    "XRGB8888": (4, cv2.COLOR_BGRA2RGB),
    "XBGR8888": (4, cv2.COLOR_RGBA2RGB),
}
"""Bytes a pixel, and what turns them to RGB.

libcamera names the letters from the highest byte down, so that its RGB888 lies in memory as B, G, R.
"""


def picture_of(data: Bytes, form: str, size: tuple[int, int], stride: int) -> Picture:
    """The picture (H, W, 3) RGB in a buffer (n,) of uint8.

    form: libcamera's name of the format; stride: bytes from one row to the next, of the first plane. Rows may be
    longer than the picture is wide, the buffer longer than its rows. CameraError for a format not known here.
    """
    width, height = size
    if form in _PACKED:
        depth, turn = _PACKED[form]
        rows = data[: height * stride].reshape(height, stride)[:, : width * depth]
        pixels: Bytes = rows.reshape(height, width, depth)
        return pixels.copy() if turn is None else _converted(pixels, turn)
    if form == "NV12":
        rows = data[: height * 3 // 2 * stride].reshape(height * 3 // 2, stride)
        return _converted(rows[:, :width], cv2.COLOR_YUV2RGB_NV12)
    if form == "YUV420":
        flat = np.concatenate([luma_of(data, size, stride).ravel(), *_chroma(data, size, stride)])
        return _converted(flat.reshape(height * 3 // 2, width), cv2.COLOR_YUV2RGB_I420)
    raise CameraError(STRANGE_FORMAT, format=form)


def luma_of(data: Bytes, size: tuple[int, int], stride: int) -> Bytes:
    """The brightness (H, W) in a buffer of NV12 or YUV420, not copied."""
    width, height = size
    return data[: height * stride].reshape(height, stride)[:, :width]


def _chroma(data: Bytes, size: tuple[int, int], stride: int) -> list[Bytes]:
    """The two planes of colour differences behind the brightness, each of half the size, flat."""
    width, height = size
    start, length = height * stride, height // 2 * (stride // 2)
    planes = (data[start + n * length : start + (n + 1) * length] for n in range(2))
    return [plane.reshape(height // 2, stride // 2)[:, : width // 2].ravel() for plane in planes]


def _converted(rows: Bytes, turn: int) -> Picture:
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(rows), turn), np.uint8)
