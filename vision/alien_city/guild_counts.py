"""What it tells of tiles whose guilds are in doubt that a set has five of each guild."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.alien_city import Colour, Corner
from engine.alien_city.tiles import TILES_EACH
from vision.lens import Floats
from vision.material import EXCESS


def within_guilds(tiles: Floats) -> Floats:
    """Each tile's probabilities (20, 16) given that a set has five tiles of each guild.

    Exact: all ways of giving guilds to the tiles are summed by how many of each they use, forwards and backwards.
    Choosing the likeliest way instead would make two tiles that nobody can tell apart sure of the wrong guilds.
    """
    tiles = np.maximum(tiles, 1e-9)
    chances = tiles.reshape(len(tiles), len(Colour), len(Corner)).sum(axis=2)
    # Tables over the counts of the first three guilds, flattened; the last cell stands for all other counts.
    beyond = np.maximum(np.append(_COUNTS, [len(tiles) - _COUNTS.sum(axis=0)], axis=0), -1)
    excess = np.maximum(beyond - TILES_EACH, 0).sum(axis=0)
    later = np.append(np.where(beyond[-1] >= 0, np.exp(-EXCESS * excess), 0.0), 0.0)
    ways = np.zeros((len(tiles), len(later)))
    ways[0, 0] = 1.0
    for number, chance in enumerate(chances[:-1]):
        ways[number + 1, :-1] = chance @ ways[number, _FEWER]
    # What the tiles from here on make of each count.
    factors = np.empty_like(chances)
    for number in reversed(range(len(tiles))):
        more = later[_MORE]
        factors[number] = more @ ways[number, :-1]
        later[:-1] = chances[number] @ more
    joint = tiles * np.repeat(factors, len(Corner), axis=1)
    return np.asarray(joint / joint.sum(axis=1, keepdims=True))


_MOST = TILES_EACH + 3  # more tiles of one guild are not considered
_COUNTS = np.indices((_MOST + 1,) * 3).reshape(3, -1)


def _cells(step: int) -> npt.NDArray[np.intp]:
    """For each guild the cells of _COUNTS with `step` tiles more of it, (4, N); N where there is no such cell.

    The fourth guild is not counted, so for it they are the same cells.
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
