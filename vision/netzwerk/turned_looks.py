"""How places look when a landscape is named otherwise: cuts lie as names do, and are turned with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Connection
from vision.netzwerk.board import Naming

Looks: TypeAlias = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]
"""How fields (N, h, w, 3) and connections (M, h, w, 3) look, as `vision.netzwerk.memory.looks_of` has it."""


def looks_renamed(looks: Looks, connections: Sequence[Connection], naming: Naming) -> Looks:
    """How the same fields and connections (M) look by their new names, in the same order.

    What lies beyond the corners of a turned cut is not known, and taken to be as its edge is.
    """
    fields, ways = looks
    if not naming.sixths:
        return looks
    # A cut of a connection begins at the field that is named first.
    is_turned = [naming(it.fields[0]) != naming.connection(it).fields[0] for it in connections]
    ways = np.where(np.array(is_turned, np.bool_)[:, None, None, None], ways[:, ::-1, ::-1], ways)
    return _turned(fields, naming.sixths), ways


def _turned(fields: npt.NDArray[np.float32], sixths: int) -> npt.NDArray[np.float32]:
    """Square cuts (N, s, s, 3), turned by so many times 60 degrees clockwise about their middles."""
    if sixths == 3:
        return np.ascontiguousarray(fields[:, ::-1, ::-1])
    side = fields.shape[1]
    middle = (side - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), -60.0 * sixths, 1.0)
    turned = [cv2.warpAffine(it, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE) for it in fields]
    return np.asarray(turned, np.float32).reshape(fields.shape)
