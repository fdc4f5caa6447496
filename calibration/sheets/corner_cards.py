"""Cards that may lie at the corners of the board, on tables where the board alone is hard to find."""

from __future__ import annotations

import numpy as np

from calibration.sheets.markers import marker
from calibration.sheets.sheet import GREY, Sheet
from engine.messages import Message
from vision.alien_city.cards import CARD_MM, FAMILY, MARKER_MM, TOUCHING

CORNERS = ("A1", "H1", "H10", "A10")
"""The corner of the board at which each card lies, in the order of the markers."""

_ARROW_MM = 7.0

TITLE = Message("Kibitz: the corners of the board. Only for tables on which it is not found without them.")
HOW = Message(
    "Lay each card flat and straight beside its corner of the board, so that the black tip touches it."
)
CARD = Message("corner {corner}")


def draw_corner_cards(sheet: Sheet) -> None:
    """One page with the four cards, cutting lines, and a ruler."""
    sheet.add_page()
    middle = sheet.paper.width / 2
    sheet.write(TITLE, (middle, 20), 10)
    sheet.write(HOW, (middle, 26), 9)
    left, top = middle - CARD_MM, 40.0
    for number, (corner, touching) in enumerate(zip(CORNERS, TOUCHING, strict=True)):
        x, y = left + number % 2 * CARD_MM, top + number // 2 * CARD_MM
        inset = (CARD_MM - MARKER_MM) / 2
        sheet.fill(marker(FAMILY, number, x + inset, y + inset, MARKER_MM))
        tip = np.array([x, y]) + np.array(touching) * CARD_MM
        inwards = (1 - 2 * np.array(touching)) * _ARROW_MM
        sheet.fill([np.array([tip, tip + inwards * (1, 0), tip + inwards * (0, 1)])])
        sheet.write(CARD, (x + CARD_MM / 2, y + CARD_MM - 3.5), 8, corner=corner)
    for step in range(3):
        along = step * CARD_MM
        sheet.line((left + along, top - 4), (left + along, top + 2 * CARD_MM + 4), 0.15, GREY)
        sheet.line((left - 4, top + along), (left + 2 * CARD_MM + 4, top + along), 0.15, GREY)
    sheet.add_ruler(top + 2 * CARD_MM + 20)
