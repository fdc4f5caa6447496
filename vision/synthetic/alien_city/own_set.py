"""A set nobody has seen before, in arrangements that somebody asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.photo import Picture
from vision.synthetic.alien_city.deal import random_scene
from vision.synthetic.alien_city.looks import unusual_looks
from vision.synthetic.alien_city.render import Rendering, render
from vision.synthetic.alien_city.scene import PieceLook, TileLook


def arranged(rng: np.random.Generator, size: tuple[int, int], positions: Sequence[str]) -> Iterator[Picture]:
    """Pictures of one set in unusual colours, a position each: (H, W, 3) uint8 RGB, all from where a camera hangs."""
    for rendering in at_home(rng, size, positions, unusual_looks(rng)):
        yield rendering.image


def at_home(
    rng: np.random.Generator,
    size: tuple[int, int],
    positions: Sequence[str],
    looks: tuple[TileLook, PieceLook],
) -> Iterator[Rendering]:
    """A set in some positions on one table, by one lamp, from one camera; what lies beside it is every time other."""
    home = random_scene(rng, size=size, looks=looks)
    for position in positions:
        scene = random_scene(rng, size=size, position=position, hand=False, looks=looks)
        yield render(replace(scene, view=home.view, table=home.table, light=home.light, sensor=home.sensor))
