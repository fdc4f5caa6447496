"""From probabilities to a landscape: what is sure, what the box decides, what stays open."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
import pytest

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import DESERT, UNREAD, UNREAD_VALUE, City, Colour, Player
from engine.netzwerk.setup import random_opening
from engine.netzwerk.state import State
from engine.netzwerk.text import format_state, parse_state
from tests.vision.netzwerk.labels import TRUTH
from tests.vision.netzwerk.readings import HANDS, TEXT, sure, with_kind, with_stick
from vision.netzwerk.decode import decode
from vision.netzwerk.extent import FIELD_COUNTS
from vision.netzwerk.reading import KINDS, MINERS, NO_FIELD


def test_what_is_plainly_seen_is_what_is_said() -> None:
    assert format_state(decode(sure())) == TEXT


def test_there_is_one_city_of_each_value() -> None:
    reading = with_kind(sure(), Field(3, 2), {City(9): 0.55, City(6): 0.44})
    assert decode(reading).board[Field(3, 2)] == City(6), "the 9 is plain to see elsewhere"
    two = with_kind(sure(), Field(3, 2), {City(9): 1.0})
    assert list(decode(two).board.kinds.values()).count(City(9)) == 2, (
        "what lies there against the box is said"
    )


@pytest.mark.parametrize("certainty", [0.992, 0.999])
def test_a_second_city_of_a_value_that_is_plain_to_see_is_said(certainty: float) -> None:
    two = with_kind(sure(), Field(4, 2), {City(7): certainty, City(9): 1 - certainty})
    kinds = decode(two).board.kinds
    assert (kinds[Field(3, 2)], kinds[Field(4, 2)]) == (City(7), City(7))


@pytest.mark.parametrize("certainty", [0.992, 0.999])
def test_a_sixth_field_of_a_colour_that_is_plain_to_see_is_said(certainty: float) -> None:
    state = random_opening(3, 1)
    board, *_ = format_state(state).split()
    sixth = next(it for it in state.board if state.board[it] is Colour.BLUE)
    reading = sure(f"{board} w-;k-;g-;n- w-|k-|g-|n-")
    kinds = decode(with_kind(reading, sixth, {Colour.RED: certainty, Colour.BLUE: 1 - certainty})).board.kinds
    assert kinds[sixth] is Colour.RED
    assert list(kinds.values()).count(Colour.RED) == 6


@pytest.mark.parametrize("certainty", [0.94, 0.98])
def test_a_second_city_of_a_value_that_may_well_be_another_is_not_said(certainty: float) -> None:
    two = with_kind(sure(), Field(4, 2), {City(7): certainty, City(9): 1 - certainty})
    assert decode(two).board[Field(4, 2)] != City(7)


def test_a_value_nobody_can_tell_is_open_and_the_city_is_not() -> None:
    reading = with_kind(sure(), Field(3, 2), {City(7): 0.3, City(8): 0.35, City(6): 0.34})
    seen = decode(reading)
    assert seen.board[Field(3, 2)] == City(UNREAD_VALUE)
    assert "C?" in format_state(seen)
    assert seen.board.unread == {Field(3, 2)}


def test_what_plainly_is_on_a_desert_is_said_to_be_there() -> None:
    text = TEXT.replace("w4,1", "w3,1").replace("2,0E|", "2,0E;2,1E;3,0SE|")
    assert format_state(decode(sure(text))) == text


def test_what_seems_to_be_on_a_desert_is_rather_a_shadow() -> None:
    # Two ways from city to city, and neither has a loose end.
    over_land = with_stick(with_stick(sure(), "2,1SE", Player.BLACK, 0.8), "2,2E", Player.BLACK, 0.8)
    assert len(decode(over_land).connectors[Player.BLACK]) == 2
    over_desert = with_stick(with_stick(sure(), "2,1E", Player.BLACK, 0.8), "3,0SE", Player.BLACK, 0.8)
    assert not decode(over_desert).connectors[Player.BLACK]


def test_where_rather_no_field_lies_none_is_said_to() -> None:
    seen = decode(with_kind(sure(), Field(0, 0), {None: 0.8, DESERT: 0.2}))
    assert Field(0, 0) not in seen.board
    assert not any(Field(0, 0) in it.fields for it in seen.connectors[Player.WHITE])


def test_under_a_hand_nothing_is_guessed() -> None:
    reading = sure()
    unseen = reading.unseen.copy()
    unseen[reading.fields.index(Field(1, 0))] = 0.95
    seen = decode(replace(reading, unseen=unseen))
    assert seen.board[Field(1, 0)] is UNREAD
    assert "C2??G2" in format_state(seen)


def test_stones_that_may_be_one_or_two_are_open() -> None:
    reading = sure()
    stones = reading.stones.copy()
    stones[reading.fields.index(Field(1, 0))] = [0.02, 0.49, 0.49]
    assert "Y?" in format_state(decode(replace(reading, stones=stones)))


@pytest.mark.parametrize(("elsewhere", "stands"), [(0.05, Field(4, 1)), (0.9998, None)])
def test_each_player_has_one_miner(elsewhere: float, stands: Field | None) -> None:
    reading = sure()
    miners = reading.miners.copy()
    row = np.full(len(MINERS), (1 - elsewhere) / (len(MINERS) - 1))
    row[MINERS.index(Player.WHITE)] = elsewhere
    miners[reading.fields.index(Field(0, 0))] = row
    seen = decode(replace(reading, miners=miners))
    assert seen.miners[Player.WHITE] == stands
    assert (Player.WHITE in seen.unknown.miners) is (stands is None), "two of them, and nobody knows which"


def test_who_plainly_stands_elsewhere_is_not_whom_a_field_may_show() -> None:
    reading = sure()
    shared = reading.miners.copy()
    white, black = (MINERS.index(player) for player in (Player.WHITE, Player.BLACK))
    shared[reading.fields.index(Field(4, 1)), [white, black]] = 0.55, 0.45
    seen = decode(replace(reading, miners=shared))
    assert seen.miners == decode(reading).miners, "one of the two is black, and black is there already"
    nobody = shared.copy()
    nobody[reading.fields.index(Field(0, 1))] = np.eye(len(MINERS))[MINERS.index(None)]
    bare = replace(reading, sticks=np.full_like(reading.sticks, 1e-3), miners=nobody)
    assert {Player.WHITE, Player.BLACK} <= decode(bare).unknown.miners, "nobody knows who of them is missing"


def test_a_doubtful_connector_that_closes_a_route_is_there_and_a_stump_is_not() -> None:
    gap = with_stick(sure(), "1,0E", Player.WHITE, 0.3)
    assert Connection.parse("1,0E") in decode(gap).connectors[Player.WHITE]
    stump = with_stick(sure(), "0,2E", Player.BLACK, 0.7)
    assert not decode(stump).connectors[Player.BLACK]


def test_a_stump_that_is_plainly_seen_is_said_to_lie_there() -> None:
    stump = with_stick(sure(), "0,2E", Player.BLACK, 0.999)
    assert decode(stump).connectors[Player.BLACK] == {Connection.parse("0,2E")}
    assert Colour.ORANGE in decode(stump).board.kinds.values()


@pytest.mark.parametrize(("absent", "stays"), [(0.3, False), (1e-5, True)])
def test_a_field_more_than_there_are_has_to_be_seen_plainly(absent: float, stays: bool) -> None:
    state = random_opening(3, 1)
    board, *_ = format_state(state).split()
    reading = sure(f"{board} w-;k-;g-;n- w-|k-|g-|n-")
    more = next(near for near in reading.fields[0].neighbours() if near not in reading.fields)
    kinds = np.full(len(KINDS), (1 - absent) / (len(KINDS) - 1))
    kinds[KINDS.index(None)] = absent
    reading = replace(
        reading,
        fields=(*reading.fields, more),
        kinds=np.vstack([reading.kinds, kinds]),
        stones=np.vstack([reading.stones, reading.stones[:1]]),
        miners=np.vstack([reading.miners, reading.miners[:1]]),
        unseen=np.append(reading.unseen, 0.0),
    )
    assert (more in decode(reading).board) == stays
    assert len(decode(reading).board.kinds) == len(state.board.kinds) + stays


def test_who_has_connectors_stands_somewhere_be_it_ever_so_faint() -> None:
    reading = sure()
    miners = reading.miners.copy()
    white, black = (MINERS.index(player) for player in (Player.WHITE, Player.BLACK))
    miners[:, white] = miners[:, black] = 0.0005
    for player, field in ((white, Field(4, 1)), (black, Field(0, 1))):
        miners[reading.fields.index(field), player] = 0.08
    miners[:, MINERS.index(None)] += 1 - miners.sum(axis=1)
    state = decode(replace(reading, miners=miners))
    assert state.miners[Player.WHITE] == Field(4, 1)
    assert state.miners[Player.BLACK] is None
    assert Player.BLACK in state.unknown.miners, "it may not play at all"


def test_where_somebody_stands_a_stone_was_taken_unless_both_are_plainly_seen() -> None:
    alone = sure(TEXT.replace("k0,1", "k1,0"))
    stones = alone.stones.copy()
    for chances, said in (([0.005, 0.345, 0.65], 1), ([1e-4, 1e-4, 0.9998], 2)):
        stones[alone.fields.index(Field(1, 0))] = chances
        assert decode(replace(alone, stones=stones)).stones[Field(1, 0)] == said


def whole_but_for(field: str, others: Collection[str] = ()) -> State:
    """The table of a landscape of which one place may as well be no field, and of which others are none."""
    reading = sure(TRUTH["printed_routes.jpg"])
    names, kinds = [str(it) for it in reading.fields], reading.kinds.copy()
    for row in map(names.index, others):
        kinds[row] = np.where(np.arange(len(KINDS)) == NO_FIELD, 1.0, 0.0)
    row = names.index(field)
    is_what, absent = int(kinds[row].argmax()), 0.46
    kinds[row] *= (1 - absent - 0.02) / kinds[row, is_what]
    kinds[row, NO_FIELD] = absent
    return decode(replace(reading, kinds=kinds / kinds.sum(axis=1, keepdims=True)))


def test_a_place_that_may_be_no_field_is_read_where_a_landscape_is_whole_with_it() -> None:
    known = parse_state(TRUTH["printed_routes.jpg"] + HANDS).board.kinds
    assert len(known) in FIELD_COUNTS
    desert = next(it for it, kind in known.items() if kind is DESERT)
    far = [str(it) for it in sorted(known)[-3:]]
    assert whole_but_for(str(desert)).board.kinds[desert] is DESERT
    assert whole_but_for(str(desert), far).board.kinds.get(desert, UNREAD) is UNREAD
