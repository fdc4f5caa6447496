"""Walls that mirror what is before them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.canvas import Box, box_of
from vision.synthetic.light import schlick
from vision.synthetic.solids import Solid
from vision.synthetic.stage import Stage


def mirrored(stage: Stage, solid: Solid, number: int, polygon: Array, part: Box) -> tuple[float, Array]:
    """The share of the table in front of it that a wall mirrors, and what it mirrors (h, w, 3); 0 for the room.

    From above, the steep walls of a tower are seen at such grazing angles that they mirror the next lot.
    """
    corners, normal = solid.corners[list(solid.faces[number])], solid.normals[number]
    sight = corners - stage.view.eye
    sight /= np.linalg.norm(sight, axis=1, keepdims=True)
    across = sight @ normal
    way = sight - 2 * across[:, None] * normal
    share = float(schlick(-across.mean()))
    if way[:, 2].max() > -0.1:
        return 0.0, np.zeros(3, np.float32)
    seen = stage.view.project(corners - way * (corners[:, 2:] / way[:, 2:]))
    around = box_of(seen, stage.size, 1)
    if around is None:
        return 0.0, np.zeros(3, np.float32)
    matrix = cv2.getAffineTransform(
        (polygon[:3] - part[:2]).astype(np.float32), (seen[:3] - around[:2]).astype(np.float32)
    )
    image = cv2.warpAffine(
        stage.picture[around[1] : around[3], around[0] : around[2]],
        matrix,
        (part[2] - part[0], part[3] - part[1]),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return share, np.asarray(image, np.float32)
