"""A lens kept in a file comes back as it was; a file that is none is refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.lens.file import KeptLens, LensFileError, Quality, load_lens, save_lens
from vision.lens import Lens

LENS = Lens(
    np.array([[1210.5, 0, 645.25], [0, 1211.0, 470], [0, 0, 1]]),
    np.array([-0.08, 0.01, 0.001, 0, 0]),
    (1280, 960),
)
QUALITY = Quality("2026-11-22T12:00:00+00:00", "usb:0", 17, 0.21, 0.25, 0.0004)


def test_a_lens_comes_back_to_the_last_digit(tmp_path: Path) -> None:
    save_lens(tmp_path / "lens.json", KeptLens(LENS, QUALITY))
    kept = load_lens(tmp_path / "lens.json")
    assert kept.quality == QUALITY
    again = kept.lens
    np.testing.assert_array_equal(again.matrix, LENS.matrix)
    np.testing.assert_array_equal(again.distortion, LENS.distortion)
    assert again.size == LENS.size


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "something else"}, "lacks"),
        ({"matrix": [[1, 0], [0, 1]]}, r"not \(3, 3\)"),
        ({"distortion": [0, 0]}, "distortion"),
        ({"matrix": [[-5, 0, 1], [0, 5, 1], [0, 0, 1]]}, "focal length"),
        ({"matrix": [[float("nan"), 0, 1], [0, 5, 1], [0, 0, 1]]}, "numbers"),
        ({"matrix": [[1, 0, 1], [0, 1, 1], [0, 0, 1]]}, "numbers"),
        ({"matrix": [[1e308, 0, 1], [0, 1e308, 1], [0, 0, 1]]}, "numbers"),
        ({"matrix": [[10**400, 0, 1], [0, 5, 1], [0, 0, 1]]}, "damaged"),
        ({"matrix": [[1210, 0, 1e300], [0, 1210, 470], [0, 0, 1]]}, "numbers"),
        ({"matrix": [[1210, 0, 645], [0, 1210, -40], [0, 0, 1]]}, "numbers"),
        ({"matrix": [[1210, 5, 645], [0, 1210, 470], [0, 0, 1]]}, "numbers"),
        ({"matrix": [[1210, 0, 645], [0, 1210, 470], [9, 9, 0]]}, "numbers"),
        ({"matrix": [[1210, 0, 645], [0, 2420, 470], [0, 0, 1]]}, "numbers"),
        ({"distortion": [-1.6, 0, 0, 0, 0]}, "numbers"),
        ({"distortion": [-99] * 5}, "numbers"),
        ({"distortion": [0, 0, 0.1, 0, 0]}, "numbers"),
        ({"distortion": [0, 0, 0, -50, 0]}, "numbers"),
        ({"size": [640]}, "damaged"),
        ({"size": [10**9, 10**9]}, "numbers"),
        ({"quality": vars(QUALITY) | {"views": float("inf")}}, "damaged"),
        ({"quality": vars(QUALITY) | {"seen": float("inf")}}, "numbers"),
    ],
)
def test_a_file_that_is_no_lens_is_refused_with_the_reason(
    tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    path = tmp_path / "lens.json"
    save_lens(path, KeptLens(LENS))
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(LensFileError, match=reason) as refused:
        load_lens(path)
    assert "\n" not in str(refused.value)


def test_a_missing_or_garbled_file_is_refused_too(tmp_path: Path) -> None:
    with pytest.raises(LensFileError, match="No such file"):
        load_lens(tmp_path / "none.json")
    for garbled in ("{", "[" * 200_000):
        (tmp_path / "garbled.json").write_text(garbled)
        with pytest.raises(LensFileError, match="not a lens file"):
            load_lens(tmp_path / "garbled.json")
