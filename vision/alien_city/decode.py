"""From a reading to a city: the likeliest position that the material in the box allows, `?` where nobody can tell.

The material is a weight, not a wall: a sixth red tower that is plainly seen stays in the answer, because that is
just what a referee has to speak about. Only where the picture leaves a doubt does the count of pieces decide.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

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
from engine.alien_city.tiles import TILES_EACH
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
    return City(_tiles(reading.tiles, within_guilds(reading.tiles)), tuple(contents))


def _tiles(by_sight: Floats, joint: Floats) -> tuple[Tile, ...]:
    """Guilds and corners of tiles by probabilities (20, 16), each only if sure of it."""
    seen, tables = (it.reshape(-1, len(Colour), len(Corner)) for it in (by_sight, joint))
    by_guild, by_corner, seen_guilds = tables.sum(axis=2), tables.sum(axis=1), seen.sum(axis=2)
    guilds, corners = by_guild.argmax(axis=1), by_corner.argmax(axis=1)
    plainly = np.take_along_axis(seen_guilds, guilds[:, None], axis=1)[:, 0]
    sure_guild = by_guild.max(axis=1) >= SURE_GUILD
    sure_guild &= plainly >= _LEAST_OF_LIKELIEST * seen_guilds.max(axis=1)
    sure_corner = by_corner.max(axis=1) >= SURE_CORNER
    told = zip(guilds, sure_guild, corners, sure_corner, strict=True)
    return tuple(
        Tile(_GUILDS[guild] if is_sure else None, _CORNERS[corner] if is_sure_of_corner else None)
        for guild, is_sure, corner, is_sure_of_corner in told
    )


_GUILDS, _CORNERS = list(Colour), list(Corner)
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
    # Tables over the counts of the first three guilds, their cells in a row; the last one stands for all others.
    beyond = np.maximum(np.append(_COUNTS, [len(tiles) - _COUNTS.sum(axis=0)], axis=0), -1)
    excess = np.maximum(beyond - TILES_EACH, 0).sum(axis=0)
    later = np.append(np.where(beyond[-1] >= 0, np.exp(-EXCESS * excess), 0.0), 0.0)
    ways = np.zeros((len(tiles), len(later)))
    ways[0, 0] = 1.0
    for number, chance in enumerate(chances[:-1]):
        ways[number + 1, :-1] = chance @ ways[number, _FEWER]
    # What the tiles that are still to come make of each count.
    factors = np.empty_like(chances)
    for number in reversed(range(len(tiles))):
        more = later[_MORE]
        factors[number] = more @ ways[number, :-1]
        later[:-1] = chances[number] @ more
    joint = tiles * np.repeat(factors, len(Corner), axis=1)
    return np.asarray(joint / joint.sum(axis=1, keepdims=True))


_MOST = TILES_EACH + 3  # more tiles of one guild are not thought of
_COUNTS = np.indices((_MOST + 1,) * 3).reshape(3, -1)


def _cells(step: int) -> npt.NDArray[np.intp]:
    """For each guild the cells of _COUNTS with `step` tiles more of it, (4, N); N where there is no such cell.

    There is no count of the fourth guild.
    """
    cells = [np.arange(_COUNTS.shape[1])]
    for guild in reversed(range(3)):
        counts = _COUNTS.copy()
        counts[guild] += step
        inside = (counts[guild] >= 0) & (counts[guild] <= _MOST)
        at = np.ravel_multi_index(tuple(counts), (_MOST + 1,) * 3, mode="clip")
        cells.insert(0, np.where(inside, at, _COUNTS.shape[1]))
    return np.array(cells)


_FEWER, _MORE = _cells(-1), _cells(1)
