"""How fields of a reading are to be named in a game: nothing on a table says which is 0,0 and which way is east."""

from __future__ import annotations

from collections import Counter

import numpy as np

from engine.netzwerk.fields import Field
from engine.netzwerk.state import State
from vision.game import HIDDEN
from vision.netzwerk.board import Naming
from vision.netzwerk.reading import KINDS, Reading
from vision.same_board import may_be_same

_PLAINLY = 0.75  # so much of a landscape lies as it should: no other way of naming its fields needs a look
_SHIFTS = 8  # of a turned landscape, by how many fields they bring onto others


def naming_like(reading: Reading, state: State) -> Naming:
    """How fields of a reading have to be named for it to fit a state's board best: most often, as they are."""
    as_it_is = Naming(0, Field(0, 0))
    if _fitting(reading, state, as_it_is) > _PLAINLY:
        return as_it_is
    where = np.array([(it.q, it.r) for it in state.board])
    best, found = 0.0, as_it_is
    for sixths in range(6):
        turn = Naming(sixths, Field(0, 0))
        turned = np.array([(it.q, it.r) for it in map(turn, reading.fields)])
        shifts = Counter((int(q), int(r)) for q, r in (where[:, None] - turned).reshape(-1, 2))
        for (q, r), _ in shifts.most_common(_SHIFTS):
            naming = turn.shifted(q, r)
            share = _fitting(reading, state, naming)
            if share > best:
                best, found = share, naming
    return found


def _fitting(reading: Reading, state: State, naming: Naming) -> float:
    """The mean probability that a field of a reading, so named, is what a state has there."""
    index = [_index(state.board.kinds.get(naming(it))) for it in reading.fields]
    return float(reading.kinds[np.arange(len(index)), index].mean())


def _index(kind: object) -> int:
    """Of a kind among KINDS; what could not be read counts as no field."""
    return KINDS.index(kind) if kind in KINDS else 0


def is_laid_like(reading: Reading, state: State) -> bool:
    """Whether the fields that can be seen may be those of a state."""
    known = [state.board.kinds.get(field) for field in reading.fields]
    rows = [n for n, kind in enumerate(known) if reading.unseen[n] < HIDDEN and kind in KINDS]
    kinds = np.array([KINDS.index(known[n]) for n in rows], np.intp)
    return may_be_same(reading.kinds[np.array(rows, np.intp)], kinds)
