"""A set that nobody has seen before, laid in given arrangements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.photo import Picture
from vision.synthetic.alien_city.deal import random_scene
from vision.synthetic.alien_city.looks import unusual_looks
from vision.synthetic.alien_city.render import Rendering, render
from vision.synthetic.alien_city.scene import Scene


def arranged(rng: np.random.Generator, size: tuple[int, int], positions: Sequence[str]) -> Iterator[Picture]:
    """Pictures of one set in unusual colours, one for each position: (H, W, 3) uint8 RGB, all from one camera."""
    looks = unusual_looks(rng)
    for rendering in at_home(rng, random_scene(rng, size=size, looks=looks), positions):
        yield rendering.image


def at_home(rng: np.random.Generator, home: Scene, positions: Sequence[str]) -> Iterator[Rendering]:
    """A scene's set in some positions on its table, by its lamp, from its camera; what lies beside it differs each
    time."""
    looks = home.tile_look, home.piece_look
    for position in positions:
        scene = random_scene(rng, size=home.view.size, position=position, hand=False, looks=looks)
        yield render(replace(scene, view=home.view, table=home.table, light=home.light, sensor=home.sensor))
