"""The table as it last looked without a hand over it, so that a hand can be told by what it hides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.nearby import near_board
from vision.photo import Picture

_WIDTH = 160
_DARK = 8  # grey levels, added before the logarithm
_BLUR_CELLS = 2.0
_SEAM_CELLS = 1.0
_SAME_PLACE_CELLS = 0.25
_BUMPED_CELLS = 1.5  # more than a pose is ever off from look to look
_BUMPED_SHARE = 0.5  # of the picture: twice what a hand and its arm ever hide
_FAINT = 0.03**2  # variance of log brightness below which a place has no texture to compare
_NOISE = 1.5  # levels of brightness, of 255, that noise comes to in a small picture
_GAP_CELLS = 4  # parts no farther from each other are one thing: skin and wood may be alike in between
_ARM = 3.0  # how many times its area counts what reaches in from outside
# Share of the board's side: how far beside the board fingers over its edge may appear, being above the table.
_BESIDE = 1 / 16
_ALIKE = 0.5  # correlation from which on two places look the same

Small = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Backdrop:
    """A picture made small, and where the board's corners were in it.

    small: (H, 160) float32 logarithm of brightness; corners: (N, 2) float32, in cells of it; area: the board's, in
    square millimetres.
    """

    small: Small
    corners: npt.NDArray[np.float32]
    area: float

    @classmethod
    def of(cls, picture: Picture, corners: Sequence[tuple[float, float]], area: float) -> Backdrop:
        """The backdrop of a picture (H, W, 3) uint8 RGB and the board's corners in it, in pixels."""
        scale = _WIDTH / picture.shape[1]
        size = (_WIDTH, max(1, round(picture.shape[0] * scale)))
        grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
        return cls(
            np.log(grey.astype(np.float32) + _DARK),
            np.asarray(corners, np.float32) * np.float32(scale),
            area,
        )

    def is_from_where(self, later: Backdrop) -> bool:
        """Whether the camera has not been bumped between this picture and a later one."""
        return self.small.shape == later.small.shape and not self._compared(later)[1]

    def board_left(self, later: Backdrop) -> float:
        """How much of the board, 0 to 1, looks in a later picture as it did, in the very place where it was."""
        if self.small.shape != later.small.shape:
            return 0.0
        board = np.zeros(self.small.shape, np.uint8)
        cv2.fillPoly(board, [np.round(self.corners).astype(np.int32)], (1,))
        if not board.any():  # the board lies outside the picture
            return 0.0
        return float(1 - _unlike(self.small, later.small)[board > 0].mean())

    def foreign_area(
        self, later: Backdrop, between: Backdrop | None = None, *, may_reach_in: bool = True
    ) -> float:
        """How much of a later picture shows something else: its largest region, in square millimetres of the table.
        Parts that lie near each other are one region; one that does not come near the board is none.

        Places are compared by their texture (normalised cross-correlation over a small neighbourhood), so that a
        switched lamp or a cloud makes no difference. When the camera was bumped, only the board is compared. A region
        that reaches in from outside the picture counts threefold where it comes onto the board, or to its edge.
        between: the table at a moment before the last movement; what looked then as it does later is no arm beside
        the board, but something that was taken away there, say.
        may_reach_in: whether regions may count threefold at all; things that stand near the picture's rim look the
        same as arms.
        """
        if self.small.shape != later.small.shape:
            return 0.0
        foreign, is_bumped = self._compared(later)
        board = np.zeros(foreign.shape, np.uint8)
        cv2.fillPoly(board, [np.round(later.corners).astype(np.int32)], (1,))
        if is_bumped:
            # Away from the board, the lens and the picture's edges make a homography too poor a model of a bump.
            foreign &= board
        across_gaps = np.ones((_GAP_CELLS + 1, _GAP_CELLS + 1), np.uint8)
        _, labels = cv2.connectedComponents(cv2.dilate(foreign, across_gaps))
        regions = np.asarray(labels * foreign, np.int32)
        areas = np.bincount(regions.ravel()).astype(np.float64)
        board_area = max(cv2.contourArea(later.corners), 1.0)
        near = near_board(later.corners, foreign.shape)
        areas[np.setdiff1d(np.arange(areas.size), regions[near > 0])] = 0.0
        areas[0] = 0.0  # what is not foreign
        if may_reach_in:
            areas[self._reaching_in(regions, board, later, between)] *= _ARM
        return float(areas.max()) / board_area * later.area

    @staticmethod
    def _reaching_in(
        regions: npt.NDArray[np.int32],
        board: npt.NDArray[np.uint8],
        later: Backdrop,
        between: Backdrop | None,
    ) -> npt.NDArray[np.int32]:
        """The numbers of regions that come from outside the picture onto the board, as arms do, or to its edge."""
        rim = np.concatenate([regions[[0, -1]].ravel(), regions[:, [0, -1]].ravel()])
        reaching = board
        if between is not None and between.small.shape == later.small.shape:
            breadth = 2 * round(_BESIDE * max(cv2.contourArea(later.corners), 1.0) ** 0.5) + 1
            beside = np.asarray(cv2.dilate(board, np.ones((breadth, breadth), np.uint8)), np.uint8)
            reaching = board | beside & _unlike(between.small, later.small)
        return np.intersect1d(rim, regions[reaching > 0])

    def _compared(self, later: Backdrop) -> tuple[npt.NDArray[np.uint8], bool]:
        """Where a later picture shows something else, and whether the camera has been bumped since."""
        nearest = self._nearest(later.corners)
        moved = self._moved_to(nearest)
        unlike = _unlike(moved, later.small)
        # The pose may not notice a bump of some pixels, which makes a patterned table look different everywhere.
        is_bumped = np.abs(nearest - self.corners).max() > _BUMPED_CELLS or unlike.mean() > _BUMPED_SHARE
        if is_bumped:
            # What is thinner than a cell, such as a seam between planks, may come to lie beside itself.
            unlike = _unlike(_blurred(moved, _SEAM_CELLS), _blurred(later.small, _SEAM_CELLS))
        return unlike, bool(is_bumped)

    def _nearest(self, corners: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The corners in the order that brings them nearest to where they were: the board may be read turned."""
        turns = [np.roll(corners, turn, axis=0) for turn in range(len(corners))]
        return min(turns, key=lambda turned: float(np.abs(turned - self.corners).max()))

    def _moved_to(self, nearest: npt.NDArray[np.float32]) -> Small:
        """This picture as a camera with the board's corners there would have taken it, were the table flat."""
        if np.abs(nearest - self.corners).max() < _SAME_PLACE_CELLS:
            return self.small
        height, width = self.small.shape
        homography, _ = cv2.findHomography(self.corners, nearest)
        moved = cv2.warpPerspective(self.small, homography, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.float32)


def _unlike(before: Small, now: Small) -> npt.NDArray[np.uint8]:
    """Where, (H, W) of 0 and 1, the texture differs."""
    means = _blurred(before), _blurred(now)
    variances = [
        np.maximum(_blurred(it * it) - mean * mean, 0) for it, mean in zip((before, now), means, strict=True)
    ]
    together = _blurred(before * now) - means[0] * means[1]
    # On a black table there is nothing to compare but noise, which differs each time.
    faint = [_FAINT + (_NOISE / np.exp(mean)) ** 2 for mean in means]
    together += np.sqrt(faint[0] * faint[1])
    alike = together / np.sqrt((variances[0] + faint[0]) * (variances[1] + faint[1]))
    return np.asarray(alike < _ALIKE, np.uint8)


def _blurred(values: Small, cells: float = _BLUR_CELLS) -> Small:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), cells), np.float32)
