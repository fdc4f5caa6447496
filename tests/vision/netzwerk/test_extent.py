"""Which places of a lattice are fields is told by how many pieces there are, too."""

from __future__ import annotations

import numpy as np

from engine.netzwerk.fields import Field
from vision.netzwerk.extent import FIELD_COUNTS, bordering, completing, most_likely_there, rather_there

FEW, MANY = FIELD_COUNTS
ROW = [Field(number, 0) for number in range(MANY)]


def test_what_borders_on_fields_is_none_of_them() -> None:
    beside = bordering(ROW[:2])
    assert len(beside) == 8
    assert not beside & set(ROW[:2])


def test_the_likeliest_place_completes_a_landscape_unless_much_speaks_against_it() -> None:
    absent = dict.fromkeys(ROW[:-1], 0.01)
    beside, other, far = ROW[-1], Field(0, 1), Field(5, 5)
    for chance, found in ((0.8, (beside,)), (0.95, ())):
        there = rather_there(absent | {beside: chance, other: 0.97, far: 0.6})
        assert there == tuple(ROW[:-1])
        assert completing(there, absent | {beside: chance, other: 0.97, far: 0.6}) == found


def test_nothing_completes_what_is_complete_or_lacks_more_than_one() -> None:
    for count in (FEW, MANY, MANY - 2, MANY + 1):
        absent = dict.fromkeys([Field(number, 0) for number in range(count)], 0.01) | {Field(0, 1): 0.6}
        assert completing(rather_there(absent), absent) == ()


def test_rather_as_many_places_are_fields_as_there_are_pieces_for() -> None:
    plain = [0.001] * (MANY - 1)
    assert most_likely_there(np.array([*plain, 0.8, 0.9])) == [*range(MANY)]
    assert len(most_likely_there(np.array([*plain, 0.9999]))) == MANY - 1
    assert len(most_likely_there(np.array([*plain, 0.001, 0.4]))) == MANY, "one too many is rather cloth"
