"""Which places of a lattice are fields is told by how many pieces there are, too."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.netzwerk.fields import Field
from engine.netzwerk.material import DESERT, City, Colour
from vision.lens import Floats, Lens
from vision.netzwerk.extent import (
    FIELD_COUNTS,
    bordering,
    completing,
    goes_on,
    in_whole_pieces,
    is_of_too_few_kinds,
    may_go_on,
    most_likely_there,
    out_of_sight,
    rather_there,
    touching,
)
from vision.netzwerk.pieces import in_triangles
from vision.netzwerk.reading import KINDS, NO_FIELD
from vision.pose import Pose

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


def test_a_place_apart_from_a_whole_landscape_is_no_part_of_it() -> None:
    card = Field(3, 2)
    for count in FIELD_COUNTS:
        *most, last = ROW[:count]
        lacking = dict.fromkeys(most, 0.01) | {last: 0.7, card: 0.05}
        assert set(rather_there(touching(lacking | {last: 0.01}))) == {*most, last}
        assert set(rather_there(touching(lacking))) == {*most}, "the last one completes it"
        unlikely = lacking | {last: 0.95}
        assert touching(unlikely) == unlikely
        joined = lacking | {Field(count, 0): 0.05}
        assert Field(count, 0) in rather_there(touching(joined))
    too_many = dict.fromkeys(ROW, 0.01) | {Field(3, 1): 0.05}
    assert touching(too_many) == too_many, "but they touch"


def test_a_landscape_that_a_hand_cuts_in_two_keeps_both_parts() -> None:
    absent = dict.fromkeys(ROW, 0.01) | dict.fromkeys(ROW[FEW:-2], 0.7)
    assert len(rather_there(absent)) == FEW + 2
    assert touching(absent) == absent


def test_places_beside_fields_are_out_of_sight_where_the_picture_ends() -> None:
    camera = Pose(np.array([np.pi, 0, 0]), np.array([0.0, 0.0, 600.0]), Lens.pinhole(1100, (1280, 960)))
    assert out_of_sight(ROW[:3], camera) == set()
    assert out_of_sight(ROW[:7], camera) == {Field(7, 0)}


def of_colours(each: int, city_6: float = 0.0, cities_3: int = 0) -> Floats:
    """What is seen of so many fields of each colour, and of cities."""
    each_kind = np.eye(len(KINDS))
    colours = [each_kind[KINDS.index(colour)] for colour in Colour for _ in range(each)]
    cities = [city_6 * each_kind[KINDS.index(City(6))], *[each_kind[KINDS.index(City(3))]] * cities_3]
    return np.array([*colours, *cities])


def test_as_many_fields_as_two_players_lay_out_go_on_where_they_leave_some_in_the_box() -> None:
    assert not may_go_on(FEW, of_colours(4))
    assert may_go_on(FEW, of_colours(5, city_6=1.0))
    assert not may_go_on(FEW, of_colours(4, city_6=1.0)), "one may be mistaken"
    assert not may_go_on(FEW, of_colours(4, cities_3=3)), "numbers that are misread tell nothing of that"
    assert may_go_on(FEW + 1, of_colours(4))
    assert may_go_on(MANY - 1, of_colours(5))
    assert not may_go_on(MANY, of_colours(5))
    assert not may_go_on(MANY + 1, of_colours(6))


def test_a_landscape_goes_on_out_of_sight_where_it_lacks_fields_that_may_lie_there() -> None:
    each_kind = np.eye(len(KINDS))
    others = [KINDS.index(it) for it in (*[DESERT] * 4, *map(City, range(2, 11)))]
    few = np.vstack([of_colours(4)[:-1], each_kind[others]])

    def beside(*absent: float) -> Floats:
        return np.array([chance * each_kind[NO_FIELD] + (1 - chance) * each_kind[-1] for chance in absent])

    assert len(few) == FEW
    assert not goes_on(few, outside=4)
    assert goes_on(few[:-2], outside=4)
    assert not goes_on(np.vstack([few, beside(0.3, 0.3)]), outside=4), "these are rather cloth"
    assert goes_on(np.vstack([few, beside(0.001, 0.001)]), outside=4)


def test_places_that_look_alike_make_no_landscape() -> None:
    assert not is_of_too_few_kinds(of_colours(5, city_6=1.0))
    assert not is_of_too_few_kinds(of_colours(6)), "a piece too many"
    assert is_of_too_few_kinds(of_colours(9))
    assert is_of_too_few_kinds(np.eye(len(KINDS))[[KINDS.index(Colour.RED)] * 20])


def _landscape_of(triangles: Sequence[tuple[int, int]]) -> set[Field]:
    """The fields of triangles of which each is a place, its right neighbour and the one below both of these."""
    return {Field(q + a, r + b) for q, r in triangles for a, b in ((0, 0), (1, 0), (0, 1))}


ROWS = [(2 * n, 0) for n in range(6)] + [(2 * n - 1, 2) for n in range(5)]
"""Eleven triangles in two rows, with gaps between them that point downwards."""


def test_a_landscape_of_triangles_is_mended_where_a_place_was_mistaken() -> None:
    fields = _landscape_of(ROWS)
    phantom, missed = Field(1, 1), Field(4, 0)
    assert len(fields) == FEW
    assert phantom not in fields
    absent = dict.fromkeys(fields, 0.001) | {phantom: 0.2, missed: 0.8}
    assert set(rather_there(absent)) == fields - {missed} | {phantom}
    mended = in_whole_pieces(absent)
    assert set(rather_there(mended)) == fields
    assert mended[missed] > absent[phantom] / 10, "what is only concluded is not sure"


def test_what_is_plainly_seen_need_not_be_of_triangles() -> None:
    fields = _landscape_of(ROWS)
    phantom, missed = Field(1, 1), Field(4, 0)
    plain = dict.fromkeys(fields, 0.001) | {phantom: 0.01, missed: 0.99}
    assert in_whole_pieces(plain) == plain
    row = dict.fromkeys(ROW, 0.01)
    assert in_whole_pieces(row) == row


def test_triangles_cover_as_many_places_as_there_are_pieces_for() -> None:
    fields = _landscape_of(ROWS)
    nats = dict.fromkeys(fields, 4.0)
    found = in_triangles(nats, FIELD_COUNTS, 1.0)
    assert found == (frozenset(fields), 0.0)
    assert in_triangles(nats | {Field(20, 20): 4.0}, FIELD_COUNTS, 1.0) is None, "it is in no triangle"
    assert in_triangles(nats | {Field(20, 20): 0.5}, FIELD_COUNTS, 1.0) == (frozenset(fields), 0.5)
    assert in_triangles(nats, (MANY,), 100.0) is None
