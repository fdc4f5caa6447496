"""From a reading to a city: the likeliest position that the material in the box allows, `?` where nobody can tell.

The material is a weight, not a wall: a sixth red tower that is plainly seen stays in the answer, because a referee
has to object to just that. Only where the picture leaves a doubt does the count of pieces decide.
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
from vision.alien_city.reading import LOT_STATES, Reading
from vision.lens import Floats
from vision.material import Stock, weighed

SURE_LOT, SURE_GUILD, SURE_CORNER = 0.75, 0.95, 0.75
"""Below this probability a lot, a guild or a corner is given as `?`: a wrong guild would bring warnings all game."""

# Lots that a hand covers a little are read nearly as well as others. On 1124 drawn pictures with hands, of 607 lots
# read with at least 0.98 and hidden with 0.25 to 0.4, 594 were right; of 360 hidden with 0.4 to 0.5 only 339. Of 104
# read with 0.9 to 0.98 (hidden with 0.25 to 0.4), 86 were right; hidden with 0.05 to 0.25, 224 of 257.
_LESS_SURE, _TOO_HIDDEN = 0.3, 0.4

# The count of pieces and tiles may tip a balance, but what it favours must be fairly likely by sight, too.
_LEAST_SEEN = 0.4
_LEAST_OF_LIKELIEST = 0.5  # of the likeliest guild by sight; where nothing is seen, the count alone decides


def decode(reading: Reading) -> City:
    """The city of a reading, with UNKNOWN lots and unknown guilds or corners where it is not sure."""
    lots = weighed(reading.lots, _MATERIAL)
    states = lots.argmax(axis=1)
    seen = reading.lots[np.arange(len(states)), states]
    sure = (lots.max(axis=1) * (1 - _LESS_SURE * reading.unseen) >= SURE_LOT) & (seen >= _LEAST_SEEN)
    sure &= reading.unseen < _TOO_HIDDEN
    contents: list[Content] = [
        LOT_STATES[state] if is_sure else UNKNOWN for state, is_sure in zip(states, sure, strict=True)
    ]
    return City(_tiles(reading.tiles, reading.tiles_of_a_set), tuple(contents))


def _tiles(by_sight: Floats, joint: Floats) -> tuple[Tile, ...]:
    """Guilds and corners of tiles from probabilities (20, 16), each only if it is sure."""
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
