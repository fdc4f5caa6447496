"""From a reading to a city: the likeliest position that the material in the box allows, `?` where nobody can tell.

The material is a weight, not a wall: a sixth red tower that is plainly seen stays in the answer, because that is
just what a referee has to speak about. Only where the picture leaves a doubt does the count of pieces decide.
"""

from __future__ import annotations

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
from vision.alien_city.reading import LOT_STATES, Reading
from vision.lens import Floats
from vision.material import EXCESS, Stock, weighed

SURE_LOT, SURE_GUILD, SURE_CORNER = 0.75, 0.95, 0.75
"""Below this probability a lot, a guild or a corner is given as `?`: a wrong guild would bring warnings all game."""

# The count of pieces and tiles may tip a balance, but what it says must have been seen as well.
_LEAST_SEEN = 0.4
_LEAST_OF_LIKELIEST = 0.5  # of the likeliest guild by sight; where nothing is seen, the count alone decides


def decode(reading: Reading) -> City:
    """The city of a reading, with UNKNOWN lots and unknown guilds or corners where it is not sure."""
    lots = weighed(reading.lots, _MATERIAL)
    states = lots.argmax(axis=1)
    seen = reading.lots[np.arange(len(states)), states]
    sure = (lots.max(axis=1) * (1 - reading.unseen) >= SURE_LOT) & (seen >= _LEAST_SEEN)
    contents: list[Content] = [
        LOT_STATES[state] if is_sure else UNKNOWN for state, is_sure in zip(states, sure, strict=True)
    ]
    tiles = zip(reading.tiles, within_guilds(reading.tiles), strict=True)
    return City(tuple(_tile(*rows) for rows in tiles), tuple(contents))


def _tile(by_sight: Floats, joint: Floats) -> Tile:
    """A tile's guild and corner, each only if sure of it."""
    seen = by_sight.reshape(len(Colour), len(Corner)).sum(axis=1)
    table = joint.reshape(len(Colour), len(Corner))
    guilds, corners = table.sum(axis=1), table.sum(axis=0)
    guild = guilds.argmax()
    is_sure = guilds[guild] >= SURE_GUILD and seen[guild] >= _LEAST_OF_LIKELIEST * seen.max()
    return Tile(
        list(Colour)[guild] if is_sure else None,
        list(Corner)[corners.argmax()] if corners.max() >= SURE_CORNER else None,
    )


_MATERIAL = Stock(
    np.array(
        [[it is not None and it.piece == piece for it in LOT_STATES] for piece in BOX]
        + [[it is not None and it.cap is player for it in LOT_STATES] for player in Player],
        np.float64,
    ),
    np.array([*BOX.values(), *(CAPS_EACH for _ in Player)], np.float64),
)


def within_guilds(tiles: Floats) -> Floats:
    """Each tile's probabilities (20, 16) given that a set has five tiles of each guild.

    Exact: all ways of giving guilds to the tiles are summed by how many of each they use, forwards and backwards.
    Choosing the likeliest way instead would make two tiles that nobody can tell apart sure of the wrong guilds.
    """
    tiles = np.maximum(tiles, 1e-9)
    chances = tiles.reshape(len(tiles), len(Colour), len(Corner)).sum(axis=2)
    # Tables over the counts of the first three guilds, from 0 to `most`, with a rim of zeros before.
    most = TILES_EACH + 3  # more tiles of one guild are not thought of
    ways = np.zeros((len(tiles), *(most + 2,) * 3))
    ways[0, 1, 1, 1] = 1.0
    for number, chance in enumerate(chances[:-1]):
        before = ways[number]
        fewer = before[:-1, 1:, 1:], before[1:, :-1, 1:], before[1:, 1:, :-1], before[1:, 1:, 1:]
        ways[number + 1, 1:, 1:, 1:] = sum(p * table for p, table in zip(chance, fewer, strict=True))
    counts = np.stack(np.meshgrid(*[np.arange(most + 1)] * 3, indexing="ij"))
    counts = np.concatenate([counts, len(tiles) - counts.sum(axis=0, keepdims=True)])
    excess = np.maximum(counts - TILES_EACH, 0).sum(axis=0)
    # What the tiles that are still to come make of each count; its rim of zeros lies behind.
    later = np.pad(np.where(counts[3] >= 0, np.exp(-EXCESS * excess), 0.0), (0, 1))
    factors = np.empty_like(chances)
    for number in reversed(range(len(tiles))):
        more = later[1:, :-1, :-1], later[:-1, 1:, :-1], later[:-1, :-1, 1:], later[:-1, :-1, :-1]
        factors[number] = [np.vdot(ways[number, 1:, 1:, 1:], table) for table in more]
        later[:-1, :-1, :-1] = sum(p * table for p, table in zip(chances[number], more, strict=True))
    joint = tiles * np.repeat(factors, len(Corner), axis=1)
    return np.asarray(joint / joint.sum(axis=1, keepdims=True))
