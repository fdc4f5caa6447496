"""Which arrangements of an owner's set lie otherwise than asked for, told by what the others have shown.

Where two things look alike, they are mixed up in every arrangement; where pieces or tiles were exchanged, in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.alien_city.own_set.likeness import things_by_all_others
from vision.alien_city.own_set.lot_colours import COLOUR_NUMBERS
from vision.alien_city.own_set.lots import Lots, SeenLots
from vision.alien_city.own_set.shown import Seen, states_in
from vision.alien_city.own_set.told import but, things_told, tiles_told
from vision.alien_city.reading import LOT_STATES, STREET
from vision.lens import Floats
from vision.network import softmax

# Of 64 made-up sets, in all but one no lots of an arrangement that lay right spoke by more in all, and those of 249
# of 256 in which pieces had been exchanged did.
_MOST_NATS = 12.0
# Of the tiles of thirty others two at most spoke against an arrangement, and at least 15 where they were another's.
_MOST_TILES = 4
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
        return self.badness > (False, _MOST_NATS)

    @property
    def badness(self) -> tuple[bool, float]:
        """By which it is compared: whether it lies on other tiles, which spoil most, and how much its lots say."""
        return len(self.tiles) > _MOST_TILES, float(self.nats.sum())


def mislaid(seen: Sequence[Seen]) -> dict[int, Against]:
    """The arrangements, by their numbers, that lie otherwise than asked for.

    A mistake spoils what is told of the others, too. So the worst is left out before these are looked at again.
    """
    left, found = list(range(len(seen))), {}
    while len(left) >= _FEWEST:
        all_against = against([seen[number] for number in left])
        worst = max(range(len(left)), key=lambda at: all_against[at].badness)
        if not all_against[worst].is_mislaid:
            break
        found[left.pop(worst)] = all_against[worst]
    return found


def against(seen: Sequence[Seen]) -> list[Against]:
    """What speaks against each arrangement, told by the others."""
    things = things_told(seen)
    nats = np.split(np.maximum(_lots_against(seen, np.concatenate(things)), 0.0), len(seen))
    lots = [
        np.where(_told_right(but(seen, number), it.shot.states), mine, 0.0)
        for number, (it, mine) in enumerate(zip(seen, nats, strict=True))
    ]
    tiles = tiles_told(seen, things)
    shown = [np.flatnonzero(it.shot.shows_icon) for it in seen]
    against_tiles = np.split(_nats(tiles.said, tiles.marks), np.cumsum([len(it) for it in shown])[:-1])
    return [
        Against(np.flatnonzero(mine > _SURE), places[theirs > _SURE], mine)
        for mine, places, theirs in zip(lots, shown, against_tiles, strict=True)
    ]


def _lots_against(seen: Sequence[Seen], things: Floats) -> Floats:
    """How much lots speak against what they should hold, (80 N,), by the things (80 N, 21) that they seem to show.

    Whether one is bare is told by who knows other sets as well: each takes much for what it is not.
    """
    said = SeenLots(
        things,
        np.concatenate([it.as_any.lots for it in seen]),
        np.concatenate([it.features.looks for it in seen]),
        np.zeros((len(things), COLOUR_NUMBERS)),  # they have no say before anything is learnt
    )
    chances, asked = softmax(Lots.unlearnt()(said)), states_in([it.shot for it in seen])
    is_bare = np.arange(len(LOT_STATES)) == STREET
    unlike = is_bare != is_bare[asked][:, None]
    by_these, as_any = ((it * unlike).sum(axis=1, keepdims=True) for it in (chances, said.as_any))
    chances *= np.where(unlike, np.minimum(1.0, as_any / (by_these + _LEAST)), 1.0)
    return _nats(chances, asked)


def _told_right(seen: Sequence[Seen], asked: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Whether what lots (80,) should hold is mostly told right in these arrangements, each lot by all others.

    The arrangement of these lots is none of them: what was laid wrongly there makes others be told wrong. And what
    stands in few arrangements is told by what stands beside it, too.
    """
    things = things_by_all_others([(it.features, it.things) for it in seen])
    nats, states = _lots_against(seen, things), states_in([it.shot for it in seen])
    right = [state for state in np.unique(states) if np.median(nats[states == state]) < 0]
    return np.isin(asked, right)


def _nats(chances: Floats, asked: npt.NDArray[np.intp]) -> Floats:
    """How much likelier (N,) something else is than what was asked for (N,), by chances (N, C)."""
    logs = np.log(chances + _LEAST)
    own = np.take_along_axis(logs, asked[:, None], axis=1)[:, 0]
    np.put_along_axis(logs, asked[:, None], -np.inf, axis=1)
    return np.asarray(logs.max(axis=1) - own)
