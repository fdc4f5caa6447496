"""What a later look at the table shows that an earlier city lacks, and the other way round."""

from __future__ import annotations

from dataclasses import dataclass

from engine.alien_city.city import UNKNOWN, City
from engine.alien_city.lots import LOTS
from engine.alien_city.pieces import Piece, Structure
from engine.alien_city.turns import Cap, Placement


@dataclass(frozen=True, slots=True)
class Difference:
    """What was built and capped between two looks, and the lots where something is gone."""

    placements: tuple[Placement, ...]
    caps: tuple[Cap, ...]
    gone: tuple[str, ...]

    @classmethod
    def between(cls, city: City, table: City) -> Difference:
        """The difference; lots that are unknown in either do not differ."""
        placements, caps, gone = [], [], []
        for lot, before, now in zip(LOTS, city.lots, table.lots, strict=True):
            if before == now or before is UNKNOWN or now is UNKNOWN:
                continue
            if before is not None and (now is None or before.piece != now.piece or before.cap is not None):
                gone.append(str(lot))
                continue
            assert isinstance(now, Structure)
            if before is None:
                placements.append(Placement(Piece(now.kind, now.colour), lot))
            if now.cap is not None:
                caps.append(Cap(now.cap, lot))
        return cls(tuple(placements), tuple(caps), tuple(gone))
