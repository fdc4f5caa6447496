"""Every format of libcamera becomes the same RGB picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from firmware.cameras.camera import CameraError
from firmware.cameras.pixels import Bytes, luma_of, picture_of
from vision.photo import Picture

SIZE = (64, 48)


def picture() -> Picture:
    """Smooth colours, so that halved colour planes lose little."""
    y, x = np.mgrid[:48, :64]
    return np.dstack([40 + 2 * x, 60 + 3 * y, 200 - x - y]).astype(np.uint8)


def padded(rows: Bytes, stride: int) -> Bytes:
    """Rows (h, n) with rubbish behind each up to the stride, flat."""
    out = np.full((len(rows), stride), 99, np.uint8)
    out[:, : rows.shape[1]] = rows
    return out.ravel()


def i420() -> Bytes:
    return np.asarray(cv2.cvtColor(picture(), cv2.COLOR_RGB2YUV_I420), np.uint8)


@pytest.mark.parametrize("spare", [0, 32])
@pytest.mark.parametrize(
    ("form", "order"),
    [("RGB888", [2, 1, 0]), ("BGR888", [0, 1, 2]), ("XBGR8888", [0, 1, 2, 2]), ("XRGB8888", [2, 1, 0, 2])],
)
def test_packed_formats_are_read_in_the_order_of_memory(form: str, order: list[int], spare: int) -> None:
    rows = picture()[..., order].reshape(48, -1)
    stride = rows.shape[1] + spare
    assert (picture_of(padded(rows, stride), form, SIZE, stride) == picture()).all()


@pytest.mark.parametrize("spare", [0, 32])
def test_planes_of_yuv420_are_found_behind_each_other(spare: int) -> None:
    flat = i420().ravel()
    luma, u, v = flat[: 64 * 48].reshape(48, 64), *flat[64 * 48 :].reshape(2, 24, 32)
    stride = 64 + spare
    data = np.concatenate([padded(luma, stride), padded(u, stride // 2), padded(v, stride // 2)])
    data = np.concatenate([data, np.zeros(500, np.uint8)])  # buffers end at whole pages
    off = picture_of(data, "YUV420", SIZE, stride).astype(int) - picture()
    assert np.abs(off).max() <= 8
    assert (luma_of(data, SIZE, stride) == luma).all()


@pytest.mark.parametrize("spare", [0, 32])
def test_nv12_has_both_colours_in_turn(spare: int) -> None:
    flat = i420().ravel()
    luma, (u, v) = flat[: 64 * 48].reshape(48, 64), flat[64 * 48 :].reshape(2, 24, 32)
    stride = 64 + spare
    data = np.concatenate([padded(luma, stride), padded(np.dstack([u, v]).reshape(24, 64), stride)])
    off = picture_of(data, "NV12", SIZE, stride).astype(int) - picture()
    assert np.abs(off).max() <= 8


def test_a_format_nobody_knows_is_named() -> None:
    with pytest.raises(CameraError, match="SRGGB10"):
        picture_of(np.zeros(10_000, np.uint8), "SRGGB10", SIZE, 64)
