"""How much of something in a picture a mask covers."""

from __future__ import annotations

import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.camera import View


def share_where(view: View, mask: Array, points: Array) -> Array:
    """Mean of a mask (H, W) over the pixels of points (..., n, 3); those outside the picture count as not masked."""
    pixels = np.rint(view.project(points)).astype(np.int64)
    h, w = mask.shape
    x, y = pixels[..., 0], pixels[..., 1]
    inside = (x >= 0) & (x < w) & (y >= 0) & (y < h)
    values = np.where(inside, mask[np.clip(y, 0, h - 1), np.clip(x, 0, w - 1)], 0.0)
    return np.asarray(values.mean(-1), np.float32)
