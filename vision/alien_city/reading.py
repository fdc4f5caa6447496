"""What was seen in one picture of a city: probabilities for every lot and tile, never a bare label."""

from __future__ import annotations

from dataclasses import dataclass

from engine.alien_city import LOTS, Colour, Corner, Kind, Player, Structure, Tile
from vision.lens import Floats
from vision.pose import Pose

LOT_STATES: tuple[Structure | None, ...] = (
    None,
    *(Structure(Kind.DOME, colour) for colour in Colour),
    *(
        Structure(Kind.TOWER, colour, cap)
        for cap in (None, Player.WHITE, Player.BLACK)
        for colour in (Colour.RED, Colour.BLUE, Colour.GREEN)
    ),
)
"""What can stand on a lot: nothing, four domes, three towers, the same capped white, the same capped black."""

MARKS: tuple[Tile, ...] = tuple(Tile(guild, corner) for guild in Colour for corner in Corner)
"""The sixteen tiles there can be: a guild and the corner its icon stands in."""


@dataclass(frozen=True, eq=False)
class Reading:
    """One picture's evidence. It keeps no memory and knows no rule.

    lots: (80, 14) float64: probability of each of LOT_STATES, if the lot can be seen at all; rows sum to 1.
    unseen: (80,) float64: probability that something foreign (a hand, a mug) hides the lot.
    tiles: (20, 16) float64: probability of each of MARKS; rows sum to 1.
    pose: where the camera stood.
    Lots come in the order A1, B1 … H10, tiles A1, C1 … G9.
    """

    lots: Floats
    unseen: Floats
    tiles: Floats
    pose: Pose

    def __post_init__(self) -> None:
        """Refuse arrays of the wrong shape."""
        for name, shape in (
            ("lots", (len(LOTS), len(LOT_STATES))),
            ("unseen", (len(LOTS),)),
            ("tiles", (20, len(MARKS))),
        ):
            if getattr(self, name).shape != shape:
                raise ValueError(f"{name} of shape {getattr(self, name).shape}, not {shape}")
