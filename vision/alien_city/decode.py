"""From a reading to a city: the likeliest position that the material in the box allows, `?` where nobody can tell.

The material is a weight, not a wall: a sixth red tower that is plainly seen stays in the answer, because that is
just what a referee has to speak about. Only where the picture leaves a doubt does the count of pieces decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.alien_city import (
    CAPS_EACH,
    UNKNOWN,
    City,
    Colour,
    Content,
    Player,
    Tile,
)
from engine.alien_city.pieces import BOX
from vision.alien_city.reading import LOT_STATES, MARKS, Reading
from vision.lens import Floats

TILES_OF_A_GUILD = 5
# What one piece more than the box holds costs, in nats: evidence of 1000 to 1 overrules the count.
_EXCESS = float(np.log(1000))

SURE_LOT, SURE_TILE = 0.75, 0.75
"""Below this probability a lot, a guild or a corner is given as `?`."""


def decode(reading: Reading) -> City:
    """The city of a reading, with UNKNOWN lots and unknown guilds or corners where it is not sure."""
    states = _within_material(-np.log(np.maximum(reading.lots, 1e-12)), list(_material()))
    marks = _within_material(-np.log(np.maximum(reading.tiles, 1e-12)), list(_guilds()))
    lots: list[Content] = []
    for lot, state in enumerate(states):
        sure = reading.lots[lot, state] * (1 - reading.unseen[lot]) >= SURE_LOT
        lots.append(LOT_STATES[state] if sure else UNKNOWN)
    return City(tuple(_tile(reading.tiles[n], mark) for n, mark in enumerate(marks)), tuple(lots))


def _tile(probabilities: Floats, mark: int) -> Tile:
    """A tile's guild and corner, each only if sure of it."""
    chosen = MARKS[mark]
    guild = sum(p for p, it in zip(probabilities, MARKS, strict=True) if it.guild is chosen.guild)
    corner = sum(p for p, it in zip(probabilities, MARKS, strict=True) if it.corner is chosen.corner)
    return Tile(
        chosen.guild if guild >= SURE_TILE else None,
        chosen.corner if corner >= SURE_TILE else None,
    )


def _material() -> Iterator[tuple[list[int], int]]:
    """Groups of lot states and how many of each the box holds (P3)."""
    for piece, held in BOX.items():
        yield [n for n, it in enumerate(LOT_STATES) if it and it.piece == piece], held
    for player in Player:
        yield [n for n, it in enumerate(LOT_STATES) if it and it.cap is player], CAPS_EACH


def _guilds() -> Iterator[tuple[list[int], int]]:
    """Groups of marks and how many tiles there are of each guild (P1)."""
    for colour in Colour:
        yield [n for n, it in enumerate(MARKS) if it.guild is colour], TILES_OF_A_GUILD


def _within_material(costs: Floats, groups: Sequence[tuple[list[int], int]]) -> list[int]:
    """Choose a column for each row at the least total cost, an excess over a group's count costing extra.

    costs: (N, M). Starts from the cheapest choice of each row and, while a group holds too many, changes the one
    row that costs least to change, as long as that is cheaper than the excess. Exact when at most one group is
    exceeded; with probabilities as sharp as a picture gives them more is rare.
    """
    chosen = costs.argmin(axis=1)
    counts = [int(np.isin(chosen, columns).sum()) for columns, _ in groups]
    while True:
        cheapest: tuple[float, int, int] | None = None
        for (columns, most), count in zip(groups, counts, strict=True):
            if count <= most:
                continue
            for row in np.flatnonzero(np.isin(chosen, columns)):
                for column in range(costs.shape[1]):
                    change = float(costs[row, column] - costs[row, chosen[row]])
                    change += _EXCESS * _more_excess(chosen[row], column, groups, counts)
                    if change < 0 and (cheapest is None or change < cheapest[0]):
                        cheapest = (change, int(row), column)
        if cheapest is None:
            return [int(column) for column in chosen]
        _, row, column = cheapest
        for n, (columns, _) in enumerate(groups):
            counts[n] += (column in columns) - (chosen[row] in columns)
        chosen[row] = column


def _more_excess(old: int, new: int, groups: Sequence[tuple[list[int], int]], counts: Sequence[int]) -> int:
    """By how many pieces the excess over the material grows when one row changes its choice."""
    more = 0
    for (columns, most), count in zip(groups, counts, strict=True):
        after = count + (new in columns) - (old in columns)
        more += max(0, after - most) - max(0, count - most)
    return more
