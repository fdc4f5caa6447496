"""What stands and lies on deserts, where nothing may (N-2.8), is there all the same, and is spoken of."""

from __future__ import annotations

import pytest

from engine.illegible import IllegibleError
from engine.netzwerk.explain import explain
from engine.netzwerk.fields import Field
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import Player
from engine.netzwerk.score import score
from engine.netzwerk.text import format_state, parse_seen, parse_state
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import BRIEF

GAME = Netzwerk()
FIELDS = "0|0:C2Y2R2C4/0:O2##B2C7"
BEFORE = parse_state(f"{FIELDS} w1,0;k2,1 w-|k- w1,1,1,1,1|k0,0,0,0,0 w.m")
DESERT = Field(1, 1)
# From city 2 over a desert to city 7.
ROUTE = "0,0E;1,0SE;1,1E;2,1E"


@pytest.mark.parametrize(
    ("table", "change", "rule", "place"),
    [
        (f"{FIELDS} w1,1;k2,1 w-|k-", "w 1,1 - - ?", "N-5.2", "1,1"),
        (f"{FIELDS} w0,0;k2,1 w1,0SE|k-", "w 0,0 - 1,0SE ?", "N-6.7", "1,0SE"),
    ],
    ids=["miner", "connector"],
)
def test_who_comes_to_a_desert_is_told_the_rule(table: str, change: str, rule: str, place: str) -> None:
    seen = parse_seen(table)
    account = explain([BEFORE], seen)[0]
    assert [str(it) for it in account.changes] == [change]
    (fault,) = account.verdicts[0].faults
    assert (fault.rule, fault.places) == (rule, (place,))
    # It stays there, as on a real table, so that taking it back is seen.
    after = GAME.play(BEFORE, account.changes[0])
    assert (after.miners, after.connectors) == (seen.miners, seen.connectors)
    assert account.unexplained == ()
    back = explain([BEFORE, after], parse_seen(f"{FIELDS} w1,0;k2,1 w-|k-"))
    assert (0, (), ()) in [(it.kept, it.changes, it.unexplained) for it in back]


def test_a_miner_that_was_left_on_a_desert_moves_on_from_there() -> None:
    there = GAME.play(BEFORE, Turn.parse("w 1,1 -"))
    assert there.miners[Player.WHITE] == DESERT
    there = GAME.play(there, Turn.parse("k 3,1 -"))
    assert GAME.judge(there, Turn.parse("w 0,1 O")).legal
    assert GAME.play(there, Turn.parse("w 0,1 O")).miners[Player.WHITE] == Field(0, 1)


def test_a_first_miner_on_a_desert_is_told_so() -> None:
    start = GAME.opening(BEFORE)
    (fault,) = explain([start], parse_seen(f"{FIELDS} w1,1;k- w-|k-"))[0].verdicts[0].faults
    assert (fault.rule, fault.places) == ("N-4.1", ("1,1",))


@pytest.mark.parametrize("rest", ["w1,1;k2,1 w-|k-", f"w1,0;k2,1 w{ROUTE}|k-"])
def test_a_position_text_holds_what_is_on_a_desert(rest: str) -> None:
    text = f"{FIELDS} {rest}"
    assert format_state(parse_seen(text)) == text
    whole = f"{text} w1,1,1,1,1|k0,0,0,0,0 w.m"
    assert format_state(parse_state(whole)) == whole


@pytest.mark.parametrize(
    "rest",
    [
        "w1,2;k2,1 w-|k-",
        "w1,0;k2,1 w1,1SE|k-",
        "w1,0;k2,1 w-|k- w1,1,1,1,1|k0,0,0,0,0 w.b+1,1SE",
    ],
)
def test_what_is_off_the_board_is_no_position(rest: str) -> None:
    with pytest.raises(IllegibleError, match="off the board"):
        parse_seen(f"{FIELDS} {rest}")


@pytest.mark.parametrize("board", ["1000|0:C2Y2", "0|1000:C2Y2", "0|999:C2Y2"])
def test_a_field_without_a_name_is_on_no_board(board: str) -> None:
    with pytest.raises(IllegibleError, match="no such field"):
        parse_seen(f"{board} w-;k- w-|k-")


def test_what_is_on_a_desert_is_named_whatever_was_played() -> None:
    state = parse_state(f"{FIELDS} w1,1;k2,1 w{ROUTE}|k- w1,1,1,1,1|k0,0,0,0,0 w.m")
    faults = [it for it in GAME.faults(state) if it.code == "desert"]
    assert [str(it) for it in faults] == [
        "N-2.8: White's miner stands on a desert, on 1,1.",
        "N-6.7: White's connector 1,0SE ends on a desert.",
        "N-6.7: White's connector 1,1E ends on a desert.",
    ]
    assert all(it.rule in BRIEF for it in faults)


def test_a_way_over_a_desert_joins_no_cities() -> None:
    over = parse_state(f"{FIELDS} w1,0;k2,1 w{ROUTE}|k- w0,0,0,0,0|k0,0,0,0,0 w.m")
    assert score(over).totals == {"white": 0, "black": 0}


def test_nothing_that_looks_like_a_connector_is_one_while_miners_are_placed_even_on_a_desert() -> None:
    start = GAME.opening(BEFORE)
    assert "1,0SE" in GAME.closed(start, start)
