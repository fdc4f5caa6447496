"""A sheet of an owner's set as it was learnt: each piece's colour, and the lots it was learnt from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.alien_city import PIECES, Kind
from vision.alien_city.board import LOT, lot_centres
from vision.alien_city.own_set.palette import Palette, brightness_of, states_of
from vision.cuts import sheet
from vision.lens import Floats
from vision.photo import Picture

if TYPE_CHECKING:
    from vision.alien_city.own_set.shown import Shot

_CELL, _GAP = 64, 2
_AROUND = 1.5  # lots that a cut-out is wide
_MOST = 8
_PAPER, _INK = (245, 245, 245), (30, 30, 30)
_LIGHT = np.array([0.85, 0.82, 0.75])
_HEIGHTS_MM = {Kind.DOME: 0.0, Kind.TOWER: 16.0}


def set_sheet(shots: Sequence[Shot], palette: Palette) -> Picture:
    """A picture (8 * 64, 10 * 64, 3) uint8 RGB with a row for each piece, and one for what is no piece.

    A piece has its letter in position texts, its colour and cut-outs; the last row has only colours.
    """
    rows = []
    for number, piece in enumerate(PIECES):
        letter = piece.colour if piece.kind is Kind.TOWER else piece.colour.lower()
        cuts = [
            _cut(shot, int(lot), _HEIGHTS_MM[piece.kind])
            for shot in shots
            for lot in np.flatnonzero(np.isin(shot.states, states_of(number)))
        ]
        rows.append([_letter(letter), _swatch(palette.pieces[number]), *cuts[:_MOST]])
    rows.append([_letter(""), *map(_swatch, palette.grounds[: _MOST + 1])])
    drawn = np.full((len(rows) * _CELL, (_MOST + 2) * _CELL, 3), _PAPER, np.uint8)
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            top, left = down * _CELL + _GAP, across * _CELL + _GAP
            drawn[top : top + _CELL - 2 * _GAP, left : left + _CELL - 2 * _GAP] = cell[_GAP:-_GAP, _GAP:-_GAP]
    return drawn


def _cut(shot: Shot, lot: int, height_mm: float) -> Picture:
    """A lot with what is around it."""
    x, y = lot_centres()[lot][:2]
    half = _AROUND * LOT / 2
    return sheet(
        shot.picture,
        shot.pose,
        left_mm=x - half,
        top_mm=y + half,
        height_mm=height_mm,
        pixels_per_mm=_CELL / (_AROUND * LOT),
        size=(_CELL, _CELL),
    )


def _letter(text: str) -> Picture:
    cell = np.full((_CELL, _CELL, 3), _PAPER, np.uint8)
    cv2.putText(cell, text, (20, 44), cv2.FONT_HERSHEY_SIMPLEX, 1.2, _INK, 2, cv2.LINE_AA)
    return cell


def _swatch(colour: Floats) -> Picture:
    """A colour as it looks under a lamp in a living room; crossed out where it is not known."""
    cell = np.full((_CELL, _CELL, 3), _PAPER, np.uint8)
    if np.isnan(colour).any():
        cv2.line(cell, (8, 8), (_CELL - 8, _CELL - 8), _INK, 2, cv2.LINE_AA)
    else:
        cell[:] = np.clip(255 * brightness_of(colour, _LIGHT), 0, 255)
    return cell
