"""How far a landscape extends: which places of its lattice are fields.

Nothing frames a landscape, and a cloth may go on as its fields do. But its pieces touch, their number is known, and
they are likely of one shape.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from engine.netzwerk.fields import Field, parts
from engine.netzwerk.material import FIELDS, FIELDS_WITH_TWO
from vision.lens import Floats
from vision.material import EXCESS
from vision.netzwerk.board import centres
from vision.netzwerk.pieces import in_triangles
from vision.netzwerk.reading import LEFT_BY_TWO, MOST, NO_FIELD, RATHER
from vision.pose import Pose

FIELD_COUNTS = (FIELDS_WITH_TWO, FIELDS)
"""How many fields lie there with two players and with more (N-3.3)."""

_SURE = 1e-4
OUT_OF_SIGHT = 0.8
"""How likely a place that is not in the picture is no field: cloth that can be seen is surer to be none."""

_STILL_THINKABLE = 0.88  # how likely it is none, at most: cloth beside a hand is hardly likelier to be one
# What speaks for a landscape that can be cut into triangles, in nats. Of 200 drawn ones those of triangles lost up to
# 3.7 more than what they looked like where a place was mistaken, those of other pieces 8.6 or more.
_IN_TRIANGLES = 5.0
# The share of places that are more than the box holds of their kind: 0.05 at the most on 44 photos, 0.14 on 72 drawn
# landscapes; 0.7 and more where a cloth has dots or hexagons.
_ALIKE = 0.3
_MISTAKEN = 1.5  # fields: where more seem to be what two players leave in the box, more of them play


def rather_there(absent: Mapping[Field, float]) -> tuple[Field, ...]:
    """The places that rather are fields, by how likely each is none."""
    return tuple(sorted(field for field, chance in absent.items() if chance < RATHER))


def bordering(fields: Collection[Field]) -> set[Field]:
    """The neighbours of fields that are none of them."""
    return {near for field in fields for near in field.neighbours()} - set(fields)


def out_of_sight(fields: Collection[Field], pose: Pose) -> set[Field]:
    """The places beside fields that are not in the picture."""
    beside = sorted(bordering(fields))
    middles = pose.project(centres(beside))
    outside = np.any((middles < 0) | (middles > pose.lens.size), axis=1)
    return {beside[n] for n in np.flatnonzero(outside)}


def may_go_on(count: int, kinds: Floats) -> bool:
    """Whether so many fields are less than a landscape, by the probabilities (N, 16) of KINDS.

    As many as two players lay out, with some that these leave in the box, are rather part of the larger landscape.
    What else there is too much of tells nothing: a city 3 beside another one is a misread number.
    """
    few, many = FIELD_COUNTS
    left = LEFT_BY_TWO > 0
    return count < many and (count != few or _beyond(kinds[:, left], (MOST - LEFT_BY_TWO)[left]) > _MISTAKEN)


def goes_on(kinds: Floats, outside: int) -> bool:
    """Whether a landscape has fields out of sight, rather than only those among places that were looked at, by the
    probabilities (N, 16) of KINDS.

    outside: so many places beside its fields are not in the picture.
    """
    there = np.array(
        most_likely_there(np.append(kinds[:, NO_FIELD], np.full(outside, OUT_OF_SIGHT))), np.intp
    )
    in_sight = there[there < len(kinds)]
    return len(in_sight) < len(there) or may_go_on(len(in_sight), kinds[in_sight])


def is_of_too_few_kinds(kinds: Floats) -> bool:
    """Whether places look so much alike that no landscape is made of them, by the probabilities (N, 16) of KINDS."""
    return _beyond(kinds, MOST) > _ALIKE * len(kinds)


def _beyond(kinds: Floats, most: Floats) -> float:
    """How many fields there are beyond so many (16,) of each kind."""
    return float(np.maximum(kinds.sum(axis=0) - most, 0.0).sum())


def completing(there: Collection[Field], absent: Mapping[Field, float]) -> tuple[Field, ...]:
    """The likeliest place beside fields, where only one is missing to a landscape and little speaks against it."""
    beside = bordering(there) & set(absent)
    if len(there) + 1 not in FIELD_COUNTS or not beside:
        return ()
    likeliest = min(beside, key=lambda it: (absent[it], it))
    return (likeliest,) if absent[likeliest] < _STILL_THINKABLE else ()


def touching(absent: Mapping[Field, float]) -> dict[Field, float]:
    """How likely each place is no field, once it is known that the fields of a landscape touch (N-3.2).

    Where as many as it has lie together, or all but one, a single place apart from them is none. Several may be part
    of a larger landscape across which a hand lies.
    """
    together, *apart = sorted(parts(rather_there(absent)), key=len, reverse=True) or [set()]
    whole = {*together, *completing(together, absent)}
    if len(whole) not in FIELD_COUNTS:
        return dict(absent)
    strays = {place for part in apart if len(part) == 1 for place in part} - bordering(whole)
    return {**absent, **dict.fromkeys(strays, 1.0)}


def in_whole_pieces(absent: Mapping[Field, float]) -> dict[Field, float]:
    """How likely each place is no field, once it is known what can be cut into pieces, if anything likely can."""
    nats = _nats_for(np.array([*absent.values()]))
    _, gain = _as_counted(nats)
    lost = float(nats[nats > 0].sum()) - gain
    found = in_triangles(dict(zip(absent, map(float, nats), strict=True)), FIELD_COUNTS, lost + _IN_TRIANGLES)
    if found is None:
        return dict(absent)
    fields, loss = found
    wrong = 1 / (1 + np.exp(lost + _IN_TRIANGLES - loss))
    return {
        place: min(chance, wrong) if place in fields else max(chance, 1 - wrong)
        for place, chance in absent.items()
    }


def most_likely_there(absent: Floats) -> list[int]:
    """Which places are fields, by the probability of each (N,) that it is none: rather as many as there are pieces
    for."""
    count, _ = _as_counted(_nats_for(absent))
    return sorted(int(n) for n in np.argsort(absent)[:count])


def _as_counted(nats: Floats) -> tuple[int, float]:
    """How many places are fields, by what speaks for each (N,), and how much speaks for that altogether."""
    gains = np.append(0.0, np.cumsum(np.sort(nats)[::-1]))
    gains -= EXCESS * ~np.isin(np.arange(len(gains)), FIELD_COUNTS)
    count = int(gains.argmax())
    return count, float(gains[count])


def _nats_for(absent: Floats) -> Floats:
    """What speaks for places being fields."""
    chances = np.clip(absent, _SURE, 1 - _SURE)
    return np.asarray(np.log(1 / chances - 1))
