"""What can be said of shots of a set, each judged by the others, to find how far each witness is to be believed.

A witness that has learnt a picture by heart is right about it, which says nothing about the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from vision.alien_city.own_set.guilds import Icons
from vision.alien_city.own_set.ink import inks_of
from vision.alien_city.own_set.learnt import tile_witnesses
from vision.alien_city.own_set.likeness import Prototypes
from vision.alien_city.own_set.lot_colours import lot_colours
from vision.alien_city.own_set.lots import SeenLots
from vision.alien_city.own_set.shown import Seen, prints_in
from vision.alien_city.reading import MARKS
from vision.lens import Floats
from vision.network import softmax
from vision.witnesses import shares

ItemT = TypeVar("ItemT")


def things_told(seen: Sequence[Seen]) -> list[Floats]:
    """The things (80, 21) of each shot."""
    return [
        Prototypes.of([(it.features, it.things) for it in but(seen, number)])(mine.features)
        for number, mine in enumerate(seen)
    ]


def lots_told(seen: Sequence[Seen], things: Sequence[Floats], stock: Floats) -> SeenLots:
    """The lots of all shots, by their things (80, 21) in each; stock: the colour (3,) of the tiles."""
    return SeenLots(
        np.concatenate(things),
        np.concatenate([it.as_any.lots for it in seen]),
        np.concatenate([it.features.looks for it in seen]),
        np.concatenate([lot_colours(it.shot.picture, it.shot.pose, stock) for it in seen]),
    )


@dataclass(frozen=True, eq=False)
class ToldTiles:
    """The tiles of shots whose icons can be seen.

    shares: how far each of `tile_witnesses` is believed; said: (N, 16) what all say together, in probabilities;
    icons: those of the tiles; marks: (N,) what the tiles truly are.
    """

    shares: tuple[float, ...]
    said: Floats
    icons: Icons
    marks: npt.NDArray[np.intp]


def tiles_told(seen: Sequence[Seen], things: Sequence[Floats]) -> ToldTiles:
    """What is said of tiles in shots, by their things (80, 21) in each, and by the prints of the others.

    How far witnesses are believed is learnt with icons in view and, as often, with icons left out: in a game pieces
    hide half of the icons, while an owner shows all of them.
    """
    seen_so, hidden_so, looks, inks, marks = [], [], [], [], []
    for number, (it, told) in enumerate(zip(seen, things, strict=True)):
        shot, prints = it.shot, prints_in([other.shot for other in but(seen, number)])
        shown, icons = shot.shows_icon, shot.icon_lots[shot.shows_icon]
        bare = shot.bare.astype(float)
        hidden = bare.copy()
        hidden[icons] = 0.0
        tiles, blind = it.as_any.tiles, np.full_like(it.as_any.tiles, 1 / len(MARKS))
        seen_so.append(tile_witnesses(told, tiles, bare, prints, shot.picture, shot.pose)[:, shown])
        hidden_so.append(tile_witnesses(told, blind, hidden, prints, shot.picture, shot.pose)[:, shown])
        looks.append(it.features.looks[icons])
        inks.append(inks_of(shot.picture, shot.pose, icons))
        marks.append(shot.marks[shown])
    true, said = np.concatenate(marks), np.concatenate(seen_so, axis=1)
    believed = shares(np.concatenate([said, *hidden_so], axis=1), np.tile(true, 2))
    all_icons = Icons(np.concatenate(looks), np.concatenate(inks), np.ones(len(true)))
    return ToldTiles(believed, softmax(np.tensordot(believed, said, 1)), all_icons, true)


def but(items: Sequence[ItemT], number: int) -> Sequence[ItemT]:
    """All items but the one of that number; just that one where there is no other."""
    return [*items[:number], *items[number + 1 :]] or items
