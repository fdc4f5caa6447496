"""How the camera hangs: what it would lose behind pieces that stand up, and which way to move it then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.lens import Floats
from vision.pose import Pose

_STEP_MM, _FARTHEST_MM = 20.0, 400.0
_HIGHER = 0.1  # of its height: so much off, and it hangs elsewhere
_STEEPER_DEGREES = 6.0

Lost = Callable[[Pose], Sequence[str]]
"""The places that a camera at a pose would lose behind pieces beside them (`Seen.lost_from` of `vision/game.py`)."""


@dataclass(frozen=True)
class Hang:
    """A camera's place. lost: as above; raise_mm, nearer_mm: how far up, or towards over the board's middle, it has
    to go to lose nothing: None where that alone does not do, 0 where nothing is lost."""

    height_mm: float
    tilt_degrees: float
    lost: tuple[str, ...]
    raise_mm: float | None
    nearer_mm: float | None


def hang_of(pose: Pose, middle: Floats, lost: Lost) -> Hang:
    """How a camera hangs over a board with its middle at (x, y, z) millimetres."""
    now = tuple(lost(pose))
    return Hang(
        float(pose.centre[2]),
        pose.tilt_degrees,
        now,
        0.0 if not now else _enough(pose, np.array([0.0, 0.0, 1.0]), _FARTHEST_MM, lost),
        0.0 if not now else _enough(pose, *_towards(pose, middle), lost),
    )


def _towards(pose: Pose, middle: Floats) -> tuple[Floats, float]:
    """The direction over the table to above the middle, and how far it is."""
    way = (middle - pose.centre) * (1, 1, 0)
    far = float(np.linalg.norm(way))
    return np.asarray(way / max(far, 1e-9), np.float64), far


def _enough(pose: Pose, direction: Floats, farthest: float, lost: Lost) -> float | None:
    """The least way in a direction after which nothing is lost any more; None when there is none."""
    for step in np.arange(_STEP_MM, farthest + _STEP_MM, _STEP_MM):
        far = min(float(step), farthest)
        if not lost(moved(pose, direction * far)):
            return far
    return None


def moved(pose: Pose, by: Floats) -> Pose:
    """The camera elsewhere by (3,) millimetres, looking the same way."""
    matrix, _ = cv2.Rodrigues(pose.rotation)
    return Pose(pose.rotation, np.asarray(-matrix @ (pose.centre + by), np.float64), pose.lens)


def hangs_elsewhere(before: Pose, now: Pose) -> bool:
    """Whether a camera hangs higher, lower or otherwise tilted than it did; where the board lies does not matter.

    Heights are compared by how large the board is seen from them: where the lens is not calibrated, the focal length
    is estimated with the pose, and off by the same share as the height (up to a third of it on 13 simulated pictures,
    on which their ratio was off by 1 %).
    """
    higher = abs(_seen_from(now) / _seen_from(before) - 1) > _HIGHER
    return bool(higher or abs(now.tilt_degrees - before.tilt_degrees) > _STEEPER_DEGREES)


def _seen_from(pose: Pose) -> float:
    """The height in focal lengths, these as shares of the picture's width."""
    return float(pose.centre[2]) * pose.lens.size[0] / pose.lens.focal
