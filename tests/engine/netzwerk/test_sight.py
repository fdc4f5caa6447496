"""What a later look adds to what is known of a position."""

from __future__ import annotations

from engine.netzwerk.fields import Field
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import Colour
from engine.netzwerk.sight import informed
from engine.netzwerk.text import parse_seen

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


def test_where_somebody_stands_lies_a_field_that_was_overlooked() -> None:
    came = parse_seen("0|0:C2Y2B2G2C3R1/0:R2O2B2##R2Y2 w5,0;k- w-|k-")
    now = informed(START, came, START)
    assert now.board[Field(5, 0)] is Colour.RED
    assert now.stones[Field(5, 0)] == 2, "it is learnt for the start"
    assert Field(5, 1) not in now.board, "what nobody uses may be cloth"
