"""Videos to be played as a camera."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np


def film(path: Path, frames: int, fps: float = 25.0, size: tuple[int, int] = (320, 240)) -> Path:
    """A video that grows brighter by two levels a frame."""
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, size)
    for n in range(frames):
        video.write(np.full((size[1], size[0], 3), 20 + 2 * n, np.uint8))
    video.release()
    return path
