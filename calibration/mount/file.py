"""The file that says how the camera hung when it was last looked over, and what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.lens.file import lens_in
from calibration.store import read_json, write_json
from engine.illegible import ILLEGIBLE, IllegibleError, why
from engine.messages import Message, ToldError
from vision.pose import Pose

FORMAT = "kibitz-mount/2"
OLDER = ("kibitz-mount/1",)
"""Without what was measured."""

NO_MOUNT = Message("{file}: cannot be used: {reason}")
NO_NUMBERS = Message("its numbers are not those of a camera")

_FARTHEST_MM = 100_000
"""No camera sees a board from so far, and numbers far beyond can't be counted with."""


class MountFileError(ToldError, ValueError):
    """A mount file that cannot be used; the text says why."""


@dataclass(frozen=True)
class Quality:
    """What was measured on the board.

    grey: the median level, of 255; white: the share that is plain white; evenness: the darkest part by the brightest;
    edges_px: over how many pixels the sharpest edges reach, in a picture in which the board is 480 long, None where
    there were none; lost: the places that pieces beside them would hide.
    """

    grey: float
    white: float
    evenness: float
    edges_px: float | None
    lost: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Mount:
    """How a camera hung.

    made: when, in ISO 8601; camera: its source, as behind `--camera`; pose: in the board's world; faults: how many
    things were found that ought to be changed; held: exposure, white balance and focus, as the camera's driver has
    them, None where it doesn't say; game: whose board that was, None where nobody knows;
    quality: None in files that have none.
    """

    made: str
    camera: str
    pose: Pose
    faults: int
    held: Mapping[str, Any] | None = None
    game: str | None = None
    quality: Quality | None = None

    def is_of(self, game: str) -> bool:
        """Whether it can be compared with how a camera hangs over that game: each goes by a measure of its own."""
        return self.game in (None, game)


def load_mount(path: Path) -> Mount:
    """Read what `save_mount` has written. Raises MountFileError with one line that says what is wrong."""
    try:
        data = read_json(path, FORMAT, *OLDER)
        return Mount(
            str(data["made"]),
            str(data["camera"]),
            _pose(data),
            int(data["faults"]),
            _held(data.get("held")),
            data.get("game"),
            _quality(data["quality"]) if data.get("quality") is not None else None,
        )
    except (OSError, *ILLEGIBLE) as error:
        raise MountFileError(NO_MOUNT, file=path, reason=why(error)) from error


def save_mount(path: Path, mount: Mount) -> None:
    """Write it, a whole file or none. Raises OSError."""
    lens = mount.pose.lens
    write_json(
        path,
        {
            "format": FORMAT,
            "made": mount.made,
            "camera": mount.camera,
            "game": mount.game,
            "faults": mount.faults,
            "quality": None if mount.quality is None else vars(mount.quality),
            "held": None if mount.held is None else dict(mount.held),
            "rotation": mount.pose.rotation.tolist(),
            "translation": mount.pose.translation.tolist(),
            "size": list(lens.size),
            "matrix": lens.matrix.tolist(),
            "distortion": lens.distortion.tolist(),
        },
    )


def _held(data: object) -> Mapping[str, Any] | None:
    """What a camera's driver kept; of anything else it wants to know nothing either."""
    return data if isinstance(data, dict) else None


def _quality(data: Mapping[str, Any]) -> Quality:
    grey, white, evenness = (float(data[key]) for key in ("grey", "white", "evenness"))
    edges_px = None if data["edges_px"] is None else float(data["edges_px"])
    if not np.isfinite([grey, white, evenness, edges_px or 0.0]).all():
        raise IllegibleError(NO_NUMBERS)
    return Quality(grey, white, evenness, edges_px, tuple(map(str, data["lost"])))


def _pose(data: dict[str, Any]) -> Pose:
    rotation, translation = (np.array(data[key], np.float64) for key in ("rotation", "translation"))
    if rotation.shape != (3,) or translation.shape != (3,):
        raise IllegibleError(NO_NUMBERS)
    if not (np.isfinite(rotation).all() and (np.abs(translation) < _FARTHEST_MM).all()):
        raise IllegibleError(NO_NUMBERS)
    pose = Pose(rotation, translation, lens_in(data))
    if not pose.centre[2] > 0:
        raise IllegibleError(NO_NUMBERS)  # it does not hang over the board
    return pose
