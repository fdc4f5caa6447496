"""Turns mended: what was built was another piece than it was taken for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.alien_city.city import City
from engine.alien_city.lots import Lot
from engine.alien_city.pieces import Structure
from engine.alien_city.turns import Placement, Turn


def mended(turns: Sequence[Turn], table: City, lots: Sequence[Lot]) -> tuple[Turn, ...] | None:
    """The turns with the pieces that stand on these lots of the table; None when a turn can't explain them.

    A cap can only have been laid by a turn that laid none, and be gone only where it was laid.
    """
    result = list(turns)
    for lot in lots:
        stands = table[lot]
        built = next((n for n, it in enumerate(result) if it.placement and it.placement.lot == lot), None)
        if built is None or not isinstance(stands, Structure):
            return None
        result[built] = replace(result[built], placement=Placement(stands.piece, lot))
        capped = next((n for n, it in enumerate(result) if it.cap and it.cap.lot == lot), None)
        laid = result[capped].cap if capped is not None else None
        if (laid.owner if laid else None) is not stands.cap:
            if stands.cap is not None or capped is None:
                return None
            result[capped] = replace(result[capped], cap=None)
    return tuple(result)
