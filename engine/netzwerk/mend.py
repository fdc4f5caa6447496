"""Turns mended: stones and connectors that were taken for others than they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.mending import without_undone
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import STONES_ON_A_LANDSCAPE, Player
from engine.netzwerk.state import State
from engine.netzwerk.turns import Turn


def mended(turns: Sequence[Turn], table: State, places: Sequence[str]) -> tuple[Turn, ...] | None:
    """The turns with the stones and connectors that the table has at these places; None where they can't explain it.

    A stone too many or too few is put down to the last turn whose miner went there. A connector that isn't there was
    never laid, or was laid where the same player has one that no turn tells of. A last turn of which nothing is left
    is dropped.
    """
    result = list(turns)
    fields = [place for place in places if Field.is_named(place)]
    if not all(_stone_mended(result, table, Field.parse(place)) for place in fields):
        return None
    connections = [Connection.parse(place) for place in places if place not in fields]
    if not all(_connectors_mended(result, table, player, connections) for player in table.players):
        return None
    return without_undone(turns, result, lambda turn: turn.to is None and not turn.build)


def _stone_mended(turns: list[Turn], table: State, field: Field) -> bool:
    there = [number for number, turn in enumerate(turns) if turn.to == field]
    if not there or field not in table.stones:
        return False
    taken = STONES_ON_A_LANDSCAPE - table.stones[field]
    told = sum(turns[number].taken for number in there)
    last = turns[there[-1]]
    if taken == told - 1 and last.surplus:
        turns[there[-1]] = replace(last, surplus=last.surplus - 1)
    elif taken == told - 1 and last.took is not None:
        turns[there[-1]] = replace(last, took=None)
    elif taken == told + 1 and last.took is None:
        turns[there[-1]] = replace(last, took=table.board.colour_of(field))
    else:
        return False
    return True


def _connectors_mended(
    turns: list[Turn], table: State, player: Player, connections: Sequence[Connection]
) -> bool:
    told = {it for turn in turns if turn.player is player for it in turn.build}
    fresh = [it for it in connections if it in table.connectors[player] and it not in told]
    for wrong in (it for it in connections if it in told and it not in table.connectors[player]):
        at = next(n for n, turn in enumerate(turns) if turn.player is player and wrong in turn.build)
        instead = (fresh.pop(),) if fresh else ()
        build = {*turns[at].build, *instead} - {wrong}
        turns[at] = replace(turns[at], build=tuple(sorted(build)))
    return not fresh
