"""Alien City on the simulated table: any position, in any set, on any table, through any camera, with exact labels.

>>> import numpy as np
>>> scene = random_scene(np.random.default_rng(1), size=(320, 240))
>>> render(scene).image.shape
(240, 320, 3)
"""

from vision.synthetic.alien_city.deal import random_scene
from vision.synthetic.alien_city.looks import STYLES
from vision.synthetic.alien_city.render import Rendering, render
from vision.synthetic.alien_city.scene import Scene

__all__ = ["STYLES", "Rendering", "Scene", "random_scene", "render"]
