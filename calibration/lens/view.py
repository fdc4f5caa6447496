"""The lens sheet in one picture: its corners, how sharp they are, and how it is held."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np

from calibration.sheets.lens_sheet import COLUMNS, charuco_board
from engine.messages import Message, ToldError
from vision.lens import Floats
from vision.photo import Picture
from vision.pose import Pose, fit_pose

NO_SHEET = Message("the sheet is not to be seen, or blurred")
TOO_LITTLE = Message("too little of the sheet is to be seen")
BLURRED = Message("blurred: hold it still, and see that it is sharp")

FEWEST_CORNERS = 16
"""Of 54. Fewer say little about how the sheet lies."""

_CORNERS_ACROSS = COLUMNS - 1
_MOST_RISE = 0.0032  # of the picture's longer side, from black to white: four pixels of 1280
_SHARPEST_PX = 2.5  # always allowed: the sharpest edges take up to 2.1, in simulated pictures of all widths
_PROFILE = 0.1  # of a square's side to either side of its edge: beyond are the markers
_SAMPLES = 25


class BadViewError(ToldError, ValueError):
    """A picture in which the sheet cannot be used; the text says why."""


@dataclass(frozen=True, eq=False)
class View:
    """Where corners of the sheet are seen.

    numbers: (N,) which corners of the chessboard; pixels: (N, 2) float64; size: (width, height) of the picture.
    """

    name: str
    numbers: Floats
    pixels: Floats
    size: tuple[int, int]

    @property
    def world(self) -> Floats:
        """(N, 3) millimetres on the sheet, z = 0."""
        corners: Floats = np.asarray(_board().getChessboardCorners(), np.float64)
        return np.asarray(corners[self.numbers.astype(int)])

    @cached_property
    def pose(self) -> Pose:
        """How the sheet lies before an ordinary lens: roughly, for a lens that nobody knows yet."""
        weights = np.ones(len(self.numbers))
        # The sheet's y runs downwards, so that z points into it; seen from behind it would be mirrored.
        upright = self.world * np.array([1.0, -1.0, 0.0])
        return fit_pose(upright, self.pixels, weights, self.size)

    @property
    def lean(self) -> Floats:
        """How the sheet is tilted to the camera, (2,): the right and the lower edge farther off, as sines."""
        matrix, _ = cv2.Rodrigues(self.pose.rotation)
        return np.asarray(matrix[:2, 2] * -np.sign(matrix[2, 2]), np.float64)

    def moved_from(self, other: View) -> float:
        """How far the corners that both see lie apart, on average, as a share of the picture's width; else 1."""
        _, mine, theirs = np.intersect1d(self.numbers, other.numbers, return_indices=True)
        if self.size != other.size or not len(mine):
            return 1.0
        apart = np.linalg.norm(self.pixels[mine] - other.pixels[theirs], axis=1)
        return float(apart.mean()) / self.size[0]


def find_view(picture: Picture, name: str) -> View:
    """The sheet in a picture (H, W, 3) uint8 RGB. Raises BadViewError with the reason when it cannot be used."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
    corners, numbers, _, _ = _detector().detectBoard(grey)
    if numbers is None or not len(numbers):
        raise BadViewError(NO_SHEET)
    view = View(
        name,
        numbers.ravel().astype(np.float64),
        _refined(grey, np.asarray(corners, np.float64)),
        (picture.shape[1], picture.shape[0]),
    )
    # First, as blur is why most of a sheet goes unseen.
    if _rise(grey, view) > max(_MOST_RISE * max(view.size), _SHARPEST_PX):
        raise BadViewError(BLURRED)
    if len(numbers) < FEWEST_CORNERS or _in_one_line(view.numbers):
        raise BadViewError(TOO_LITTLE)
    if not lies_somehow(view):
        raise BadViewError(TOO_LITTLE)
    return view


@cache
def _board() -> cv2.aruco.CharucoBoard:
    return charuco_board()


@cache
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(_board())


def lies_somehow(view: View) -> bool:
    """Whether any way of holding the sheet before an ordinary lens explains what is seen of it."""
    try:
        return bool(view.pose.centre[2] > 0)
    except ValueError:
        return False


def _refined(grey: Picture, corners: Floats) -> Floats:
    """Corners (N, 2) to sub-pixel: the ChArUco detector of OpenCV 4 gives all of them half a pixel too far."""
    places = corners.reshape(-1, 2)
    apart = np.linalg.norm(places[:, None] - places, axis=2)
    np.fill_diagonal(apart, 64.0)
    # Small enough to leave out the markers, which begin an eighth of a square away.
    reach = int(np.clip(np.median(apart.min(axis=1)) / 8, 2, 8))
    enough = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 40, 0.001)
    refined = cv2.cornerSubPix(
        grey, places.astype(np.float32).reshape(-1, 1, 2), (reach, reach), (-1, -1), enough
    )
    return np.asarray(refined, np.float64).reshape(-1, 2)


def _in_one_line(numbers: Floats) -> bool:
    """Whether the corners lie in fewer than three rows or columns: no way to tell a tilt."""
    return min(len(np.unique(numbers // _CORNERS_ACROSS)), len(np.unique(numbers % _CORNERS_ACROSS))) < 3


def _rise(grey: Picture, view: View) -> float:
    """Pixels from black to white across the edges between neighbouring corners, the median of all; 0 of none."""
    at = {int(number): place for number, place in zip(view.numbers, view.pixels, strict=True)}
    pairs = [
        (at[number], at[number + step])
        for number in at
        for step in (1, _CORNERS_ACROSS)
        if number + step in at and (step > 1 or (number + 1) % _CORNERS_ACROSS)
    ]
    if not pairs:
        return 0.0
    starts, ends = np.array([it[0] for it in pairs]), np.array([it[1] for it in pairs])
    along = ends - starts
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    steps = np.linspace(-_PROFILE, _PROFILE, _SAMPLES)
    where = (starts + along / 2)[:, None] + steps[:, None] * across[:, None]
    profiles = cv2.remap(
        grey, where[..., 0].astype(np.float32), where[..., 1].astype(np.float32), cv2.INTER_LINEAR
    ).astype(np.float64)
    contrast = np.ptp(profiles, axis=1)
    steepest = np.abs(np.diff(profiles, axis=1)).max(axis=1)
    pixels_a_step = np.linalg.norm(across, axis=1) * (steps[1] - steps[0])
    return float(np.median(contrast / np.maximum(steepest, 1e-6) * pixels_a_step))
