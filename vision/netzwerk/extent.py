"""How far a landscape extends: which places of its lattice are fields.

Nothing frames a landscape, and a cloth may go on as its fields do. But its pieces touch, and their number is known.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from engine.netzwerk.fields import Field
from engine.netzwerk.material import CITY_VALUES, DESERTS, FIELDS_WITH_TWO, LANDSCAPES_EACH, Colour
from vision.lens import Floats
from vision.material import EXCESS

FIELD_COUNTS = (FIELDS_WITH_TWO, len(Colour) * LANDSCAPES_EACH + DESERTS + len(CITY_VALUES))
"""How many fields lie there with two players and with more (N-3.3)."""

_RATHER = 0.5
_SURE = 1e-4
_STILL_THINKABLE = 0.88  # cloth beside a hand is hardly likelier


def rather_there(absent: Mapping[Field, float]) -> tuple[Field, ...]:
    """The places that rather are fields, by how likely each is none."""
    return tuple(sorted(field for field, chance in absent.items() if chance < _RATHER))


def bordering(fields: Collection[Field]) -> set[Field]:
    """The neighbours of fields that are none of them."""
    return {near for field in fields for near in field.neighbours()} - set(fields)


def completing(there: Collection[Field], absent: Mapping[Field, float]) -> tuple[Field, ...]:
    """The likeliest place beside fields, where only one is missing to a landscape and little speaks against it."""
    beside = bordering(there) & set(absent)
    if len(there) + 1 not in FIELD_COUNTS or not beside:
        return ()
    likeliest = min(beside, key=lambda it: (absent[it], it))
    return (likeliest,) if absent[likeliest] < _STILL_THINKABLE else ()


def most_likely_there(absent: Floats) -> list[int]:
    """Which places are fields, by the probability of each (N,) that it is none: rather as many as there are pieces
    for."""
    order = np.argsort(absent)
    gains = np.append(0.0, np.cumsum(_nats_for(absent)[order]))
    count = int((gains - EXCESS * ~np.isin(np.arange(len(gains)), FIELD_COUNTS)).argmax())
    return sorted(int(n) for n in order[:count])


def _nats_for(absent: Floats) -> Floats:
    """What speaks for places being fields."""
    chances = np.clip(absent, _SURE, 1 - _SURE)
    return np.asarray(np.log(1 / chances - 1))
