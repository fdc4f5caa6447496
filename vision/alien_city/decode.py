"""From a reading to a city: the likeliest position that the material in the box allows, `?` where nobody can tell.

The material is a weight, not a wall: a sixth red tower that is plainly seen stays in the answer, because that is
just what a referee has to speak about. Only where the picture leaves a doubt does the count of pieces decide.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.alien_city import (
    CAPS_EACH,
    UNKNOWN,
    City,
    Colour,
    Content,
    Corner,
    Player,
    Tile,
)
from engine.alien_city.pieces import BOX
from engine.alien_city.position import TILES_EACH
from vision.alien_city.reading import LOT_STATES, MARKS, Reading
from vision.lens import Floats

# What one piece more than the box holds costs, in nats: evidence of 1000 to 1 overrules the count.
_EXCESS = float(np.log(1000))

SURE_LOT, SURE_TILE = 0.75, 0.75
"""Below this probability a lot, a guild or a corner is given as `?`."""


def decode(reading: Reading) -> City:
    """The city of a reading, with UNKNOWN lots and unknown guilds or corners where it is not sure."""
    lots = weighed(reading.lots, _MATERIAL)
    states = lots.argmax(axis=1)
    sure = lots.max(axis=1) * (1 - reading.unseen) >= SURE_LOT
    contents: list[Content] = [
        LOT_STATES[state] if is_sure else UNKNOWN for state, is_sure in zip(states, sure, strict=True)
    ]
    return City(tuple(_tile(row) for row in weighed(reading.tiles, _GUILDS)), tuple(contents))


def _tile(probabilities: Floats) -> Tile:
    """A tile's guild and corner, each only if sure of it."""
    table = probabilities.reshape(len(Colour), len(Corner))
    guilds, corners = table.sum(axis=1), table.sum(axis=0)
    return Tile(
        list(Colour)[guilds.argmax()] if guilds.max() >= SURE_TILE else None,
        list(Corner)[corners.argmax()] if corners.max() >= SURE_TILE else None,
    )


@dataclass(frozen=True, eq=False)
class Stock:
    """What the box holds: groups of states, and how many of each there are.

    members: (G, M) of 0 and 1: which of M states uses up a piece of which group; most: (G,) pieces.
    """

    members: Floats
    most: Floats

    def excess(self, counts: Floats) -> Floats:
        """Pieces beyond the stock, for counts (..., G)."""
        return np.asarray(np.maximum(counts - self.most, 0).sum(axis=-1))


_MATERIAL = Stock(
    np.array(
        [[it is not None and it.piece == piece for it in LOT_STATES] for piece in BOX]
        + [[it is not None and it.cap is player for it in LOT_STATES] for player in Player],
        np.float64,
    ),
    np.array([*BOX.values(), *(CAPS_EACH for _ in Player)], np.float64),
)
_GUILDS = Stock(
    np.array([[mark.guild is guild for mark in MARKS] for guild in Colour], np.float64),
    np.full(len(Colour), float(TILES_EACH)),
)


def weighed(probabilities: Floats, stock: Stock) -> Floats:
    """Each row's probabilities (N, M), given the stock and what the other rows most likely are.

    The likeliest joint choice is found first: from the best state of each row, the one change that gains most is
    made as long as there is one. Then each row is judged anew with all others held at that choice.
    """
    costs = -np.log(np.maximum(probabilities, 1e-12))
    chosen = costs.argmin(axis=1)
    rows = np.arange(len(costs))
    while True:
        counts = stock.members[:, chosen].sum(axis=1)
        # (M, M): what changing one row from one state to another adds to the cost by the stock alone.
        step = stock.members.T[None, :, :] - stock.members.T[:, None, :]
        more = _EXCESS * (stock.excess(counts + step) - stock.excess(counts))
        gain = costs[rows, chosen][:, None] - costs - more[chosen]
        row, state = np.unravel_index(int(gain.argmax()), gain.shape)
        if gain[row, state] <= 1e-9:
            break
        chosen[row] = state
    joint = -costs - more[chosen]
    raised = np.exp(joint - joint.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))
