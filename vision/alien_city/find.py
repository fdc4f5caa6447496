"""Where the city lies: a small network marks the board in the whole picture, its outline gives a first pose."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.alien_city.board import CORNERS
from vision.game import NotSeenError
from vision.lens import Floats, Lens
from vision.network import Network
from vision.photo import Picture
from vision.pose import Pose, fit_pose, usual_lens

INPUT_SIZE = (320, 240)
"""(width, height) of what the network sees; pictures of other shapes get black bars."""

CELL = 4
"""Input pixels to a cell of the mask, in each direction."""

_SMALLEST_SHARE = 0.02  # of the picture: a smaller board has lots of under about 12 pixels in 1280x960
_STEEPEST_DEGREES = 40.0
_CUT_CELLS = 8  # a tenth of the picture's width: more than a corner that just touches the border
_REACHES = (24.0, 16.0, 10.0, 8.0)  # input pixels, from "roughly there" to "nearly there"

Mask = npt.NDArray[np.float32]
"""(60, 80) float32, probabilities of "board"."""


class NoCityError(NotSeenError):
    """No city in the picture; the text says what was seen instead."""


class Finder:
    """Finds the board's outline in pictures."""

    def __init__(self) -> None:
        """The network is loaded when first needed."""
        self._network = Network(Path(__file__).parent / "models" / "find.onnx", ["board"])

    def poses(self, picture: Picture, lens: Lens | None = None) -> list[Pose]:
        """Poses that would explain the board in a picture, as `poses_of_mask` gives them."""
        height, width = picture.shape[:2]
        return poses_of_mask(self.board_mask(picture), (width, height), lens)

    def board_mask(self, picture: Picture) -> Mask:
        """Probability of "board" for every 4th pixel of the network's input, (60, 80)."""
        (logits,) = self._network(picture=network_input(picture)[None])
        return np.asarray(1 / (1 + np.exp(-logits[0, 0])), np.float32)


def poses_of_mask(mask: Mask, size: tuple[int, int], lens: Lens | None = None) -> list[Pose]:
    """Poses that would explain a mask of a picture of that size, the likeliest first: the long side may be either.

    Raises NoCityError when nothing in the mask looks like a board.
    """
    scale = scale_to_input(*size)
    _refuse_half_a_city(mask, (round(size[0] * scale), round(size[1] * scale)))
    outline = (quadrilateral(mask) + 0.5) / scale - 0.5
    fits = []
    for first in (0, 1):
        corners = np.roll(outline, -first, axis=0)
        try:
            pose = fit_pose(CORNERS, corners, np.ones(4), size, lens=lens)
        except (ValueError, np.linalg.LinAlgError):
            continue
        if pose.tilt_degrees < _STEEPEST_DEGREES:
            # A wrong long side can only be explained by a misfit, a steep view or an unusual lens.
            misfit = float(np.linalg.norm(pose.project(CORNERS) - corners, axis=1).max()) / size[0]
            strain = abs(float(np.log(pose.lens.focal / usual_lens(size).focal)))
            fits.append((misfit + pose.tilt_degrees / 1000 + strain / 50, pose))
    if not fits:
        raise NoCityError("something board-like lies there, but not in the shape of a city of 4 by 5 tiles")
    return [pose for _, pose in sorted(fits, key=lambda fit: fit[0])]


