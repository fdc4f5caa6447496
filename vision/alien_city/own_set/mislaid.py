"""Which arrangements of an owner's set lie otherwise than asked for, judged by the others.

Things that look alike are mixed up in every arrangement; pieces or tiles that were exchanged, in a single one.
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

# In 63 of 64 made-up sets, the lots of no arrangement that lay right spoke against it by more in all; in 249 of 256
# arrangements in which pieces had been exchanged they did.
_MOST_NATS = 12.0
# With thirty other sets, two tiles at most spoke against an arrangement that lay right, and at least 15 where the
# tiles of another one lay there.
_MOST_TILES = 4
_SURE = 2.0  # nats, from which on a lot is named
_LEAST = 1e-9
_FEWEST = 3  # arrangements: if only two differ, it can't be told which is wrong


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
        """What arrangements are compared by: whether the tiles are others, which spoils most; how much lots say."""
        return len(self.tiles) > _MOST_TILES, float(self.nats.sum())


def mislaid(seen: Sequence[Seen]) -> dict[int, Against]:
    """The arrangements, by their numbers, that lie otherwise than asked for.

    A mistake also spoils the judgement of the others. So the worst one is left out before these are looked at again.
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
    """What speaks against each arrangement, judged by the others."""
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

    For whether a lot is bare, the reader that knows other sets is asked too: each of the two makes many mistakes.
    """
    said = SeenLots(
        things,
        np.concatenate([it.as_any.lots for it in seen]),
        np.concatenate([it.features.looks for it in seen]),
        np.zeros((len(things), COLOUR_NUMBERS)),  # colours don't count before anything is learnt
    )
    chances, asked = softmax(Lots.unlearnt()(said)), states_in([it.shot for it in seen])
    is_bare = np.arange(len(LOT_STATES)) == STREET
    unlike = is_bare != is_bare[asked][:, None]
    by_these, as_any = ((it * unlike).sum(axis=1, keepdims=True) for it in (chances, said.as_any))
    chances *= np.where(unlike, np.minimum(1.0, as_any / (by_these + _LEAST)), 1.0)
    return _nats(chances, asked)


def _told_right(seen: Sequence[Seen], asked: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Whether what lots (80,) should hold is mostly read right in these arrangements, each lot judged by all others.

    The arrangement of the lots themselves is not among them: what was laid wrongly there makes others be misread. And
    what stands in few arrangements is judged by its neighbours, too.
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
