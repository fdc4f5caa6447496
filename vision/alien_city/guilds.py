"""The guilds of an owner's tiles: what all else says of them, put together with how their icons look.

Icons of two guilds may be alike but for some of what makes their looks; which of these tell them apart is learnt from
the few dozens of icons that an owner shows.
"""

from __future__ import annotations

import numpy as np

from engine.alien_city import Colour, Corner
from vision.alien_city.likeness import LOOK_NUMBERS, LOOKS_SCALE
from vision.last_layer import LastLayer
from vision.lens import Floats
from vision.network import softmax

GUILD_FEATURES = len(Colour) + LOOK_NUMBERS

_LEAST = 1e-9  # no probability is taken for smaller


def guild_features(tiles: Floats, icons: Floats) -> Floats:
    """What tells of the guilds of tiles, (N, 36): what was said of them at their likeliest corners, in logarithms,
    and the looks there.

    tiles: (N, 16) probabilities of MARKS; icons: (N, 4, 32) the looks of the lots at their corners.
    """
    each = np.arange(len(tiles))
    at = _by_corner(tiles).sum(axis=1).argmax(axis=1)
    return np.hstack([np.log(_by_corner(tiles)[each, :, at] + _LEAST), LOOKS_SCALE * icons[each, at]])


def guilds_unlearnt() -> LastLayer:
    """The layer by which guilds are what was said of them, before anything is learnt."""
    return LastLayer(np.eye(len(Colour), GUILD_FEATURES), np.zeros(len(Colour)))


def with_guilds(guilds: LastLayer, tiles: Floats, icons: Floats) -> Floats:
    """Tiles (N, 16) with their guilds told by a layer, their corners as they were; icons: as `guild_features` has."""
    told = softmax(guilds(guild_features(tiles, icons)))
    corners = _by_corner(tiles).sum(axis=1)
    return np.asarray((told[:, :, None] * corners[:, None]).reshape(tiles.shape))


def _by_corner(tiles: Floats) -> Floats:
    return tiles.reshape(-1, len(Colour), len(Corner))
