"""What the finder is shown in training: whole pictures from nearer and farther, and where fields are."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.netzwerk.find import CELL
from vision.overview import INPUT_SIZE, network_input
from vision.training.bumps import bump
from vision.training.colouring import Colouring, recoloured
from vision.training.netzwerk.pictures import Sample
from vision.training.overviews import overview, shown

Blob = npt.NDArray[np.float32]

_OFFSETS_WITHIN = 2.0  # cells around a centre within which its offset is learnt
_WIDE = (0.45, 1.0)  # of the picture: the least and the most that the landscape fills
_MARGIN = 1.15  # of the landscape's extent from centre to centre: what its outer fields add
_SHRUNK = 2  # the picture is decoded at half its size, which is still more than the network sees


def dot_example(sample: Sample, rng: np.random.Generator) -> tuple[Blob, Blob]:
    """An example of the finder: picture (3, 240, 320), and maps (3, 60, 80) as `vision.netzwerk.find.dots_of` takes
    them, but with a bump from 0 to 1 around each centre instead of logits.

    The picture is shown from nearer or farther, shifted, turned and mirrored, in one of five partly outside.
    """
    halved = cv2.imread(str(sample.path), cv2.IMREAD_REDUCED_COLOR_2)
    picture = np.asarray(cv2.cvtColor(halved, cv2.COLOR_BGR2RGB), np.uint8)
    points = (sample.points + 0.5) / _SHRUNK - 0.5
    x, y = (points.min(axis=0) + points.max(axis=0)) / 2
    matrix, scale = overview(points, (float(x), float(y)), float(rng.uniform(0, 360)), _WIDE, rng, _MARGIN)
    # Not mirrored, or there would be fields that are not marked.
    border = int(rng.choice([cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE]))
    coloured = recoloured(shown(picture, matrix, scale, border), Colouring.draw(rng))
    return network_input(coloured), _maps(points @ matrix[:, :2].T + matrix[:, 2])


def _maps(points: Floats) -> Blob:
    """The maps of centres at points (N, 2) of the network's input."""
    width, height = INPUT_SIZE[0] // CELL, INPUT_SIZE[1] // CELL
    cells = (points + 0.5) / CELL - 0.5
    inside = ((cells > -0.5) & (cells < [width - 0.5, height - 0.5])).all(axis=1)
    maps = np.zeros((3, height, width), np.float32)
    rows, columns = np.mgrid[:height, :width]
    for x, y in cells[inside]:
        raised = bump(float(x), float(y), (width, height))
        nearer = raised > maps[0]
        close = nearer & ((columns - x) ** 2 + (rows - y) ** 2 < _OFFSETS_WITHIN**2)
        maps[0] = np.where(nearer, raised, maps[0])
        maps[1] = np.where(close, x - columns, maps[1])
        maps[2] = np.where(close, y - rows, maps[2])
    return maps
