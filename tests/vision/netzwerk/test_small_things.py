"""Looking at spots both ways."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.netzwerk.cuts import ABOUT_NUMBERS, Cuts
from vision.netzwerk.small_things import both_ways


def of_the_left(cuts: Cuts) -> list[npt.NDArray[np.float32]]:
    """What somebody says who looks at left halves only."""
    left = cuts.pictures[:, :, : cuts.pictures.shape[2] // 2].mean(axis=(1, 2, 3)) * cuts.gain
    return [left.astype(np.float32), cuts.about[:, 0]]


def test_the_same_is_told_of_things_and_of_their_image_in_the_mirror() -> None:
    rng = np.random.default_rng(3)
    pictures = rng.integers(0, 256, (4, 6, 8, 3), np.uint8)
    cuts = Cuts(pictures, 1.2, rng.normal(0, 1, (4, ABOUT_NUMBERS)).astype(np.float32))
    bright, leaning = both_ways(of_the_left, cuts)
    assert np.allclose(bright, pictures.mean(axis=(1, 2, 3)) * 1.2)
    assert np.allclose(leaning, 0)
    for one, other in zip(both_ways(of_the_left, cuts), both_ways(of_the_left, cuts.mirrored()), strict=True):
        assert np.allclose(one, other)
