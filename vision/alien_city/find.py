"""Where the city lies: a small network marks the board in the whole picture, its outline gives a first pose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.alien_city import words
from vision.alien_city.board import CORNERS, LENGTH, WIDTH
from vision.cuts import sampled
from vision.game import NotSeenError
from vision.lens import Floats, Lens
from vision.network import Network, sigmoid
from vision.overview import from_input, network_input, scale_to_input, to_input
from vision.photo import Picture
from vision.pose import Pose, fit_pose

CELL = 4
"""Input pixels to a cell of the mask, in each direction."""

_SMALLEST_SHARE = 0.02  # of the picture: a smaller board has lots of under about 12 pixels in 1280x960
_SURENESS = (0.5, 0.8, 0.95)
"""Outlines are looked for around what is board with at least these probabilities, one after the other."""
_STEEPEST_DEGREES = 40.0
_CUT_CELLS = 8  # a tenth of the picture's width: more than a corner that just touches the border
_POSE_ROUNDS = 3
_FIRST_STEPS = 3  # of the solver: enough to tell which side is the long one
_STEPS = 3  # a round; the next one goes on
_MASK_MM = 2.5  # how far off the edge of a mask usually is, on the board
_EDGE_WEIGHT = 0.2  # neighbouring points of an edge tell nearly the same
_TURN_DEGREES = 4.0
_STRAY = 0.02  # share of the cells that may lie outside the board
_ASIDE = (-1.0, 0.0, 1.0)  # of the room there is: to one end of the region, in its middle, to the other
_ALONG = np.linspace(0.06, 0.94, 24)  # places along a side from which its edge is looked for
_FEWEST_EDGES = 24  # of 96 points looked from
_ON_LINE = 3.0  # input pixels between an edge and the line that explains it
_REACHES = (20.0, 10.0)  # input pixels, from "roughly there" to "nearly there"

Mask = npt.NDArray[np.float32]
"""(60, 80) float32, probabilities of "board"."""


class NoCityError(NotSeenError):
    """No city in the picture; the text says what was seen instead."""


class Finder:
    """Finds the board's outline in pictures."""

    def __init__(self) -> None:
        """The network is loaded when first needed."""
        self._network = Network(Path(__file__).parent / "models" / "find.onnx.xz", ["board"])

    def board_mask(self, picture: Picture) -> Mask:
        """Probability of "board" for every 4th pixel of the network's input, (60, 80)."""
        (logits,) = self._network(picture=network_input(picture)[None])
        return np.asarray(sigmoid(logits[0, 0]), np.float32)


def poses_of_mask(mask: Mask, size: tuple[int, int], lens: Lens | None = None) -> Iterator[Pose]:
    """Poses that would explain a mask of a picture of that size, the likeliest first, with either side as the long.

    Each is worked out when it is asked for. Raises NoCityError when nothing in the mask looks like a board.
    """
    refused: NoCityError | None = None
    found = False
    for least in _SURENESS:
        try:
            for pose in _poses_of_outlines(_sharpened(mask, least), size, lens):
                found = True
                yield pose
        except NoCityError as error:
            refused = refused or error
    if not found:
        raise refused or NoCityError(words.NO_CITY)


def _sharpened(mask: Mask, least: float) -> Mask:
    """The mask shifted so that what was board with this probability comes to 0.5.

    Pieces beside the board, and cloth that is like it, look like board with some probability; the board with more.
    """
    odds = mask / np.maximum(1 - mask, 1e-6) * (1 - least) / least
    return np.asarray(odds / (1 + odds), np.float32)


def _poses_of_outlines(mask: Mask, size: tuple[int, int], lens: Lens | None) -> Iterator[Pose]:
    """Poses by the outlines of the largest region of a mask. Raises NoCityError when that is no board's."""
    refuse_half_a_city(mask, size)
    rectangle = rectangle_around(mask)  # raises when there is no region worth looking at
    with suppress(NoCityError):
        for pose in _ranked(quadrilateral(mask, rectangle), mask, size, lens):
            with suppress(ValueError):
                for _ in range(_POSE_ROUNDS):
                    pose = _drawn_to_outline(pose, mask, lens)
                if pose.tilt_degrees < _STEEPEST_DEGREES:
                    yield pose
    # Where an arm cuts through the outline, the region as a whole still tells roughly where the board lies.
    for pose in _ranked(best_rectangle(mask), mask, size, lens):
        if pose.tilt_degrees < _STEEPEST_DEGREES:
            yield pose


def _ranked(outline: Floats, mask: Mask, size: tuple[int, int], lens: Lens | None) -> list[Pose]:
    """Poses from the corners of an outline (4, 2), in input pixels, with either of its sides as the long one."""
    fits = []
    for first in (0, 1):
        with suppress(ValueError):
            corners = np.roll(from_input(outline, size), -first, axis=0)
            pose = fit_pose(
                CORNERS, corners, np.ones(4), size, lens=lens, spread_mm=_MASK_MM, steps=_FIRST_STEPS
            )
            # The wrong long side can only be explained by a misfit or a steep view.
            fits.append((1 - covers(mask, pose) + pose.tilt_degrees / 200, pose))
    return [pose for _, pose in sorted(fits, key=lambda fit: fit[0])]


