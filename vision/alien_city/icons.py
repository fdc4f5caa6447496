"""Tiles whose icons look alike in one picture are of one guild: the clear ones help to tell the others.

A coloured lamp makes black ink look blue, and a set that nothing was trained for may have such inks anyway. But the
icon has the same shape on all tiles of its guild, whatever that shape is.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import numpy as np

from engine.alien_city import Colour, Corner
from vision.alien_city.guild_counts import within_guilds
from vision.alien_city.reading import STREET, Reading
from vision.alien_city.tile_cuts import LOT_PIXELS, bare_pixels, tile_cuts, turned_left
from vision.lens import Floats
from vision.network import softmax
from vision.photo import Picture

_CERTAIN = 0.99
_BARE = 0.5
_PLAIN = 0.9  # an icon whose corner is less sure is half hidden
_FEWEST = 8  # icons in view that are worth comparing
# Chosen by some 17,000 icons of 1,150 simulated boards.
_NUDGE = 2  # pixels: tiles are laid by hand, and prints are not all at the same place
_FAINT = 0.15  # contrast that is taken for noise
_NATS = 12.0  # for icons of a guild that are the same to the last pixel
_FOOLED = 0.003  # of icons, however sure the reader is: a lamp fools it with several of a picture at once
_ANY = 0.3  # of a tile: how much every guild counts as known, even if no tile of it is
_ROUNDS = 3
# All tiles of a guild together count as this many independent witnesses. With one, four times as many guilds of slate
# are left open; without all this, 12 tiles instead of 2 are told wrongly on 24 traced boards.
_WITNESSES = 2


def with_like_icons(picture: Picture, reading: Reading) -> Reading:
    """The reading of a picture, its tiles weighed by each other when the guild of any icon in view is in doubt."""
    tiles = reading.tiles.reshape(-1, len(Colour), len(Corner))
    corners = tiles.sum(axis=1)
    bare = bare_pixels(reading.lots[:, STREET] * (1 - reading.unseen) > _BARE)
    in_view = (_upright(bare, corners)[:, 0, 0] > 0) & (corners.max(axis=1) > _PLAIN)
    guilds = _guilds(reading.tiles_of_a_set)
    if in_view.sum() < _FEWEST or guilds[in_view].max(axis=1).min() > _CERTAIN:
        return reading
    cuts = _upright(tile_cuts(picture, reading.pose), corners)[:, :LOT_PIXELS, :LOT_PIXELS]
    alike = likeness(cuts[in_view])
    nats = np.zeros(guilds.shape)
    doubted = np.maximum(tiles, _FOOLED * corners[:, None])
    tiles = np.where(in_view[:, None, None], doubted, tiles)
    for _ in range(_ROUNDS):
        nats[in_view] = _NATS * _to_guilds(alike, guilds[in_view])
        weighed = softmax((np.log(tiles + 1e-9) + nats[..., None]).reshape(reading.tiles.shape))
        guilds = _guilds(within_guilds(weighed))
    return replace(reading, tiles=_inks_judged_once(weighed, doubted))


def _inks_judged_once(tiles: Floats, each: Floats) -> Floats:
    """Tiles (20, 16) that were weighed by each other, and what is seen of each alone (20, 4, 4), with inks mixed up.

    A lamp that makes blue ink look black does so on all five tiles: they are a witness or two, not five.
    """
    alone = np.log(each.sum(axis=2) / each.sum(axis=(1, 2))[:, None])
    named = _guilds(tiles).argmax(axis=1)
    witness = np.array(
        [alone[named == it].mean(axis=0) if (named == it).any() else np.zeros(4) for it in range(4)]
    )
    orders = np.array(list(permutations(range(4))))
    chances = softmax(_WITNESSES * witness[range(4), orders].sum(axis=1)[None])[0]
    others = tiles.reshape(-1, len(Colour), len(Corner))
    mixed = np.zeros_like(others)
    for order, chance in zip(orders, chances, strict=True):
        mixed[:, order] += chance * others
    return np.asarray(mixed.reshape(tiles.shape))


def likeness(icons: Floats) -> Floats:
    """How alike icons (N, P, P, 3) are in pairs, (N, N): 1 for the same, about 0 for what has nothing in common.

    What all have in common doesn't count. One of a pair may be shifted a little against the other.
    """
    different = icons - icons.mean(axis=0)
    inner = icons.shape[1] - 2 * _NUDGE
    nudged = [
        _directions(different[:, down : down + inner, right : right + inner])
        for down, right in product(range(2 * _NUDGE + 1), repeat=2)
    ]
    middle = nudged[len(nudged) // 2]
    alike = np.max([middle @ it.T for it in nudged], axis=0)
    return np.asarray(np.maximum(alike, alike.T))


def _directions(pictures: Floats) -> Floats:
    """Pictures (N, ...) as vectors of about unit length, (N, M); shorter where there is hardly anything to see."""
    vectors = pictures.reshape(len(pictures), -1)
    return np.asarray(vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + _FAINT))


def _to_guilds(alike: Floats, guilds: Floats) -> Floats:
    """How alike each icon is to those of each guild, (N, 4), by what the others are thought to be, (N, 4)."""
    others = alike * (1 - np.eye(len(alike)))
    to_any = others.sum(axis=1, keepdims=True) / (len(alike) - 1)
    known = guilds.sum(axis=0) - guilds
    return np.asarray((others @ guilds + _ANY * to_any) / (known + _ANY))


def _guilds(tiles: Floats) -> Floats:
    """The probabilities of guilds (20, 4) from those of MARKS (20, 16)."""
    return np.asarray(tiles.reshape(-1, len(Colour), len(Corner)).sum(axis=2))


def _upright(tiles: Floats, corners: Floats) -> Floats:
    """Cuts of tiles turned so that the icon comes to the upper left, by how likely it is at each corner, (20, 4)."""
    likeliest, turned = corners.argmax(axis=1), np.empty_like(tiles)
    for quarters in range(len(Corner)):
        mine = likeliest == quarters
        turned[mine] = turned_left(tiles[mine], quarters)
    return turned
