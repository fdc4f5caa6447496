"""The array type that the simulated table passes around; shapes and units stand in the docstrings."""

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Rgb = tuple[float, float, float]  # linear light or sRGB, 0 to 1, as the name of the value says


def linear(srgb: Array | Rgb) -> Array:
    """Linear light of sRGB values from 0 to 1, by the usual power of 2.2."""
    return np.power(np.clip(np.asarray(srgb, np.float32), 0.0, None), 2.2)