def _drawn_to_outline(pose: Pose, mask: Mask, lens: Lens | None) -> Pose:
    """The pose after its outline was drawn to where the mask changes.

    Each side by itself may go astray. Together they have to be those of a board seen by some camera, so that the
    others overrule a side with a bite out of it.
    """
    corners = to_input(pose.project(CORNERS), pose.lens.size)
    edges, found = _edges(mask, corners, _REACHES[-1])
    points = _along(CORNERS)[found]
    if len(points) < _FEWEST_EDGES:
        raise NoCityError(words.NO_OUTLINE)
    return fit_pose(
        points,
        from_input(edges[found], pose.lens.size),
        np.full(len(points), _EDGE_WEIGHT),
        pose.lens.size,
        lens=lens,
        start=pose,
        steps=_STEPS,
        normals=np.broadcast_to(_outwards(corners)[:, None], edges.shape)[found],
        spread_mm=_MASK_MM,
    )


def covers(mask: Mask, pose: Pose) -> float:
    """How well the board, seen from the pose, covers the mask of a picture: intersection over union."""
    share = _drawn(mask, pose)
    return float(np.minimum(share, mask).sum() / np.maximum(share, mask).sum())


def contains(mask: Mask, pose: Pose) -> float:
    """The share of a picture's mask that lies in the board as seen from the pose."""
    return float(np.minimum(_drawn(mask, pose), mask).sum() / mask.sum())


def _drawn(mask: Mask, pose: Pose) -> Mask:
    """The mask that the board would make, seen from the pose."""
    drawn = np.zeros((mask.shape[0] * CELL, mask.shape[1] * CELL), np.uint8)
    corners = np.round(to_input(pose.project(CORNERS), pose.lens.size)).astype(np.int32)
    cv2.fillPoly(drawn, [corners], (255,))
    small = cv2.resize(drawn, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255.0, np.float32)


def refuse_half_a_city(mask: Mask, size: tuple[int, int]) -> None:
    """Raise NoCityError when the board runs along a border of the picture, which is of that size."""
    scale = scale_to_input(*size)
    columns, rows = (max(1, round(side * scale) // CELL) for side in size)
    board = mask[:rows, :columns] > 0.5
    borders = (
        (words.LEFT, board[:, 0]),
        (words.RIGHT, board[:, -1]),
        (words.ABOVE, board[0]),
        (words.BELOW, board[-1]),
    )
    cut = tuple(side for side, cells in borders if cells.sum() >= _CUT_CELLS)
    if cut:
        raise NoCityError(words.RUNS_OUT, sides=cut)


def rectangle_around(mask: Mask) -> Floats:
    """The rectangle that has the middle, direction and spread of the largest region, (4, 2) in input pixels.

    Corners run counter-clockwise in the picture, as A1, H1, H10, A10 do seen from above. A few pieces beside the
    board that the region has caught hardly change its moments.
    Raises NoCityError when there is no region worth the name.
    """
    count, regions, stats, _ = cv2.connectedComponentsWithStats((mask > 0.5).astype(np.uint8))
    if count < 2:
        raise NoCityError(words.NO_BOARD)
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[largest, cv2.CC_STAT_AREA] < _SMALLEST_SHARE * mask.size:
        raise NoCityError(words.TOO_FAR)
    rows, columns = np.nonzero(regions == largest)
    cells = np.stack([columns, rows], axis=1).astype(np.float64)
    middle = cells.mean(axis=0)
    spreads, directions = np.linalg.eigh(np.cov(cells.T))
    # A side of length s spreads by s squared over 12.
    u, v = (directions * np.sqrt(3 * np.maximum(spreads, 1))).T
    if u[0] * v[1] - u[1] * v[0] > 0:
        u = -u
    return CELL * np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v]) + (CELL - 1) / 2


