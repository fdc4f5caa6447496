"""Netzwerk on the simulated table: any landscape and position, in any set, through any camera, with exact labels.

>>> import numpy as np
>>> scene = random_landscape(np.random.default_rng(1), size=(320, 240))
>>> render_landscape(scene).image.shape
(240, 320, 3)
"""

from vision.synthetic.netzwerk.deal import random_landscape
from vision.synthetic.netzwerk.looks import STYLES
from vision.synthetic.netzwerk.render import LandscapeRendering, render_landscape
from vision.synthetic.netzwerk.scene import LandscapeScene

__all__ = ["STYLES", "LandscapeRendering", "LandscapeScene", "random_landscape", "render_landscape"]
