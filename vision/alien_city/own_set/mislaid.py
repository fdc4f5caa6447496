"""Which arrangements of an owner's set lie otherwise than asked for, told by what the others have shown.

Where two things look alike, they are mixed up in every arrangement; where pieces or tiles were exchanged, in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.alien_city.own_set.lots import Lots
from vision.alien_city.own_set.palette import palette_of
from vision.alien_city.own_set.shown import Seen, states_in
from vision.alien_city.own_set.told import lots_told, things_told, tiles_told
from vision.lens import Floats
from vision.network import softmax

# Of thirty made-up sets, no lot of an arrangement that lay right spoke by more than 7.6 nats against it, and in 119
# of 120 in which pieces had been exchanged one did by at least 10.9. Of the tiles two at most did, and at least 15 of
# those of another arrangement.
_MOST_NATS, _MOST_TILES = 9.5, 4
_SURE = 2.0  # nats: what is named
_LEAST = 1e-9
_FEWEST = 3  # arrangements: of two that differ nobody knows which is wrong


@dataclass(frozen=True, eq=False)
class Against:
    """What speaks against an arrangement.

    lots, tiles: the numbers of those that lie otherwise; nats: (80,) how much each lot speaks against it.
    """

    lots: npt.NDArray[np.intp]
    tiles: npt.NDArray[np.intp]
    nats: Floats

    @property
    def is_mislaid(self) -> bool:
        """Whether it clearly lies otherwise."""
        return self.nats.max() > _MOST_NATS or len(self.tiles) > _MOST_TILES


def mislaid(seen: Sequence[Seen]) -> dict[int, Against]:
    """The arrangements, by their numbers, that lie otherwise than asked for.

    A mistake spoils what is told of the others, too. So the worst is left out before these are looked at again.
    """
    left, found = list(range(len(seen))), {}
    while len(left) >= _FEWEST:
        all_against = against([seen[number] for number in left])
        worst = max(
            range(len(left)),
            key=lambda at: (len(all_against[at].tiles) > _MOST_TILES, all_against[at].nats.sum()),
        )
        if not all_against[worst].is_mislaid:
            break
        found[left.pop(worst)] = all_against[worst]
    return found


def against(seen: Sequence[Seen]) -> list[Against]:
    """What speaks against each arrangement, told by the others."""
    things = things_told(seen)
    stock = palette_of([(it.shot.picture, it.shot.pose, it.shot.states) for it in seen]).stock
    lots = softmax(Lots.unlearnt()(lots_told(seen, things, stock)))
    states = states_in([it.shot for it in seen])
    nats = _nats(lots, states).reshape(len(seen), -1)
    counted = np.where(_told_elsewhere(nats, states.reshape(nats.shape)), np.maximum(nats, 0.0), 0.0)
    tiles = tiles_told(seen, things)
    shown = [np.flatnonzero(it.shot.shows_icon) for it in seen]
    against_tiles = np.split(_nats(tiles.said, tiles.marks), np.cumsum([len(it) for it in shown])[:-1])
    return [
        Against(np.flatnonzero(mine > _SURE), places[theirs > _SURE], mine)
        for mine, places, theirs in zip(counted, shown, against_tiles, strict=True)
    ]


def _nats(chances: Floats, asked: npt.NDArray[np.intp]) -> Floats:
    """How much likelier (N,) something else is than what was asked for (N,), by chances (N, C)."""
    logs = np.log(chances + _LEAST)
    own = np.take_along_axis(logs, asked[:, None], axis=1)[:, 0]
    np.put_along_axis(logs, asked[:, None], -np.inf, axis=1)
    return np.asarray(logs.max(axis=1) - own)


def _told_elsewhere(nats: Floats, states: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Of which lots (N, 80) what was asked for is mostly told right in the other arrangements."""
    told = np.zeros(nats.shape, bool)
    for number, asked in enumerate(states):
        others = np.arange(len(states)) != number
        for state in np.unique(asked):
            elsewhere = nats[others][states[others] == state]
            told[number, asked == state] = len(elsewhere) > 0 and np.median(elsewhere) < 0
    return told
