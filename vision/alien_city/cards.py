"""Printed cards at the corners of the board: where they lie, and the pose they give where the board is not found.

Each card carries an ArUco marker. It lies on the table diagonally outside a corner of the board, touching it with one
of its own corners, so that its edges go on along the board's.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.alien_city.board import CORNERS
from vision.lens import Floats, Lens
from vision.markers import pose_by_markers
from vision.photo import Picture
from vision.pose import Pose

FAMILY = cv2.aruco.DICT_4X4_50
CARD_MM = 60.0
MARKER_MM = 40.0
TOUCHING = ((1, 0), (0, 0), (0, 1), (1, 1))
"""The corner of each card, in card widths to its right and down, that touches the board: at A1, H1, H10 and A10. The
marker's number is the place in this list."""

_FEWEST = 2  # cards: one alone says too little about the far side of the board


def marker_corners(card: int) -> Floats:
    """Where the corners of a card's marker lie, (4, 3) millimetres, in ArUco's order: upper left first, clockwise."""
    right, down = TOUCHING[card]
    inset = (CARD_MM - MARKER_MM) / 2
    # Of the card, to the right and up from its own lower left corner.
    low, high = inset, CARD_MM - inset
    marker = np.array([[low, high, 0], [high, high, 0], [high, low, 0], [low, low, 0]])
    return np.asarray(marker + CORNERS[card] - [right * CARD_MM, (1 - down) * CARD_MM, 0], np.float64)


def pose_by_cards(picture: Picture, lens: Lens | None = None) -> Pose | None:
    """The pose by the cards in a picture (H, W, 3) uint8 RGB; None where fewer than two are to be seen."""
    where = {card: marker_corners(card) for card in range(len(TOUCHING))}
    return pose_by_markers(picture, FAMILY, where, _FEWEST, lens)
