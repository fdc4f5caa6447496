"""Where the fields lie: a small network marks their centres in the whole picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.game import NotSeenError
from vision.lens import Floats
from vision.network import Network, sigmoid
from vision.overview import from_input, network_input
from vision.photo import Picture

CELL = 4
"""Input pixels to a cell of the network's maps, in each direction."""

_LEAST = 0.1  # a fainter dot is none


class NoLandscapeError(NotSeenError):
    """No landscape in the picture; the text says what was seen instead."""


class Finder:
    """Finds the centres of fields in pictures."""

    def __init__(self) -> None:
        """The network is loaded when first needed."""
        self._network = Network(Path(__file__).parent / "models" / "find.onnx.xz", ["dots"])

    def __call__(self, picture: Picture) -> tuple[Floats, Floats]:
        """Dots in a picture (H, W, 3) uint8 RGB: (N, 2) pixels and (N,) how sure each is to be a field's centre."""
        (dots,) = self._network(picture=network_input(picture)[None])
        points, scores = dots_of(dots[0])
        return from_input(points, picture.shape[1::-1]), scores


def dots_of(dots: npt.NDArray[np.float32]) -> tuple[Floats, Floats]:
    """Dots of maps (3, h, w): (N, 2) input pixels and (N,) scores.

    The first map has the logit of a centre in each cell, the others where in the cell it is, to the right and down,
    from the middle, in cells.
    """
    surest = cv2.dilate(dots[0], np.ones((3, 3), np.uint8))
    scores = sigmoid(dots[0])
    rows, columns = np.nonzero((dots[0] == surest) & (scores > _LEAST))
    inside = dots[1:, rows, columns].T
    points = (np.stack([columns, rows], axis=1) + 0.5 + inside) * CELL - 0.5
    return np.asarray(points, np.float64), np.asarray(scores[rows, columns], np.float64)
