"""How fields of a reading are to be named in a game: nothing on a table says which is 0,0 and which way is east."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from engine.netzwerk.state import State
from vision.game import HIDDEN
from vision.netzwerk.board import Naming
from vision.netzwerk.reading import KINDS, NO_FIELD, Reading
from vision.same_board import may_be_same

_PLAINLY = 0.75  # so much of a landscape lies as it should: no other way of naming its fields needs a look
_SHIFTS = 8  # of a turned landscape that are tried: those that bring most fields onto others


def naming_like(reading: Reading, state: State) -> Naming:
    """How fields of a reading have to be named for it to fit a state's board best: most often, as they are."""
    # What could not be read counts as no field.
    known = {(it.q, it.r): KINDS.index(kind) for it, kind in state.board.kinds.items() if kind in KINDS}
    as_it_is = Naming(0, Field(0, 0))
    if _fitting(reading, known, _places(reading.fields)) > _PLAINLY:
        return as_it_is
    where = _places(state.board)
    best, found = 0.0, as_it_is
    for sixths in range(6):
        turn = Naming(sixths, Field(0, 0))
        turned = _places(map(turn, reading.fields))
        every = (where[:, None] - turned).reshape(-1, 2)
        shifts, firsts, counts = np.unique(every, axis=0, return_index=True, return_counts=True)
        for shift in shifts[np.lexsort((firsts, -counts))[:_SHIFTS]]:
            share = _fitting(reading, known, turned + shift)
            if share > best:
                best, found = share, turn.shifted(*map(int, shift))
    return found


def _places(fields: Iterable[Field]) -> npt.NDArray[np.intp]:
    """Fields as rows of numbers, (N, 2)."""
    return np.array([(it.q, it.r) for it in fields], np.intp).reshape(-1, 2)


def _fitting(reading: Reading, known: Mapping[tuple[int, int], int], places: npt.NDArray[np.intp]) -> float:
    """The mean probability that the fields of a reading are what is known to lie at places (N, 2), by KINDS."""
    kinds = [known.get((q, r), NO_FIELD) for q, r in places.tolist()]
    return float(reading.kinds[np.arange(len(kinds)), kinds].mean())


def is_laid_like(reading: Reading, state: State) -> bool:
    """Whether the fields that can be seen may be those of a state."""
    known = [state.board.kinds.get(field) for field in reading.fields]
    rows = [n for n, kind in enumerate(known) if reading.unseen[n] < HIDDEN and kind in KINDS]
    kinds = np.array([KINDS.index(known[n]) for n in rows], np.intp)
    return may_be_same(reading.kinds[np.array(rows, np.intp)], kinds)
