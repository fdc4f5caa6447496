"""A photo with its reading drawn on it: the lattice, what was read on every lot, and what is wrong."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from engine.alien_city import LOTS, UNKNOWN, City, Colour, Corner, Kind, Lot, Player, Structure
from vision.alien_city.board import COLUMNS, DOME_HEIGHT, LENGTH, LOT, ROWS, TOWER_HEIGHT, WIDTH, lot_centres
from vision.annotating import DARK, FAULT, UNSURE, WHITE, Ink, disc, line, text
from vision.lens import Floats
from vision.photo import Picture
from vision.pose import Pose

_INK: dict[Colour, Ink] = {
    Colour.RED: (225, 55, 45),
    Colour.BLUE: (50, 95, 235),
    Colour.GREEN: (30, 155, 60),
    Colour.BLACK: (40, 40, 40),
}


def annotated(picture: Picture, pose: Pose, city: City, faulty: Collection[Lot] = ()) -> Picture:
    """A copy of the picture (H, W, 3) RGB with lattice, names, readings, and `faulty` lots framed."""
    drawn = np.ascontiguousarray(picture).copy()
    unit = _lot_pixels(pose) / 60  # 1 where a lot is 60 pixels wide
    _draw_lattice(drawn, pose, unit)
    _draw_names(drawn, pose, unit)
    _draw_tiles(drawn, pose, city, unit)
    for lot in faulty:
        line(drawn, pose.project(_square(lot, 0.06)), FAULT, 4 * unit, closed=True)
    for lot in LOTS:
        _draw_content(drawn, pose, city, lot, unit)
    return drawn


def _lot_pixels(pose: Pose) -> float:
    """The usual width of a lot in the picture."""
    centres = lot_centres()
    step = np.linalg.norm(pose.project(centres + np.array([LOT, 0, 0])) - pose.project(centres), axis=1)
    return float(np.median(step))


def _draw_lattice(picture: Picture, pose: Pose, unit: float) -> None:
    for ends, wide in (
        *((((x * LOT, 0), (x * LOT, LENGTH)), x % 2 == 0) for x in range(COLUMNS + 1)),
        *((((0, y * LOT), (WIDTH, y * LOT)), y % 2 == 0) for y in range(ROWS + 1)),
    ):
        start, end = np.array([(*end, 0.0) for end in ends])
        points = np.linspace(start, end, 12)
        line(picture, pose.project(points), WHITE, (2.2 if wide else 0.8) * unit)


def _draw_names(picture: Picture, pose: Pose, unit: float) -> None:
    for column in range(COLUMNS):
        text(
            picture,
            "ABCDEFGH"[column],
            pose.project([[(column + 0.5) * LOT, -0.5 * LOT, 0]])[0],
            WHITE,
            unit,
        )
    for row in range(ROWS):
        text(picture, str(row + 1), pose.project([[-0.5 * LOT, (row + 0.5) * LOT, 0]])[0], WHITE, unit)


def _draw_tiles(picture: Picture, pose: Pose, city: City, unit: float) -> None:
    """Each tile's guild as a small square in the outer corner of its icon lot."""
    for number, tile in enumerate(city.tiles):
        column, row = number % 4 * 2, number // 4 * 2
        right = tile.corner in (Corner.UPPER_RIGHT, Corner.LOWER_RIGHT)
        up = tile.corner in (Corner.UPPER_LEFT, Corner.UPPER_RIGHT)
        if tile.corner is None:
            place = [(column + 1) * LOT, (row + 1) * LOT, 0]
        else:
            place = [(column + (1.84 if right else 0.16)) * LOT, (row + (1.84 if up else 0.16)) * LOT, 0]
        ink = _INK[tile.guild] if tile.guild else UNSURE
        disc(picture, pose.project([place])[0], 6.5 * unit, WHITE)
        disc(picture, pose.project([place])[0], 5 * unit, ink)


def _draw_content(picture: Picture, pose: Pose, city: City, lot: Lot, unit: float) -> None:
    """A disc in the piece's colour with its letter, where its top is seen in the picture."""
    content = city[lot]
    if content is None:
        return
    x, y = (lot.column + 0.5) * LOT, (lot.row + 0.5) * LOT
    if content is UNKNOWN:
        text(picture, "?", pose.project([[x, y, 0]])[0], UNSURE, 1.3 * unit)
        return
    assert isinstance(content, Structure)
    tower = content.kind is Kind.TOWER
    place = pose.project([[x, y, TOWER_HEIGHT if tower else DOME_HEIGHT]])[0]
    rim = {Player.WHITE: WHITE, Player.BLACK: DARK, None: _INK[content.colour]}[content.cap]
    if tower:
        disc(picture, place, 15 * unit, rim)
    disc(picture, place, 11 * unit, _INK[content.colour])
    text(picture, str(content)[0], place, WHITE, 0.75 * unit, outlined=False)


def _square(lot: Lot, inset: float) -> Floats:
    """The ground of a lot, (4, 3) millimetres, drawn in by a share of its width."""
    low, high = inset, 1 - inset
    corners = [(low, low), (high, low), (high, high), (low, high)]
    return np.array([[(lot.column + a) * LOT, (lot.row + b) * LOT, 0.0] for a, b in corners])
