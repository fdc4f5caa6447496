"""Files that are no good pictures are refused in one line that says why."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo import BadPhotoError, decode_photo, encoded, load_photo


def jpeg(width: int, height: int) -> bytes:
    rng = np.random.default_rng(0)
    coarse = rng.integers(0, 255, (12, 16, 3), dtype=np.uint8)
    return cv2.imencode(".jpg", cv2.resize(coarse, (width, height)))[1].tobytes()


GREY = np.full((480, 640, 3), 130, np.uint8)
PNG = cv2.imencode(".png", GREY)[1].tobytes()
PROGRESSIVE = cv2.imencode(".jpg", GREY, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
WEBP = cv2.imencode(".webp", GREY, [cv2.IMWRITE_WEBP_QUALITY, 80])[1].tobytes()
LOSSLESS = cv2.imencode(".webp", GREY, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
CLEAR = np.dstack([GREY, GREY[..., 0]])
SEE_THROUGH = cv2.imencode(".webp", CLEAR, [cv2.IMWRITE_WEBP_QUALITY, 80])[1].tobytes()


def test_a_photo_is_rgb() -> None:
    red = np.zeros((240, 320, 3), np.uint8)
    red[..., 2] = 250  # OpenCV writes BGR
    photo = decode_photo(cv2.imencode(".png", red)[1].tobytes())
    assert photo[100, 100].tolist() == [250, 0, 0]


def test_what_is_encoded_is_the_picture_that_is_decoded() -> None:
    picture = np.random.default_rng(0).integers(0, 255, (240, 320, 3), dtype=np.uint8)
    assert (decode_photo(encoded(picture, ".png")) == picture).all()
    assert len(encoded(picture, ".jpg", 50)) < len(encoded(picture, ".jpg"))


def test_a_missing_file_is_named_as_such(tmp_path: Path) -> None:
    with pytest.raises(BadPhotoError, match="No such file"):
        load_photo(tmp_path / "none.jpg")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"not a picture at all", "not a picture"),
        (jpeg(640, 480)[:9000], "breaks off"),
        (jpeg(640, 480)[:400] + b"\xff" * 4_000_000, "breaks off"),
        (PNG[: len(PNG) // 2], "breaks off"),
        (PNG[:-12], "breaks off"),
        (WEBP[:-12], "breaks off"),
        (b"RIFF\x04\0\0\0WEBPICCP", "not a picture"),
        (jpeg(120, 90), "too small"),
        (jpeg(9000, 8000), "too large"),
        (jpeg(33_000, 200), "far too long"),
    ],
    ids=[
        "empty",
        "text",
        "truncated",
        "erased from its head on",
        "truncated PNG",
        "PNG without its end",
        "truncated WebP",
        "WebP of no known kind",
        "tiny",
        "huge",
        "a strip",
    ],
)
def test_bad_pictures_are_refused_with_the_reason(
    data: bytes, reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadPhotoError, match=reason) as refused:
        decode_photo(data)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr() == ("", "")


def little(number: int, size: int) -> bytes:
    return number.to_bytes(size, "little")


def big(*numbers: int, size: int) -> bytes:
    return b"".join(number.to_bytes(size, "big") for number in numbers)


@pytest.mark.parametrize(
    ("picture", "written", "said"),
    [
        (PNG, big(640, 480, size=4), big(16_000, 10_000, size=4)),
        (jpeg(640, 480), big(480, 640, size=2), big(10_000, 16_000, size=2)),
        (PROGRESSIVE, big(480, 640, size=2), big(10_000, 16_000, size=2)),
        (WEBP, little(640, 2) + little(480, 2), little(16_000, 2) + little(10_000, 2)),
        (LOSSLESS, little(639 | 479 << 14, 4), little(15_999 | 9_999 << 14, 4)),
        (SEE_THROUGH, little(639, 3) + little(479, 3), little(15_999, 3) + little(9_999, 3)),
    ],
    ids=["PNG", "JPEG", "progressive JPEG", "WebP", "lossless WebP", "WebP with more to it"],
)
def test_a_picture_whose_head_says_that_it_is_too_large_is_not_even_decoded(
    picture: bytes, written: bytes, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert decode_photo(picture).shape == (480, 640, 3)
    assert picture.count(written, 0, 400) == 1
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it is decoded"))
    with pytest.raises(BadPhotoError, match="is 16000x10000, too large"):
        decode_photo(picture.replace(written, said, 1))


def test_what_gives_bytes_without_end_is_refused() -> None:
    with pytest.raises(BadPhotoError, match="too large or damaged"):
        load_photo(Path("/dev/zero"))


@pytest.mark.parametrize("suffix", [".bmp", ".tiff", ".ppm", ".jp2", ".hdr", ".ras"])
def test_formats_whose_size_is_known_only_once_they_are_decoded_are_no_pictures(
    suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = cv2.imencode(suffix, GREY)[1].tobytes()
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it is decoded"))
    with pytest.raises(BadPhotoError, match="is not a picture that can be read; use JPEG or PNG"):
        decode_photo(data)


def test_a_picture_may_be_a_phone_photo_turned_by_its_orientation_tag() -> None:
    plain = jpeg(640, 480)
    tag = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    turned = plain[:2] + b"\xff\xe1" + (len(tag) + 2).to_bytes(2, "big") + tag + plain[2:]
    assert decode_photo(turned).shape == (640, 480, 3)


def test_bytes_that_only_fill_up_before_a_marker_break_nothing_off() -> None:
    plain = jpeg(640, 480)
    filled = plain[:2] + b"\xff\xff\xff" + plain[2:]
    np.testing.assert_array_equal(decode_photo(filled), decode_photo(plain))
