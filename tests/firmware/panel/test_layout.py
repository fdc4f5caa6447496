"""Pages with a map use the room that a display has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from engine.alien_city import AlienCity
from engine.netzwerk.game import Netzwerk
from engine.positions import random_opening
from engine.spots import Spot
from firmware.panel.layout import Size, layout
from firmware.panel.lettering import Box
from firmware.panel.map import width_of_places
from tests.firmware.panel.boards import STATE, WIDE

SIZES: list[Size] = [(128, 64), (128, 128), (240, 240), (320, 240)]


def is_apart(one: Box, other: Box) -> bool:
    """Whether two boxes share no pixel."""
    is_aside = one.right <= other.left or other.right <= one.left
    return is_aside or one.bottom <= other.top or other.bottom <= one.top


def maps() -> list[Sequence[Spot]]:
    """A city, a wide landscape, and landscapes of all shapes."""
    city, wide = AlienCity(), Netzwerk()
    laid = [random_opening(players, seed) for players in (2, 3, 4) for seed in range(6)]
    return [
        city.chart(city.parse_state(STATE)),
        wide.chart(wide.parse_state(WIDE)),
        *(wide.chart(state) for _, state in laid),
    ]


@pytest.mark.parametrize("size", SIZES)
def test_no_part_lies_on_another_or_reaches_out_of_the_display(size: Size) -> None:
    for spots in maps():
        found = layout(size, spots)
        for boxes in ((found.turn, found.last, found.map), (found.head, found.body, found.map)):
            assert all(0 <= box.left < box.right <= size[0] for box in boxes)
            assert all(0 <= box.top < box.bottom <= size[1] for box in boxes)
            assert all(is_apart(one, other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("size", SIZES[1:])
def test_where_there_is_room_the_map_takes_more_than_a_sixth_of_it(size: Size) -> None:
    for spots in maps():
        place = width_of_places(layout(size, spots).map, spots)
        wide = max(it.x for it in spots) - min(it.x for it in spots) + 1
        high = max(it.y for it in spots) - min(it.y for it in spots) + 1
        assert wide * high * place**2 > size[0] * size[1] / 6


def test_without_a_board_the_words_are_where_they_are_beside_a_map() -> None:
    assert layout((128, 64), ()) == layout((128, 64), maps()[0])
