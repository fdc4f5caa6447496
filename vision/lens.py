"""The lens a picture was taken through: OpenCV's camera matrix and distortion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.illegible import IllegibleError
from engine.messages import Message, ToldError

Floats = npt.NDArray[np.float64]

OTHER_MATRIX = Message("camera matrix of shape ({shape}), not (3, 3)")
OTHER_DISTORTION = Message("distortion coefficients of shape ({shape}), not (5)")
OTHER_SHAPE = Message("the lens is for pictures of {own}, which cannot be scaled to {other}")


class LensSizeError(ToldError, ValueError):
    """A lens that does not fit pictures of this shape."""


@dataclass(frozen=True, eq=False)
class Lens:
    """A pinhole with radial and tangential distortion, in OpenCV's conventions.

    matrix: (3, 3) float64, pixels: focal lengths on the diagonal, the principal point in the last column.
    distortion: (5,) float64: k1, k2, p1, p2, k3.
    size: (width, height) in pixels of the pictures that the matrix belongs to.
    """

    matrix: Floats
    distortion: Floats
    size: tuple[int, int]

    def __post_init__(self) -> None:
        """Refuse shapes that OpenCV would misread."""
        if self.matrix.shape != (3, 3):
            raise IllegibleError(OTHER_MATRIX, shape=self.matrix.shape)
        if self.distortion.shape != (5,):
            raise IllegibleError(OTHER_DISTORTION, shape=self.distortion.shape)

    @classmethod
    def pinhole(cls, focal: float, size: tuple[int, int], k1: float = 0.0) -> Lens:
        """A lens known by little more than its focal length (pixels), centred in the picture."""
        width, height = size
        matrix = np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])
        return cls(matrix, np.array([k1, 0.0, 0.0, 0.0, 0.0]), size)

    @property
    def focal(self) -> float:
        """Focal length in pixels, the mean of both axes."""
        return float(self.matrix[0, 0] + self.matrix[1, 1]) / 2

    def scaled(self, size: tuple[int, int]) -> Lens:
        """The same lens for pictures of another size, scaled as a whole.

        Raises LensSizeError when the new size has another aspect ratio: a cropped picture needs a lens of its own.
        """
        x, y = size[0] / self.size[0], size[1] / self.size[1]
        if abs(x / y - 1) > 0.01:
            own, other = (f"{width}x{height}" for width, height in (self.size, size))
            raise LensSizeError(OTHER_SHAPE, own=own, other=other)
        return self.resampled(size)

    def resampled(self, size: tuple[int, int]) -> Lens:
        """The same lens for its pictures resampled to another size, whose sides may be rounded separately."""
        x, y = size[0] / self.size[0], size[1] / self.size[1]
        # Pixel centres lie at whole numbers, so the picture's edge is at -0.5 before and after.
        matrix = self.matrix.copy()
        matrix[0] *= x
        matrix[1] *= y
        matrix[0, 2] += (x - 1) / 2
        matrix[1, 2] += (y - 1) / 2
        return Lens(matrix, self.distortion, size)
