"""Pictures printed all over tiles: leaves, cracks, ripples, blots and clouds, in two tones that blend."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.synthetic.arrays import Array, Rgb

PATTERNS = ("clouds", "blots", "cracks", "ripples", "leaves")
_FINEST = 3  # of a coarse grid, so that it can be smoothed at all


@dataclass(frozen=True)
class Pattern:
    """What is printed on all lots of a set's tiles.

    kinds: of PATTERNS, for guilds in the order R, B, G, K; mm: how large its parts are; share: how much of `tone`, an
    sRGB colour, is mixed into its other parts.
    """

    kinds: tuple[str, str, str, str]
    mm: float
    share: float
    tone: Rgb


def printed(kind: str, px: int, size: float, rng: np.random.Generator) -> Array:
    """A pattern (px, px) float32, from 0 for the ground to 1 for its other parts; size: of these, in pixels."""
    if kind == "leaves":
        return _leaves(px, size, rng)
    clouds = _clouds(px, size, rng)
    if kind == "blots":
        return np.asarray(np.clip(0.5 + 4 * clouds, 0, 1), np.float32)
    if kind == "cracks":
        return np.asarray(np.clip(1.3 - 9 * np.abs(clouds), 0, 1), np.float32)
    if kind == "ripples":
        turn = rng.uniform(0, np.pi)
        x, y = np.meshgrid(np.arange(px), np.arange(px))
        along = (x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / size
        return np.asarray(0.5 + 0.5 * np.sin(along + 3 * clouds), np.float32)
    return np.asarray(np.clip(0.5 + 1.2 * clouds, 0, 1), np.float32)


def _clouds(px: int, size: float, rng: np.random.Generator) -> Array:
    """Smooth heights (px, px) around 0, mostly within 0.5."""
    coarse = max(_FINEST, round(2 * px / size))
    grid = rng.normal(0, 0.3, (coarse, coarse)).astype(np.float32)
    return np.asarray(cv2.resize(grid, (px, px), interpolation=cv2.INTER_CUBIC), np.float32)


def _leaves(px: int, size: float, rng: np.random.Generator) -> Array:
    sheet = np.zeros((px, px), np.float32)
    for _ in range(round(0.7 * (px / size) ** 2) + 2):
        at = tuple(int(v) for v in rng.integers(0, px, 2))
        axes = (max(1, round(size * rng.uniform(0.35, 0.6))), max(1, round(size * rng.uniform(0.1, 0.25))))
        tone = float(rng.uniform(0.4, 1.0))
        cv2.ellipse(sheet, at, axes, float(rng.uniform(0, 180)), 0, 360, (tone,), -1, cv2.LINE_AA)
    return sheet
