"""A set nobody has seen before, in arrangements that somebody asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision.photo import Picture
from vision.synthetic.alien_city.deal import random_scene
from vision.synthetic.alien_city.looks import unusual_looks
from vision.synthetic.alien_city.render import render


def arranged(rng: np.random.Generator, size: tuple[int, int], positions: Sequence[str]) -> Iterator[Picture]:
    """Pictures of one set in unusual colours, a position each: (H, W, 3) uint8 RGB, each as from another corner of
    the room."""
    looks = unusual_looks(rng)
    for position in positions:
        yield render(random_scene(rng, size=size, position=position, hand=False, looks=looks)).image
