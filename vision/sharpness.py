"""How sharp a picture of a board is, and how far a picture that isn't can be believed.

The networks have met blurred boards, but are surer than they should be of boards more blurred than a camera in focus
ever shows them: things then look like other things, rather than like nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from engine.messages import Message
from vision.halving import halved, halvings_for
from vision.photo import Picture

BLURRED = Message("the picture is out of focus; turn the lens until it is sharp")

OUT_OF_FOCUS = 12.0
"""Width of the sharpest edges, as `edge_width` has it, beyond which nothing is read, whatever the game. Sharp photos
have 2.6 to 5.3, pictures of 80 simulated tables 2.3 to 8.1."""

FOCUS_SIDE = 480
_STEP = 2  # pixels: those in between tell nearly the same
_SMOOTHING = cv2.getGaussianKernel(7, 0.7, cv2.CV_32F)
_BESIDE = 4  # pixels around a board of that length, which smoothing and slopes at its edge look at

Number = TypeVar("Number", np.uint8, np.float32)
Corners = Sequence[tuple[float, float]]
"""Where the corners of the board are in the picture, (x, y) in pixels."""
Outlines = Sequence[Corners | npt.NDArray[np.float64]]
"""Of the parts of a board in the picture, each convex, (x, y) in pixels."""


@dataclass(frozen=True)
class Bears:
    """How much blur the things of a game bear: widths of edges, as `edge_width` has them, and an exponent.

    sharp: with edges no wider, all that is read is believed. blurred: from this width on, probabilities are raised to
    the exponent `least`; in between, to exponents that fall from 1 to that. lost: with wider edges, nothing is read.
    """

    sharp: float
    blurred: float
    least: float
    lost: float

    def believed(self, width: float) -> float:
        """The exponent, from 1 for a sharp picture down."""
        lost = np.clip((width - self.sharp) / (self.blurred - self.sharp), 0.0, 1.0)
        return float(1 - (1 - self.least) * lost)


class _Seen(Protocol):
    """The part of `vision.game.Seen` that is needed here."""

    @property
    def corners(self) -> Corners: ...

    def believed(self, exponent: float) -> Self: ...


SeenT = TypeVar("SeenT", bound=_Seen)


def in_focus(seen: SeenT, picture: Picture, bears: Bears, not_seen: Callable[[Message], Exception]) -> SeenT:
    """What was seen in a picture, believed as far as it is sharp; raises `not_seen` where it is too blurred."""
    width = edge_width(picture, seen.corners)
    if width > bears.lost:
        raise not_seen(BLURRED)
    return seen.believed(bears.believed(width))


def tempered(chances: npt.NDArray[np.float64], exponent: float) -> npt.NDArray[np.float64]:
    """Probabilities (N, M), each row of which sums to 1, raised to an exponent."""
    raised = chances**exponent
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def edge_width(picture: Picture, corners: Corners | None) -> float:
    """How many pixels wide the sharpest edges are, in a picture in which the board is 480 pixels long.

    The contrast (from the 2nd to the 98th percentile of grey) over the steepest slopes (the 98th percentile). Unlike
    the variance of the Laplacian, which differs threefold between sharp photos of different boards, it hardly depends
    on what lies on the board and how noisy the picture is. Infinite where there is no contrast, or no board in view.
    """
    outline = _outline(picture, corners)
    if not _is_in_view(picture, outline):
        return float("inf")
    longest = float(np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1).max())
    scale = min(1.0, FOCUS_SIDE / longest)
    if corners is not None:  # no need to work on what lies around the board
        picture, outline = _cropped(picture, outline, _BESIDE / scale)
    halvings = halvings_for(scale)
    rest = scale * 2**halvings
    half = halved(grey_of(picture), halvings)
    grey = cv2.resize(half, None, fx=rest, fy=rest, interpolation=cv2.INTER_LINEAR)
    # A little smoothing first, so that noise does not pass for edges.
    smooth = np.asarray(cv2.sepFilter2D(grey, cv2.CV_32F, _SMOOTHING, _SMOOTHING), np.float32)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *order, scale=1 / 8) for order in ((1, 0), (0, 1)))
    slopes = np.asarray(cv2.magnitude(across, down), np.float32)
    board = None if corners is None else [outline * scale / _STEP]
    on = on_board(slopes[::_STEP, ::_STEP], board)
    if not on.size:
        return float("inf")
    slope = float(np.percentile(on, 98))
    low, high = np.percentile(on_board(smooth[::_STEP, ::_STEP], board), [2, 98])
    return float(high - low) / slope if slope > 0 else float("inf")


def _is_in_view(picture: Picture, outline: npt.NDArray[np.float64]) -> bool:
    """Whether a picture shows at least a pixel of what an outline (N, 2) goes around."""
    low = np.maximum(outline.min(axis=0), 0)
    high = np.minimum(outline.max(axis=0), picture.shape[1::-1])
    return bool((high - low >= 1).all())


def _cropped(
    picture: Picture, outline: npt.NDArray[np.float64], beside: float
) -> tuple[Picture, npt.NDArray[np.float64]]:
    """The part of a picture within `beside` pixels of an outline (N, 2), and the outline in that part."""
    height, width = picture.shape[:2]
    left, top = np.clip(np.floor(outline.min(axis=0) - beside), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.ceil(outline.max(axis=0) + beside).astype(int)
    return picture[top : max(bottom, top + 1), left : max(right, left + 1)], outline - (left, top)


def grey_of(picture: Picture) -> npt.NDArray[np.uint8]:
    """A picture (H, W, 3) uint8 RGB in grey, (H, W)."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)


def on_board(values: npt.NDArray[Number], parts: Outlines | None) -> npt.NDArray[Number]:
    """Those of values (H, W, ...) that lie on the board, (N, ...), by the outlines of its parts; without, all."""
    return values.reshape(-1, *values.shape[2:]) if parts is None else values[inside(values, parts)]


def inside(values: npt.NDArray[Number], parts: Outlines) -> npt.NDArray[np.bool_]:
    """Where (H, W) values (H, W, ...) lie on the board, by the outlines of its parts."""
    mask = np.zeros(values.shape[:2], np.uint8)
    for outline in parts:
        cv2.fillConvexPoly(mask, np.round(np.array(outline)).astype(np.int32), (1,))
    return np.asarray(mask > 0)


def _outline(picture: Picture, corners: Corners | None) -> npt.NDArray[np.float64]:
    """The corners of the board, or of the largest square in the picture's upper left corner."""
    if corners is not None:
        return np.array(corners, np.float64)
    side = min(picture.shape[:2])
    return np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float64)
