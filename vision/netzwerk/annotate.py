"""A photo with its reading drawn on it: fields, stones, miners, connectors, and what is wrong."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import DESERT, UNREAD, City, Colour, Player
from engine.netzwerk.state import State
from vision.annotating import DARK, FAULT, UNSURE, WHITE, Ink, disc, line, text
from vision.lens import Floats
from vision.netzwerk.board import CORNERS, HEX, STICK_HEIGHT, centres
from vision.photo import Picture
from vision.pose import Pose

_INK: dict[Colour, Ink] = {
    Colour.YELLOW: (250, 215, 30),
    Colour.ORANGE: (255, 140, 0),
    Colour.RED: (225, 45, 40),
    Colour.GREEN: (30, 165, 60),
    Colour.BLUE: (40, 110, 240),
}
_OWNER: dict[Player, Ink] = {
    Player.WHITE: (255, 255, 255),
    Player.BLACK: (20, 20, 20),
    Player.GREY: (150, 150, 150),
    Player.BROWN: (140, 80, 35),
}


def annotated(picture: Picture, pose: Pose, table: State, faulty: Collection[str] = ()) -> Picture:
    """A copy of the picture (H, W, 3) RGB with fields, readings, and the `faulty` fields and connections framed."""
    drawn = np.ascontiguousarray(picture).copy()
    fields = tuple(table.board)
    middles = centres(fields)
    step = np.linalg.norm(pose.project(middles + np.array([HEX, 0, 0])) - pose.project(middles), axis=1)
    unit = float(np.median(step)) / 90  # 1 where a field is 90 pixels wide
    for field, middle in zip(fields, middles, strict=True):
        _field(drawn, pose, table, field, middle, unit, is_faulty=str(field) in faulty)
    for player, connectors in table.connectors.items():
        for connection in connectors:
            _connector(drawn, pose, connection, _OWNER[player], unit, is_faulty=str(connection) in faulty)
    for player, at in table.miners.items():
        if at is not None:
            _miner(drawn, pose.project(centres([at]))[0], _OWNER[player], unit)
    return drawn


def _field(
    picture: Picture,
    pose: Pose,
    table: State,
    field: Field,
    middle: Floats,
    unit: float,
    *,
    is_faulty: bool,
) -> None:
    outline = pose.project(middle + 0.94 * CORNERS)
    kind = table.board[field]
    ink = _INK[kind] if isinstance(kind, Colour) else UNSURE if kind is UNREAD else DARK
    line(picture, outline, WHITE, 2.4 * unit, closed=True)
    line(picture, outline, FAULT if is_faulty else ink, (4 if is_faulty else 1.6) * unit, closed=True)
    told = str(UNREAD)
    if isinstance(kind, Colour):
        told = str(table.stones.get(field, UNREAD))
    elif isinstance(kind, City):
        told = str(kind.value or UNREAD)
    elif kind is DESERT:
        told = ""
    below = pose.project(middle[None] + np.array([0, -0.36 * HEX, 0]))[0]
    text(picture, told, below, UNSURE if told == UNREAD else WHITE, unit)


def _connector(
    picture: Picture, pose: Pose, connection: Connection, ink: Ink, unit: float, *, is_faulty: bool
) -> None:
    ends = pose.project(centres(connection.fields, STICK_HEIGHT))
    inner = ends.mean(axis=0) + 0.8 * (ends - ends.mean(axis=0))
    line(picture, inner, FAULT if is_faulty else WHITE, 6 * unit)
    line(picture, inner, ink, 3 * unit)


def _miner(picture: Picture, at: Floats, ink: Ink, unit: float) -> None:
    disc(picture, at, 9 * unit, WHITE)
    disc(picture, at, 7 * unit, ink)
