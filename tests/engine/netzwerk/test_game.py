"""Netzwerk played by the contract that every game keeps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.netzwerk.fields import Connection
from engine.netzwerk.game import COLOUR_GONE, Netzwerk
from engine.netzwerk.material import Player
from engine.netzwerk.options import Options
from engine.netzwerk.state import State
from engine.netzwerk.text import parse_state
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import BRIEF
from engine.play import Play
from tests.engine.netzwerk.vectors import record

GAME = Netzwerk()
MIDDLE = "0|0:C2Y2R2C4/0:O2G2B2C7 w1,0;k1,1 w-|k- w3,0,2,0,0|k0,0,0,0,0 w.m"


@pytest.mark.parametrize("number", [0, 7, 15])
def test_a_game_is_played_to_its_end_and_taken_back_to_its_start(number: int) -> None:
    recorded = record(number)
    game = Netzwerk(recorded.options)
    play: Play[State, Turn] = Play(game, recorded.start)
    for turn in recorded.turns:
        assert play.play(game.parse_change(game.format_change(turn))).legal
        assert game.faults(play.state) == ()
    assert (play.end, play.to_move) == (COLOUR_GONE, None)
    assert list(game.legal(play.state)) == []
    assert set(play.score().totals) == set(game.players(play.state))
    assert set(play.score().winners) <= set(game.players(play.state))
    for turn in reversed(recorded.turns):
        assert play.undo() == turn
    assert play.state == recorded.start == game.opening(recorded.start)
    assert game.tell_start(play.state).facts["players"] == " ".join(game.players(play.state))


def test_every_turn_listed_as_legal_is_judged_so_and_none_of_the_ways_is_left_out() -> None:
    state = parse_state(MIDDLE)
    turns = list(GAME.legal(state))
    assert all(GAME.judge(state, turn).legal for turn in turns)
    ways = [str(turn.to) for turn in turns if not turn.build]
    assert ways == ["0,0", "0,1", "2,0"]
    assert any(turn.build for turn in turns)


def test_the_options_are_those_of_the_table() -> None:
    state = parse_state("0|0:C2C4Y2 w2,0;k- w-|k- w1,0,0,0,0|k0,0,0,0,0 w.m")
    turn = Turn(Player.WHITE, None, None, (Connection.parse("0,0E"),), (1, 0, 0, 0, 0))
    turn = replace(turn, to=Connection.parse("1,0E").first)
    assert "city_city" in GAME.judge(state, turn).violates
    assert Netzwerk(Options(city_city="any_one")).judge(state, turn).legal


def test_what_cannot_be_on_a_table_is_named_whatever_was_played() -> None:
    both = "0|0:C2Y2C4 w1,0;k1,0 w0,0E|k0,0E;1,0E w0,0,0,0,0|k0,0,0,0,0 w.m"
    faults = GAME.faults(parse_state(both))
    assert [fault.code for fault in faults][-3:] == ["miners", "parallel", "route_a"]
    assert {fault.code for fault in faults[:-3]} == {"landscapes", "deserts", "cities"}
    assert all(fault.rule in BRIEF and fault.sentence() for fault in faults)


def test_stones_that_the_box_does_not_have_are_named() -> None:
    state = parse_state("0|0:C2Y2R2C4 w1,0;k- w-|k- w1,0,9,0,0|k9,0,0,0,0 w.b")
    faults = [fault for fault in GAME.faults(state) if fault.code == "stones"]
    assert [str(fault) for fault in faults] == [
        "N-2.4: there are 12 yellow stones on the board and in hands, and the box has 10.",
        "N-2.4: there are 11 red stones on the board and in hands, and the box has 10.",
    ]
    assert faults[0].rule in BRIEF


def test_of_connectors_that_are_too_many_only_those_are_blamed_that_can_be_spared() -> None:
    # A city, a triangle of landscapes, a way to another triangle, a city.
    fields = "0|0:C2Y2O2R2G2C7/0:O2R2G2B2Y2"
    triangles = "1,0SW;0,1E;1,0SE;4,0SW;3,1E;4,0SE"
    laid = f"w0,0E;1,0E;2,0E;3,0E;4,0E;{triangles}|k-|g-"
    state = parse_state(f"{fields} w1,0;k2,0;g1,1 {laid} w0,0,0,0,0|k0,0,0,0,0|g0,0,0,0,0 w.m")
    (fault,) = (it for it in GAME.faults(state) if it.code == "route_c")
    assert set(fault.places) == set(triangles.split(";"))


def test_in_the_middle_of_a_turn_only_the_build_is_left() -> None:
    state = parse_state("0|0:C2Y2R2C4/0:O2G2B2C7 w1,0;k1,1 w-|k- w3,0,2,0,0|k0,0,0,0,0 w.b")
    turns = list(GAME.legal(state))
    assert {turn.to for turn in turns} == {None}
    assert any(turn.build for turn in turns)
    assert all(GAME.judge(state, turn).legal for turn in turns)
    assert "has moved already" in str(GAME.judge(state, Turn.parse("w 0,0 -")).faults[0])


def test_the_options_that_would_make_a_turn_legal_are_named() -> None:
    state = parse_state("0|0:C2C4Y2 w2,0;k- w-|k- w1,0,0,0,0|k0,0,0,0,0 w.b")
    turn = Turn(Player.WHITE, None, None, (Connection.parse("0,0E"),), (1, 0, 0, 0, 0))
    assert GAME.judge(state, turn).house_rules == ("city_city=any_one",)


@pytest.mark.parametrize("text", ["w 1,0 Y", "w 1,0 Y 0,0E 1,0,0,0,0", "w - - - 0,1,0,0,0", "k? 2,0 RR - ?"])
def test_a_turn_goes_to_text_and_back(text: str) -> None:
    assert GAME.format_change(GAME.parse_change(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "w",
        "w 1,0",
        "x 1,0 -",
        "w 1;0 -",
        "w 1,0 Q",
        "w 1,0 - 0,0E",
        "w 1,0 - 0,0E 1,2",
        "w 1,0 - 0,0X 1,0,0,0,0",
    ],
)
def test_what_is_no_turn_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(ValueError, match="illegal turn"):
        GAME.parse_change(text)


@pytest.mark.parametrize(
    ("position", "turn", "sentence"),
    [
        (
            "0|0:C2Y2R2C4 w-;k- w-|k- w0,0,0,0,0|k0,0,0,0,0 w.p",
            "w 1,0 Y 0,0E 1,0,0,0,0",
            "N-4.3: nothing is built in the turn in which the miner is put on the board.",
        ),
        (
            "0|0:C2##Y1 w0,0;k2,0 w-|k- w0,0,0,0,0|k0,0,0,0,0 w.m",
            "w - Y",
            "N-5.5: a stone is taken only where the miner goes.",
        ),
        (
            "0|0:C2##Y1 w0,0;k2,0 w-|k- w0,0,0,0,0|k0,0,0,0,0 w.m",
            "w - YY",
            "N-5.5: a stone is taken only where the miner goes.",
        ),
        (
            "0|0:C2Y1R1C4 w1,0;k2,0 w-|k- w0,0,0,0,0|k0,0,0,0,0 w.b",
            "w - Y",
            "N-5.5: a stone is taken only where the miner goes.",
        ),
        (
            "0|0:C2Y1R1C4 w1,0;k2,0 w-|k- w1,0,0,0,0|k0,0,0,0,0 w.b",
            "w - - - 1,0,0,0,0",
            "N-7.2: stones are paid, and nothing is built.",
        ),
        (
            "0|0:C2Y1R1C4 w-;k- w-|k- w0,0,0,0,0|k0,0,0,0,0 w.p",
            "w 1,0 Y - 1,0,0,0,0",
            "N-7.2: stones are paid, and nothing is built.",
        ),
    ],
    ids=[
        "building while placing",
        "taking while blocked",
        "taking two while blocked",
        "taking after the move",
        "paying after the move",
        "paying while placing",
    ],
)
def test_what_a_turn_has_no_room_for_is_against_the_rules(position: str, turn: str, sentence: str) -> None:
    faults = GAME.judge(parse_state(position), GAME.parse_change(turn)).faults
    assert list(map(str, faults)) == [sentence]


def test_more_connectors_than_a_player_has_are_named() -> None:
    row = "Y2" * 20
    laid = ";".join(sorted(f"{q},0E" for q in range(21)))
    state = parse_state(f"0|0:C2{row}C3 w1,0;k2,0 w{laid}|k- w0,0,0,0,0|k0,0,0,0,0 w.m")
    assert "N-6.8: White has laid 21 connectors, and there are 20." in map(str, GAME.faults(state))


def test_what_lies_there_beyond_the_set_up_is_named() -> None:
    assert GAME.in_play(GAME.opening(parse_state(MIDDLE))) == ()
    joined = parse_state(MIDDLE.replace("w-|k-", "w0,0E|k-"))
    assert GAME.in_play(joined) == ("1,0", "1,1", "0,0E")
