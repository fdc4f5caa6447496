"""What was seen in one picture of a landscape: probabilities for every field and connection, never a bare label."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import CITY_VALUES, DESERT, City, Colour, Kind, Player
from vision.lens import Floats
from vision.netzwerk.board import Naming
from vision.pose import Pose

KINDS: tuple[Kind | None, ...] = (None, *Colour, DESERT, *(City(value) for value in CITY_VALUES))
"""What can be at a place of the lattice: no field, five landscapes, a desert, nine cities."""

MINERS: tuple[Player | None, ...] = (None, *Player)
"""Who can stand on a field."""

STONES = (0, 1, 2)
"""How many stones can lie on a landscape."""


@dataclass(frozen=True, eq=False)
class Reading:
    """One picture's evidence. It keeps no memory and knows no rule.

    fields: N places of the lattice that were looked at; connections: M pairs of them that are neighbours.
    kinds: (N, 16), stones: (N, 3), miners: (N, 5): probabilities of each of KINDS, STONES, MINERS, if the field can
    be seen at all; rows sum to 1. unseen: (N,) probability that something foreign hides the field.
    sticks: (M, 4) probability that a connector of each Player lies there; hidden: (M,) that nobody can tell.
    pose: where the camera stood.
    """

    fields: tuple[Field, ...]
    connections: tuple[Connection, ...]
    kinds: Floats
    stones: Floats
    miners: Floats
    unseen: Floats
    sticks: Floats
    hidden: Floats
    pose: Pose

    def __post_init__(self) -> None:
        """Refuse arrays of the wrong shape."""
        count, pairs = len(self.fields), len(self.connections)
        for name, shape in (
            ("kinds", (count, len(KINDS))),
            ("stones", (count, len(STONES))),
            ("miners", (count, len(MINERS))),
            ("unseen", (count,)),
            ("sticks", (pairs, len(Player))),
            ("hidden", (pairs,)),
        ):
            if getattr(self, name).shape != shape:
                raise ValueError(f"{name} of shape {getattr(self, name).shape}, not {shape}")

    def renamed(self, naming: Naming) -> Reading:
        """The same with fields named otherwise."""
        return replace(
            self,
            fields=tuple(map(naming, self.fields)),
            connections=tuple(map(naming.connection, self.connections)),
            pose=naming.pose(self.pose),
        )