def _refuse_half_a_city(mask: Mask, filled: tuple[int, int]) -> None:
    """Raise NoCityError when the board runs along a border of the picture, which fills that much of the input."""
    columns, rows = (max(1, side // CELL) for side in filled)
    board = mask[:rows, :columns] > 0.5
    borders = {"left": board[:, 0], "right": board[:, -1], "upper": board[0], "lower": board[-1]}
    cut = [name for name, cells in borders.items() if cells.sum() >= _CUT_CELLS]
    if cut:
        raise NoCityError(
            f"the board runs out of the picture on the {' and '.join(cut)} side; "
            "move the camera so that the whole city is in view"
        )


def scale_to_input(width: int, height: int) -> float:
    """The factor from a picture's pixels to the network's."""
    return min(INPUT_SIZE[0] / width, INPUT_SIZE[1] / height)


def network_input(picture: Picture) -> npt.NDArray[np.float32]:
    """The picture as the network sees it, (3, 240, 320) float32, brightness evened out."""
    height, width = picture.shape[:2]
    scale = scale_to_input(width, height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, size, interpolation=interpolation)
    framed = np.zeros((INPUT_SIZE[1], INPUT_SIZE[0], 3), np.uint8)
    framed[: size[1], : size[0]] = small
    # A dim evening is as good as noon: what counts is contrast.
    gain = 0.5 / max(float(small.mean()) / 255, 0.02)
    return np.asarray(cv2.dnn.blobFromImage(framed, scalefactor=gain / 255)[0], np.float32)


def rectangle_around(mask: Mask) -> Floats:
    """The corners of the rectangle of the largest region's own size and direction, (4, 2) in input pixels.

    They run counter-clockwise to the eye, as A1, H1, H10, A10 do seen from above.
    Raises NoCityError when there is no region worth the name.
    """
    found, _ = cv2.findContours((mask > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not found:
        raise NoCityError("no board in view")
    contour = max(found, key=cv2.contourArea)
    if cv2.contourArea(contour) < _SMALLEST_SHARE * mask.size:
        raise NoCityError("no board in view, or it is too far away")
    # The contour runs through the middles of the outermost cells.
    (x, y), (w, h), angle = cv2.minAreaRect(contour)
    corners = cv2.boxPoints(((x, y), (w + 1, h + 1), angle)).astype(np.float64) * CELL + (CELL - 1) / 2
    clockwise = cv2.contourArea(corners.astype(np.float32), oriented=True) > 0
    return corners[::-1] if clockwise else corners


def quadrilateral(mask: Mask) -> Floats:
    """The corners of the board in a mask, (4, 2) in input pixels, counter-clockwise to the eye.

    From the region's own rectangle each side is drawn, several times, to where the mask changes from board to
    table; what bites into a side or leans over it is outvoted.
    """
    corners = rectangle_around(mask)
    for reach in _REACHES:
        sides = [_side(mask, corners[n], corners[(n + 1) % 4], reach) for n in range(4)]
        corners = np.array([_crossing(sides[n - 1], sides[n]) for n in range(4)])
    return corners


def _side(mask: Mask, start: Floats, end: Floats, reach: float) -> tuple[Floats, Floats]:
    """The line (point, direction) of a side that runs about from `start` to `end`, at most `reach` pixels off.

    Points along it look along its normal for the best place of a step from board to table.
    """
    along = (end - start) / np.linalg.norm(end - start)
    # Counter-clockwise to the eye with y downwards: the outside is on the right hand.
    outwards = np.array([-along[1], along[0]])
    points = start + np.linspace(0.06, 0.94, 24)[:, None] * (end - start)
    steps = np.arange(-reach, reach + 0.25, 0.5)
    where = (points[:, None] + steps[:, None] * outwards - (CELL - 1) / 2) / CELL
    seen = cv2.remap(mask, where.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    surplus = np.cumsum(seen - 0.5, axis=1)
    # What speaks for board inside less what speaks for it outside, for a step behind each sample.
    best = (2 * surplus - surplus[:, -1:]).argmax(axis=1)
    found = (best > 0) & (best < len(steps) - 1)
    if found.sum() < 6:
        return start, along
    edge = (points + (steps[best] + 0.25)[:, None] * outwards)[found].astype(np.float32)
    vx, vy, x, y = cv2.fitLine(edge, cv2.DIST_WELSCH, 0, 0.01, 0.01).ravel().tolist()
    return np.array([x, y]), np.array([vx, vy])


def _crossing(first: tuple[Floats, Floats], second: tuple[Floats, Floats]) -> Floats:
    """Where two lines meet."""
    (p, u), (q, v) = first, second
    determinant = u[0] * v[1] - u[1] * v[0]
    if abs(determinant) < 0.1:
        raise NoCityError("something board-like lies there, but it has no four corners in the picture")
    along = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / determinant
    return np.asarray(p + along * u)
