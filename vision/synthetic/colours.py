"""What people call red, blue, green, black and white, from pink to crimson and from navy to sky."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from vision.synthetic.arrays import Rgb

_LEAST_DIFFERENCE = 0.25  # of sRGB values

# Hue in degrees, saturation and value of each colour's common range and of the wide one around it.
_RANGES = {
    "R": (((-8, 8), (0.78, 0.98), (0.5, 0.95)), ((-17, 13), (0.6, 1.0), (0.4, 1.0))),
    "B": (((212, 234), (0.65, 0.95), (0.4, 0.9)), ((198, 250), (0.5, 1.0), (0.3, 1.0))),
    "G": (((120, 155), (0.6, 0.95), (0.32, 0.7)), ((72, 170), (0.42, 1.0), (0.24, 0.85))),
    "K": (((0, 360), (0.0, 0.15), (0.09, 0.25)), ((0, 60), (0.0, 0.35), (0.05, 0.31))),
}


def random_colour(rng: np.random.Generator, guild: str, wide: float = 0.5) -> Rgb:
    """sRGB from 0 to 1 of a guild's colour (R, B, G, K), from the wide range in a share of the draws."""
    hue, saturation, value = _RANGES[guild][int(rng.random() < wide)]
    h, s, v = (float(rng.uniform(*span)) for span in (hue, saturation, value))
    return colorsys.hsv_to_rgb((h % 360) / 360, s, v)


def shifted(rng: np.random.Generator, colour: Rgb, by: float) -> Rgb:
    """The colour as another material or another hand would give it: hue, saturation and value off a little."""
    h, s, v = colorsys.rgb_to_hsv(*colour)
    h += float(rng.normal(0, 0.012 * by))
    s *= float(np.exp(rng.normal(0, 0.12 * by)))
    v *= float(np.exp(rng.normal(0, 0.16 * by)))
    return colorsys.hsv_to_rgb(h % 1.0, min(s, 1.0), min(max(v, 0.03), 1.0))


def mixed(a: Rgb, b: Rgb, share: float) -> Rgb:
    """`a` with a share of `b` in it."""
    return (
        a[0] + (b[0] - a[0]) * share,
        a[1] + (b[1] - a[1]) * share,
        a[2] + (b[2] - a[2]) * share,
    )


def any_colour(rng: np.random.Generator, saturation: float = 1.0) -> Rgb:
    """sRGB of anything at all."""
    return colorsys.hsv_to_rgb(
        float(rng.random()), float(rng.random()) * saturation, float(rng.uniform(0.05, 0.98))
    )


def wood_colour(rng: np.random.Generator) -> Rgb:
    """sRGB of some wood, from birch to wenge, sometimes grey."""
    h = float(rng.uniform(0.055, 0.115))
    v = float(rng.uniform(0.22, 0.93))
    s = float(rng.uniform(0.25, 0.62)) * (1.15 - 0.45 * v)
    if rng.random() < 0.15:
        s *= 0.3
    return colorsys.hsv_to_rgb(h, s, v)


def told_apart(colours: Sequence[Rgb]) -> bool:
    """Whether no two colours are nearly the same."""
    return all(
        float(np.linalg.norm(np.subtract(a, b))) >= _LEAST_DIFFERENCE for a, b in combinations(colours, 2)
    )