def best_rectangle(mask: Mask) -> Floats:
    """The rectangle in the board's proportions that covers a mask best; corners as of `rectangle_around`."""
    rows, columns = np.nonzero(mask > 0.5)
    cells = np.stack([columns, rows], axis=1).astype(np.float64)
    best, found, whole = -1.0, np.zeros((4, 2)), float(mask.sum())
    for angle in np.deg2rad(np.arange(0, 180, _TURN_DEGREES)):
        along = np.array([np.cos(angle), np.sin(angle)])
        axes = np.array([along, [along[1], -along[0]]])
        low, high = np.quantile(cells @ axes.T, (_STRAY, 1 - _STRAY), axis=0)
        middle, half = (low + high) / 2 @ axes, (high - low) / 2
        # An arm makes one side too long: the other one, by the board's proportions, gives its true length.
        width = min(half[0], half[1] * WIDTH / LENGTH)
        sides = np.array([width, width * LENGTH / WIDTH])
        u, v = sides[:, None] * axes
        for aside in _ASIDE:
            shifted = middle + aside * (half - sides) @ axes
            corners = np.array([shifted - u - v, shifted + u - v, shifted + u + v, shifted - u + v])
            drawn = np.zeros(mask.shape, np.uint8)
            cv2.fillConvexPoly(drawn, np.round(corners).astype(np.int32), (1,))
            both = float(mask[drawn > 0].sum())
            share = both / (float(drawn.sum()) + whole - both)
            if share > best:
                best, found = share, corners
    return CELL * found + (CELL - 1) / 2


def quadrilateral(mask: Mask, rectangle: Floats) -> Floats:
    """The corners of the board in a mask, (4, 2) in input pixels, counter-clockwise in the picture.

    Starting from the rectangle around its region, each side is drawn, several times, to where the mask changes from
    board to table; what bites into a side or leans over it is outvoted.
    """
    corners = rectangle
    for reach in _REACHES:
        sides = _sides(mask, corners, reach)
        corners = np.array([_crossing(sides[n - 1], sides[n]) for n in range(4)])
    return corners


def _sides(mask: Mask, corners: Floats, reach: float) -> list[tuple[Floats, Floats]]:
    """The lines (point, direction) of sides that run about between corners (4, 2), at most `reach` pixels off."""
    sides = []
    for start, end, edge, found in zip(
        corners, _following(corners), *_edges(mask, corners, reach), strict=True
    ):
        if found.sum() < _FEWEST_EDGES // 4:
            sides.append((start, (end - start) / np.linalg.norm(end - start)))
        else:
            sides.append(_straightest(edge[found]))
    return sides


def _edges(mask: Mask, corners: Floats, reach: float) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Where the mask changes from board to table near the sides between corners (4, 2): points (4, 24, 2), and which
    of them were found, (4, 24).

    From points on a side, the best place for a step is looked for along its normal.
    """
    points = _along(corners)
    outwards = _outwards(corners)[:, None]
    steps = np.arange(-reach, reach + 0.25, 0.5)
    where = (points[:, :, None] + steps[:, None] * outwards[:, None] - (CELL - 1) / 2) / CELL
    # All in one call: a picture with a row for each of them.
    rows = where.reshape(-1, len(steps), 2).astype(np.float32)
    surplus = np.cumsum(sampled(mask, rows, cv2.BORDER_REPLICATE) - 0.5, axis=1)
    # For a step behind each sample: what speaks for board inside it less what speaks for board outside it.
    best = (2 * surplus - surplus[:, -1:]).argmax(axis=1).reshape(points.shape[:2])
    found = (best > 0) & (best < len(steps) - 1)
    return points + (steps[best] + 0.25)[..., None] * outwards, found


def _along(corners: Floats) -> Floats:
    """Points (4, 24, N) on the sides between corners (4, N)."""
    starts, ends = corners[:, None], _following(corners)[:, None]
    return starts + _ALONG[:, None] * (ends - starts)


def _following(corners: Floats) -> Floats:
    """The corners (4, N) at which the sides that begin at these corners end."""
    return np.roll(corners, -1, axis=0)


def _outwards(corners: Floats) -> Floats:
    """The unit vectors (4, 2) from sides to the outside: to the right when going round counter-clockwise."""
    x, y = (_following(corners) - corners).T
    return np.asarray(np.stack([-y, x], axis=1) / np.hypot(x, y)[:, None])


def _straightest(points: Floats) -> tuple[Floats, Floats]:
    """The line (point, direction) on which most of the points (N, 2) lie: the best of all pairs, then refined."""
    first, second = np.triu_indices(len(points), k=len(points) // 4)
    origins, along = points[first], points[second] - points[first]
    normals = along[:, ::-1] * (1, -1) / np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    distances = np.abs(normals @ points.T - (normals * origins).sum(axis=1, keepdims=True))
    support = np.maximum(0, 1 - (distances / _ON_LINE) ** 2)
    best = int(support.sum(axis=1).argmax())
    near = points[distances[best] < _ON_LINE].astype(np.float32)
    vx, vy, x, y = cv2.fitLine(near, cv2.DIST_L2, 0, 0.01, 0.01).ravel().tolist()
    return np.array([x, y]), np.array([vx, vy])


def _crossing(first: tuple[Floats, Floats], second: tuple[Floats, Floats]) -> Floats:
    """Where two lines meet."""
    (p, u), (q, v) = first, second
    determinant = u[0] * v[1] - u[1] * v[0]
    if abs(determinant) < 0.1:
        raise NoCityError(words.NO_CORNERS)
    along = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / determinant
    return np.asarray(p + along * u)
