"""What a later look adds to what is known of a position."""

from __future__ import annotations

from dataclasses import replace

from engine.netzwerk.board import Board
from engine.netzwerk.fields import Field
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import UNREAD, Colour
from engine.netzwerk.sight import informed
from engine.netzwerk.state import State
from engine.netzwerk.text import parse_seen, parse_state

START = Netzwerk().opening(parse_seen("0|0:C2Y2??G2C3/0:R2O2B2##R2 w-;k- w-|k-"))


def test_a_field_that_was_not_read_is_learnt_with_its_stones_before_the_first_turn() -> None:
    seen = parse_seen("0|0:C2Y2B1G2C3/0:R2O2B2##R2 w-;k- w-|k-")
    now = informed(START, seen, seen)
    assert now.board[Field(2, 0)] is Colour.BLUE
    assert now.stones[Field(2, 0)] == 2


def test_a_field_that_is_read_otherwise_each_time_stays_unread() -> None:
    blue = parse_seen("0|0:C2Y2B1G2C3/0:R2O2B2##R2 w-;k- w-|k-")
    green = parse_seen("0|0:C2Y2G1G2C3/0:R2O2B2##R2 w-;k- w-|k-")
    assert informed(START, blue, green) == START


def test_a_field_of_which_there_are_enough_is_rather_none() -> None:
    start = Netzwerk().opening(parse_seen("0|0:C2Y2Y2Y2Y2/0:R2??B2##R2 w-;k- w-|k-"))
    yellow = parse_seen("0|0:C2Y2Y2Y2Y2/0:R2Y2B2##R2 w-;k- w-|k-")
    red = parse_seen("0|0:C2Y2Y2Y2Y2/0:R2R2B2##R2 w-;k- w-|k-")
    assert informed(start, yellow, yellow) == start
    assert informed(start, red, red).board[Field(1, 1)] is Colour.RED
    city = parse_seen("0|0:C2Y2Y2Y2Y2/0:R2C2B2##R2 w-;k- w-|k-")
    assert informed(start, city, city) == start


def test_a_game_ends_though_a_field_was_never_read_if_that_is_of_another_colour() -> None:
    """The last stone of four yellow fields is taken, with two players (N-9.1)."""
    text = "0|0:C2Y0Y0Y1Y0/0:R2R2B2##R2 w2,1;k0,1 w-|k- w0,0,0,0,0|k0,0,0,0,0 w.m"
    assert unread_at_1_1(text).colours_gone == ()
    assert Colour.YELLOW in unread_at_1_1(text.replace("Y1", "Y0")).colours_gone
    three = text.replace("Y0Y0Y1Y0", "Y0Y0G2Y0")
    assert Colour.YELLOW not in unread_at_1_1(three).colours_gone, (
        "the fourth may lie where nobody could read"
    )


def unread_at_1_1(text: str) -> State:
    state = parse_state(text)
    return replace(state, board=Board({**state.board.kinds, Field(1, 1): UNREAD}))


def test_where_somebody_stands_lies_a_field_that_was_overlooked() -> None:
    came = parse_seen("0|0:C2Y2B2G2C3R1/0:R2O2B2##R2Y2 w5,0;k- w-|k-")
    now = informed(START, came, START)
    assert now.board[Field(5, 0)] is Colour.RED
    assert now.stones[Field(5, 0)] == 2, "it is learnt for the start"
    assert Field(5, 1) not in now.board, "what nobody uses may be cloth"
