"""Stones, sticks and miners as bodies: what is drawn, what throws shadows, what hides others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.synthetic.arrays import Array, linear
from vision.synthetic.netzwerk.miners import miner_solids
from vision.synthetic.netzwerk.scene import Piece, ThingLook
from vision.synthetic.setting import Material
from vision.synthetic.shadows import Caster
from vision.synthetic.solids import Solid, box, prism
from vision.synthetic.stage import Blockers

_SIDES = 14


@dataclass(frozen=True, eq=False)
class Body:
    """A piece with the convex bodies it consists of, what it reflects (3,), linear, and what it is made of."""

    piece: Piece
    solids: tuple[Solid, ...]
    albedo: Array
    material: Material

    @cached_property
    def hull(self) -> Array:
        """Corners (n, 3) of all of it."""
        return np.vstack([solid.corners for solid in self.solids])

    @property
    def casters(self) -> list[Caster]:
        """What it throws shadows with."""
        throws = float(self.albedo.mean())
        return [Caster(solid.corners, throws=throws) for solid in self.solids]


def body_of(piece: Piece, look: ThingLook) -> Body:
    """A piece as a body."""
    colours, material = {
        "stone": (look.stone_colours, look.stone_material),
        "stick": (look.stick_colours, look.stick_material),
        "miner": (look.miner_colours, look.miner_material),
    }[piece.kind]
    albedo = np.clip(linear(np.array(colours[piece.colour])) * np.array(piece.shade), 0, 0.95)
    solids = {"stone": _stone, "stick": _stick, "miner": _miner}[piece.kind](piece, look)
    return Body(piece, solids, np.asarray(albedo, np.float32), material)


def height_of(piece: Piece, look: ThingLook) -> float:
    """How tall a piece is, millimetres."""
    if piece.kind == "miner":
        return look.miner_mm[0] if piece.lies else look.miner_mm[1]
    return look.stone_mm[1] if piece.kind == "stone" else look.stick_mm[2]


def _stone(piece: Piece, look: ThingLook) -> tuple[Solid, ...]:
    wide, high = look.stone_mm
    if look.stone == "cube":
        return (box((wide, wide, high), piece.at, piece.turn),)
    return (prism(8 if look.stone == "octagon" else _SIDES, wide, wide, high, piece.at, piece.turn),)


def _stick(piece: Piece, look: ThingLook) -> tuple[Solid, ...]:
    long, wide, high = look.stick_mm
    level = box((long, wide, high), piece.at, piece.turn)
    if piece.rise == 0:
        return (level,)
    along = (level.corners[:, :2] - piece.at[:2]) @ (np.cos(piece.turn), np.sin(piece.turn))
    return (Solid(level.corners + np.outer(along / long * piece.rise, (0, 0, 1)), level.faces),)


def _miner(piece: Piece, look: ThingLook) -> tuple[Solid, ...]:
    return miner_solids(look.miner, *look.miner_mm, piece.at, piece.turn, lies=piece.lies)


def blockers_of(pieces: Sequence[Piece], look: ThingLook) -> Blockers:
    """What keeps light from pieces, a row for each: stones and miners; sticks are too low to matter."""
    half = {"stone": look.stone_mm[0] / 2, "stick": 0.0, "miner": look.miner_mm[0] / 2}
    rows = [(*p.at, half[p.kind], height_of(p, look), 1.0, float(p.kind != "stick")) for p in pieces]
    return Blockers(np.array(rows, np.float64).reshape(-1, 7))
