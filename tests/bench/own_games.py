"""Tables on which a game is played with a set that nobody trained for, and eyes that were shown it before."""

from __future__ import annotations

import numpy as np

from vision.alien_city.own_set.learner import AlienCitySet
from vision.alien_city.own_set.shown import Shot
from vision.game import Eyes, NotSeenError
from vision.synthetic.alien_city.looks import unusual_looks
from vision.synthetic.alien_city.own_set import at_home
from vision.synthetic.alien_city.play import CityTable
from vision.synthetic.alien_city.scene import Scene
from vision.synthetic.shots import TableShot
from vision.table import Table


def own_table(rng: np.random.Generator, size: tuple[int, int]) -> CityTable:
    """A table with a set in unusual colours, seen in pictures of `size`."""
    return CityTable(rng, size, looks=unusual_looks)


def shown_eyes(table: Table, seed: int) -> Eyes:
    """Eyes that have learnt the set of a table by its arrangements, which lay there before the game."""
    clear = table.clear()
    assert isinstance(clear, TableShot)
    home = clear.scene
    assert isinstance(home, Scene)
    own = AlienCitySet()
    shots = []
    pictures = at_home(np.random.default_rng((seed, 3)), home, own.arrangements)
    for picture, position in zip(pictures, own.arrangements, strict=True):
        try:
            shot = own.shot(picture.image, position)
        except NotSeenError:
            continue
        known = shot if isinstance(shot, Shot) else shot.anyway
        if known is not None:
            shots.append(known)
    return own.eyes(own.learnt(shots))
