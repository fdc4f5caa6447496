"""A black-and-white picture in a terminal, as dots of Braille: two by four pixels a character."""

from __future__ import annotations

import numpy as np
from PIL import Image

_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""What each dot of a character adds to its code, row by row (Unicode, Braille Patterns)."""


def lines(picture: Image.Image) -> list[str]:
    """A picture as lines of characters; width and height are cut to whole characters."""
    lit = np.asarray(picture.convert("L")) > 0
    rows, columns = lit.shape[0] // 4, lit.shape[1] // 2
    cells = lit[: 4 * rows, : 2 * columns].reshape(rows, 4, columns, 2)
    codes = 0x2800 + np.einsum("rycx,yx->rc", cells, np.array(_BITS))
    return ["".join(map(chr, row)) for row in codes]
