"""The sheet by which a lens is calibrated: a ChArUco board, a chessboard with a marker in each white square."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.sheets.markers import marker
from calibration.sheets.sheet import Sheet, rectangle
from engine.messages import Message

FAMILY = cv2.aruco.DICT_5X5_50
"""Another one than on the corner cards, which may lie on the table at the same time."""

COLUMNS, ROWS = 7, 10
SQUARE_MM = 24.0
MARKER_MM = 18.0

TITLE = Message("Kibitz: the lens. Glue it to something stiff and flat, and don't cover the chessboard.")


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it, in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(FAMILY)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary)


def draw_lens_sheet(sheet: Sheet) -> None:
    """One page with the board and a ruler."""
    sheet.add_page()
    width, height = COLUMNS * SQUARE_MM, ROWS * SQUARE_MM
    left, top = (sheet.paper.width - width) / 2, (sheet.paper.height - height) / 2 - 1.5
    sheet.write(TITLE, (sheet.paper.width / 2, top - 5), 9)
    board = charuco_board()
    outlines = []
    with_marker = set()
    for number, corners in zip(np.ravel(board.getIds()).tolist(), board.getObjPoints(), strict=True):
        x, y = (float(side) for side in np.asarray(corners)[:, :2].min(axis=0))
        outlines += marker(FAMILY, number, left + x, top + y, MARKER_MM)
        with_marker.add((int(x // SQUARE_MM), int(y // SQUARE_MM)))
    outlines += [
        rectangle(left + column * SQUARE_MM, top + row * SQUARE_MM, SQUARE_MM, SQUARE_MM)
        for column in range(COLUMNS)
        for row in range(ROWS)
        if (column, row) not in with_marker
    ]
    sheet.fill(outlines)
    sheet.add_ruler(top + height + 5.5)
