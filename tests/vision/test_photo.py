"""Files that are no good pictures are refused in one line that says why."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo import BadPhotoError, decode_photo, load_photo


def jpeg(width: int, height: int) -> bytes:
    rng = np.random.default_rng(0)
    coarse = rng.integers(0, 255, (12, 16, 3), dtype=np.uint8)
    return cv2.imencode(".jpg", cv2.resize(coarse, (width, height)))[1].tobytes()


PNG = cv2.imencode(".png", np.full((480, 640, 3), 130, np.uint8))[1].tobytes()


def test_a_photo_is_rgb() -> None:
    red = np.zeros((240, 320, 3), np.uint8)
    red[..., 2] = 250  # OpenCV writes BGR
    photo = decode_photo(cv2.imencode(".png", red)[1].tobytes())
    assert photo[100, 100].tolist() == [250, 0, 0]


def test_a_missing_file_is_named_as_such(tmp_path: Path) -> None:
    with pytest.raises(BadPhotoError, match="No such file"):
        load_photo(tmp_path / "none.jpg")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"not a picture at all", "not a picture"),
        (jpeg(640, 480)[:9000], "breaks off"),
        (PNG[: len(PNG) // 2], "breaks off"),
        (PNG[:-12], "breaks off"),
        (jpeg(120, 90), "too small"),
        (jpeg(9000, 8000), "too large"),
    ],
    ids=["empty", "text", "truncated", "truncated PNG", "PNG without its end", "tiny", "huge"],
)
def test_bad_pictures_are_refused_with_the_reason(
    data: bytes, reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadPhotoError, match=reason) as refused:
        decode_photo(data)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr() == ("", "")


def of_said_size(picture: bytes, width: int, height: int) -> bytes:
    """The picture of 640x480 with another size in its head."""
    if picture.startswith(b"\x89PNG"):
        written = (640).to_bytes(4, "big") + (480).to_bytes(4, "big")
        said = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    else:
        written = (480).to_bytes(2, "big") + (640).to_bytes(2, "big")
        said = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    assert picture.count(written) == 1
    return picture.replace(written, said)


PROGRESSIVE = cv2.imencode(".jpg", np.full((480, 640, 3), 130, np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[
    1
]


@pytest.mark.parametrize(
    "picture", [PNG, jpeg(640, 480), PROGRESSIVE.tobytes()], ids=["PNG", "JPEG", "progressive JPEG"]
)
def test_a_picture_whose_head_says_that_it_is_too_large_is_not_even_decoded(
    picture: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert decode_photo(picture).shape == (480, 640, 3)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it is decoded"))
    with pytest.raises(BadPhotoError, match="is 20000x10000, too large"):
        decode_photo(of_said_size(picture, 20_000, 10_000))


def test_a_picture_may_be_a_phone_photo_turned_by_its_orientation_tag() -> None:
    plain = jpeg(640, 480)
    tag = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    turned = plain[:2] + b"\xff\xe1" + (len(tag) + 2).to_bytes(2, "big") + tag + plain[2:]
    assert decode_photo(turned).shape == (640, 480, 3)


def test_bytes_that_only_fill_up_before_a_marker_break_nothing_off() -> None:
    plain = jpeg(640, 480)
    filled = plain[:2] + b"\xff\xff\xff" + plain[2:]
    np.testing.assert_array_equal(decode_photo(filled), decode_photo(plain))
