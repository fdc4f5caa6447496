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

Blob = npt.NDArray[np.float32]

_OFFSETS_WITHIN = 2.0  # cells of a centre, how far off it is is learnt
_MARGIN = 1.15  # of the landscape's extent from centre to centre: what its outer fields add
_SHRUNK = 2  # the picture is decoded at half its size, which is still more than the network sees


def dot_example(sample: Sample, rng: np.random.Generator) -> tuple[Blob, Blob]:
    """An example of the finder: picture (3, 240, 320), and maps (3, 60, 80) as `vision.netzwerk.find.dots_of` takes
    them, but with a bump from 0 to 1 around each centre instead of logits.

    The picture is shown from nearer or farther, shifted, turned and mirrored, in one of five partly outside.
    """
    picture = cv2.imread(str(sample.path), cv2.IMREAD_REDUCED_COLOR_2)
    picture = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
    points = (sample.points + 0.5) / _SHRUNK - 0.5
    matrix = _view(points, rng)
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    # Not mirrored: fields would lie there that nobody marked.
    border = int(rng.choice([cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE]))
    # Blurred first where it is made smaller, so that sampling does not alias.
    smooth = cv2.GaussianBlur(picture, (0, 0), max(0.3, 0.45 / scale - 0.15))
    small = cv2.warpAffine(smooth, matrix, INPUT_SIZE, borderMode=border)
    shown = recoloured(np.asarray(small, np.uint8), Colouring.draw(rng))
    return network_input(shown), _maps(points @ matrix[:, :2].T + matrix[:, 2])


def _view(points: Floats, rng: np.random.Generator) -> Floats:
    """The affine map (2, 3) that brings a picture with centres at points (N, 2) to the network's input."""
    size = np.array(INPUT_SIZE)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    turn = float(rng.uniform(0, 360))
    turned = points @ cv2.getRotationMatrix2D((0, 0), turn, 1.0)[:, :2].T
    extent = np.ptp(turned, axis=0) * _MARGIN
    scale = float(min((size / extent).min() * rng.uniform(0.45, 1.0), 1.2))
    matrix = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), turn, scale)
    room = np.maximum(size - extent * scale, 0) / 2
    if rng.random() < 0.2:
        room += 0.5 * extent * scale
    matrix[:, 2] += size / 2 + rng.uniform(-room, room) - middle
    if rng.random() < 0.5:
        matrix = np.diag([-1.0, 1.0]) @ matrix + np.array([[0, 0, size[0] - 1], [0, 0, 0]])
    return np.asarray(matrix, np.float64)


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
