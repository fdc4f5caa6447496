"""Where in a picture the board and what is near it are: hands that play are there, televisions are not."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

# Of the board's side, on all sides: tall pieces lean that far out, and their shadows and fingers over its edge.
_MARGIN = 1 / 4


def near_board(
    corners: Sequence[tuple[float, float]] | npt.NDArray[np.floating],
    shape: tuple[int, ...],
    scale: float = 1.0,
) -> npt.NDArray[np.uint8]:
    """1 at the board and near it, 0 elsewhere: (H, W) like the first two of `shape`.

    corners: of the board, (N, 2) pixels (x, y) of a picture whose `scale`-fold is H high and W wide.
    """
    outline = np.asarray(corners, np.float32) * np.float32(scale)
    near = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(near, [np.round(outline).astype(np.int32)], (1,))
    breadth = 2 * round(_MARGIN * cv2.contourArea(outline) ** 0.5) + 1
    return np.asarray(cv2.dilate(near, np.ones((breadth, breadth), np.uint8)), np.uint8)
