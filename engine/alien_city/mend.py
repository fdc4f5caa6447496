"""Turns mended: what was built was another piece than it was taken for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.alien_city.city import City
from engine.alien_city.lots import Lot
from engine.alien_city.pieces import Player, Structure
from engine.alien_city.turns import Cap, Placement, Turn
from engine.mending import without_undone


def mended(turns: Sequence[Turn], table: City, lots: Sequence[Lot]) -> tuple[Turn, ...] | None:
    """The turns with the pieces that stand on these lots of the table; None when a turn can't explain them.

    A cap that was not known of is given to the last turn in which its owner built without laying one. A last turn of
    which nothing is left is dropped. None, too, where an earlier one comes to nothing: it would be a pass, and leave
    open who built what.
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
        if (laid.owner if laid else None) is stands.cap:
            continue
        if capped is not None:
            result[capped] = replace(result[capped], cap=None)
        if stands.cap is not None:
            free = (n for n in reversed(range(built, len(result))) if _may_have_capped(result[n], stands.cap))
            layer = next(free, None)
            if layer is None:
                return None
            result[layer] = replace(result[layer], cap=Cap(stands.cap, lot))
    return without_undone(turns, result, lambda turn: turn.placement is None and turn.cap is None)


def _may_have_capped(turn: Turn, owner: Player) -> bool:
    return turn.player is owner and turn.placement is not None and turn.cap is None
