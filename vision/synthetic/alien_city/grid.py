"""How the board lies in the world: the outer corner of A1 at its origin, x from A to H, y from row 1 to 10."""

from __future__ import annotations

import numpy as np

LOT_MM = 25.4
BOARD_MM = (8 * LOT_MM, 10 * LOT_MM)
CORNERS_MM = np.array(
    [[0, 0, 0], [BOARD_MM[0], 0, 0], [BOARD_MM[0], BOARD_MM[1], 0], [0, BOARD_MM[1], 0]], np.float64
)
"""(4, 3): the outer corners at A1, H1, H10 and A10."""
