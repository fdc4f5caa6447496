"""The file in which a lens is kept: a small JSON with its camera matrix, its distortion, and how good they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.store import read_json, write_json
from engine.illegible import ILLEGIBLE, IllegibleError, why
from engine.messages import Message, ToldError
from vision.lens import Lens

FORMAT = "kibitz-lens/1"

NOT_OPENED = Message("{file}: cannot be opened: {reason}")
NO_LENS = Message("{file}: is not a lens file: {reason}")
DAMAGED = Message("{file}: is damaged: {reason}")
NO_NUMBERS = Message("its numbers are not those of a lens")
NO_FOCAL_LENGTH = Message("its focal length is not positive")

_LARGEST = 100_000
"""Pixels. No picture is wider or higher."""
_SHORTEST, _LONGEST = 0.05, 1000
"""Times the picture's larger side. No fisheye's is as short, no telescope's as long, and numbers far beyond can't be
counted with."""
_MOST_DISTORTED = 100.0  # a coefficient; numbers far beyond can't be counted with either
# Of how far a corner is from the axis: so much aside tangential distortion may shift it. A lens that sits askew over
# its sensor does by hundredths.
_MOST_ASKEW = 0.1
_MOST_UNLIKE = 0.1  # the two focal lengths: a pixel of a camera's is about as wide as high
# From the middle of a picture towards its farthest corner. Nearer to that, what is known of a wide lens may fold.
_ON_THE_WAY = np.linspace(0.0, 0.75, 49)


class LensFileError(ToldError, ValueError):
    """A lens file that cannot be used; the text says why."""


@dataclass(frozen=True)
class Quality:
    """How a lens came about: see `calibration.lens.solve.Calibration`.

    made: when, in ISO 8601; camera: the source of the pictures, as behind `--camera`; views: how many. seen: the
    share of the picture in which the sheet was seen, None where the file doesn't say.
    """

    made: str
    camera: str
    views: int
    rms_px: float
    held_out_px: float
    focal_spread: float
    seen: float | None = None


@dataclass(frozen=True, eq=False)
class KeptLens:
    """A lens as it is kept; quality: None where the file doesn't say."""

    lens: Lens
    quality: Quality | None = None


def load_lens(path: Path) -> KeptLens:
    """Read a lens: {"format": "kibitz-lens/1", "size": [w, h], "matrix": 3x3, "distortion": [k1, k2, p1, p2, k3]}.

    Raises LensFileError with one line that says what is wrong.
    """
    try:
        data = read_json(path, FORMAT)
    except OSError as error:
        raise LensFileError(NOT_OPENED, file=path, reason=why(error)) from error
    except ILLEGIBLE as error:
        raise LensFileError(NO_LENS, file=path, reason=why(error)) from error
    try:
        return KeptLens(lens_in(data), _quality(data["quality"]) if "quality" in data else None)
    except ILLEGIBLE as error:
        raise LensFileError(DAMAGED, file=path, reason=why(error)) from error


def save_lens(path: Path, kept: KeptLens) -> None:
    """Write a lens so that `load_lens` gives it back. Raises OSError."""
    data: dict[str, object] = {
        "format": FORMAT,
        "size": list(kept.lens.size),
        "matrix": kept.lens.matrix.tolist(),
        "distortion": kept.lens.distortion.tolist(),
    }
    if kept.quality is not None:
        data["quality"] = vars(kept.quality)
    write_json(path, data)


def lens_in(data: Mapping[str, Any]) -> Lens:
    """The lens of what a file holds as `size`, `matrix` and `distortion`; raises what ILLEGIBLE names."""
    width, height = (int(side) for side in data["size"])
    lens = Lens(
        np.array(data["matrix"], np.float64), np.array(data["distortion"], np.float64), (width, height)
    )
    focal_lengths = lens.matrix[0, 0], lens.matrix[1, 1]
    if np.isfinite(focal_lengths).all() and min(focal_lengths) <= 0:
        raise IllegibleError(NO_FOCAL_LENGTH)
    if not is_likely(lens):
        raise IllegibleError(NO_NUMBERS)
    return lens


def is_likely(lens: Lens) -> bool:
    """Whether a camera may have such a lens: what is kept has to be one."""
    is_finite = np.isfinite(lens.matrix).all() and (np.abs(lens.distortion) < _MOST_DISTORTED).all()
    if not (is_finite and 0 < min(lens.size) <= max(lens.size) <= _LARGEST):
        return False
    lengths = lens.matrix[0, 0], lens.matrix[1, 1]
    shortest, longest = _SHORTEST * max(lens.size), _LONGEST * max(lens.size)
    return (
        shortest <= min(lengths) <= max(lengths) <= longest
        and _is_camera_matrix(lens)
        and _bends_little(lens)
    )


def _is_camera_matrix(lens: Lens) -> bool:
    """Whether its pixels are square and straight, and its axis passes through the picture."""
    (fx, skew, cx), (lowest, fy, cy), last = lens.matrix
    is_plain = skew == lowest == 0 and (last == (0, 0, 1)).all()
    is_within = 0 <= cx <= lens.size[0] and 0 <= cy <= lens.size[1]
    return bool(is_plain and is_within and abs(fx / fy - 1) <= _MOST_UNLIKE)


def _bends_little(lens: Lens) -> bool:
    """Whether what lies farther from the axis is seen farther from it, and hardly aside, in all but the picture's
    corners."""
    k1, k2, p1, p2, k3 = lens.distortion
    middle = lens.matrix[:2, 2]
    corner = float(np.linalg.norm(np.maximum(middle, lens.size - middle))) / lens.focal
    # Of OpenCV's tangential terms none is larger than three times a coefficient by the square of the radius.
    if 3 * np.hypot(p1, p2) * corner > _MOST_ASKEW:
        return False
    radii = corner * _ON_THE_WAY
    squares = radii**2
    seen = radii * (1 + squares * (k1 + squares * (k2 + squares * k3)))
    slopes = 1 + squares * (3 * k1 + squares * (5 * k2 + squares * 7 * k3))
    return bool(((slopes > 0) | (seen > corner)).all())


def _quality(data: dict[str, Any]) -> Quality:
    rms_px, held_out_px, focal_spread = (
        float(data[key]) for key in ("rms_px", "held_out_px", "focal_spread")
    )
    seen = None if data.get("seen") is None else float(data["seen"])
    if not np.isfinite([rms_px, held_out_px, focal_spread, seen or 0.0]).all():
        raise IllegibleError(NO_NUMBERS)
    return Quality(
        str(data["made"]), str(data["camera"]), int(data["views"]), rms_px, held_out_px, focal_spread, seen
    )
