"""Other light and other sensors: a picture as another lamp and another camera would show it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.lens import Floats
from vision.photo import Picture


@dataclass(frozen=True, eq=False)
class Colouring:
    """Another lamp and another sensor: gains, a power, saturation, noise and blur."""

    gains: Floats
    power: float
    saturation: float
    noise: float
    blur: float
    seed: int

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Colouring:
        """Often slight, more often strong, and now and then no colour at all."""
        strong = rng.random() < 0.6
        grey = rng.random() < 0.02
        return cls(
            np.exp(rng.normal(0, 0.12 if strong else 0.03, 3)) * np.exp(rng.normal(0, 0.15)),
            float(np.exp(rng.normal(0, 0.12))),
            0.0 if grey else float(np.exp(rng.normal(0, 0.15))),
            float(rng.uniform(0, 6) if rng.random() < 0.4 else 0),
            float(rng.uniform(0.4, 1.1) if rng.random() < 0.25 else 0),
            int(rng.integers(2**31)),
        )


def recoloured(picture: Picture, colouring: Colouring) -> Picture:
    """A sheet or picture in another light."""
    levels = np.linspace(0, 1, 256)[:, None] ** colouring.power * colouring.gains * 255
    table = np.clip(levels, 0, 255).astype(np.uint8)
    out = cv2.LUT(picture, table[None])
    if abs(colouring.saturation - 1) > 0.02:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        out = cv2.addWeighted(out, colouring.saturation, grey, 1 - colouring.saturation, 0)
    if colouring.blur:
        out = cv2.GaussianBlur(out, (0, 0), colouring.blur)
    if colouring.noise:
        noise = np.empty(out.shape, np.int16)
        cv2.setRNGSeed(colouring.seed)
        cv2.randn(noise, np.zeros(3), np.full(3, colouring.noise))
        out = cv2.add(out, noise, dtype=cv2.CV_8U)
    return np.asarray(out, np.uint8)
