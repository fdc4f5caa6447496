"""What miners look like: pawns with heads, cylinders, pegs and cones, as a lathe turns them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.synthetic.solids import Solid, ball, lathed

_SIDES = 24
_BALL_LEVELS, _BALL_SIDES = 9, 18
SUNK = 0.25
"""So much of a head's width is in the neck."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a kind of miner is turned.

    share: of all sets that have such miners; profile: heights and widths there, as shares of its height (below the
    head, if it has one) and of its width; head: how wide that is, as a share of its width, 0 for none.
    """

    share: float
    profile: tuple[tuple[float, float], ...]
    head: float = 0.0


SHAPES: Mapping[str, Shape] = {
    "pawn": Shape(0.15, ((0, 1), (1, 0.3)), 0.62),
    "bell pawn": Shape(0.15, ((0, 1), (0.12, 0.98), (0.35, 0.7), (0.65, 0.44), (1, 0.34)), 0.62),
    "slim pawn": Shape(0.1, ((0, 1), (0.08, 1), (0.14, 0.78), (0.4, 0.48), (1, 0.3)), 0.5),
    "stout pawn": Shape(0.1, ((0, 0.96), (0.1, 1), (0.45, 0.9), (0.8, 0.68), (1, 0.5)), 0.78),
    "cylinder": Shape(0.14, ((0, 1), (1, 1))),
    "bevelled cylinder": Shape(0.1, ((0, 0.94), (0.04, 1), (0.94, 1), (1, 0.86))),
    "peg": Shape(0.14, ((0, 1), (0.6, 1), (0.75, 0.93), (0.87, 0.77), (0.95, 0.52), (1, 0.2))),
    "cone": Shape(0.05, ((0, 1), (1, 0.35))),
    "round cone": Shape(0.07, ((0, 1), (0.3, 0.88), (0.7, 0.62), (0.86, 0.46), (0.96, 0.27), (1, 0.1))),
}


def miner_solids(
    name: str, wide: float, high: float, at: tuple[float, float, float], turn: float, *, lies: bool
) -> tuple[Solid, ...]:
    """A miner of one of SHAPES, so wide and high (mm), standing around `at`, or lying if it has no head."""
    shape = SHAPES[name]
    head = shape.head * wide
    neck = high - head * (1 - SUNK)
    profile = [(height * neck, width * wide) for height, width in shape.profile]
    body = lathed(profile, _SIDES, at, turn, lies=lies and not head)
    if not head:
        return (body,)
    x, y, z = at
    return body, ball(head, (x, y, z + high - head), _BALL_LEVELS, _BALL_SIDES)
