"""What is against the rules on a landscape is found out with its rule, and not held against players too soon."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.netzwerk.fields import Connection
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import Colour, Player, Stones
from engine.netzwerk.replay import replay
from engine.netzwerk.state import Phase
from engine.netzwerk.text import format_state, parse_seen, parse_state
from engine.netzwerk.turns import Turn
from engine.play import Play
from tests.engine.netzwerk.explained import GAME, ROW, START, best, carried_out, codes, seen, table, watched
from tests.engine.netzwerk.vectors import record


@pytest.mark.parametrize("number", [0, 3, 6])
def test_what_is_built_in_a_turn_is_not_held_against_the_players_turn_before(number: int) -> None:
    game = Netzwerk(record(number).options)
    truth = replay(record(number))
    play = Play(game, truth.states[0])
    for before, after in pairwise(truth.states[1:30]):
        missed_one = best(play.states, table(after), game)
        assert missed_one.legal
        assert not missed_one.late
        carried_out(play, best(play.states, table(before), game))


@pytest.mark.parametrize(
    ("miners", "board", "sticks", "fault"),
    [
        ("w4,0;k1,1", "0|0:C2Y2R2C4Y1/0:O2G2B2C7G2", "w-|k-", ("move", "N-5.3")),
        ("w3,1;k1,1", ROW, "w-|k-", ("move", "N-5.2")),
        ("w2,0;k1,1", "0|0:C2Y2R0C4Y2/0:O2G2B2C7G2", "w-|k-", ("took", "N-5.5")),
        ("w1,0;k2,1", "0|0:C2Y2R2C4Y2/0:O2G2B1C7G2", "w-|k-", ("turn", "N-3.7")),
        ("w2,0;k1,1", "0|0:C2Y2R1C4Y2/0:O2G2B2C7G2", "w3,0SE|k-", ("city_city", "N-7.4")),
        ("w0,0;k1,1", ROW, "w0,0E;1,0E;2,0E|k-", ("cost", "N-7.5")),
        (
            "w2,0;k1,1",
            "0|0:C2Y2R1C4Y2/0:O2G2B2C7G2",
            "w0,0E;1,0E;2,0E;1,0SE;1,1E;2,0SE|k-",
            ("cost", "N-7.5"),
        ),
        ("w1,0;k1,1", ROW, "w0,0E|k-", ("stay", "N-5.1")),
    ],
    ids=["too far", "aside", "two stones", "not the turn", "between cities", "too dear", "ring", "not moved"],
)
def test_what_is_against_the_rules_is_said_with_its_rule(
    miners: str, board: str, sticks: str, fault: tuple[str, str]
) -> None:
    account = best(watched().states, seen(miners, sticks, board))
    assert fault in codes(account)


def test_with_two_players_nobody_builds_beside_the_other() -> None:
    text = f"{ROW} w1,0;k1,1 w-|k0,0E;1,0E;2,0E w3,0,3,0,0|k0,0,0,0,0 w.m"
    account = best(watched(text).states, seen("w0,0;k1,1", "w0,0E;1,0E;2,0E|k0,0E;1,0E;2,0E"))
    assert set(codes(account)) == {("parallel_2p", "N-7.3")}


def test_a_stone_may_be_taken_until_the_next_player_moves() -> None:
    play = watched()
    carried_out(play, best(play.states, seen("w2,0;k1,1")))
    assert (play.state.phase, play.state.begun.stone) == (Phase.BUILD, True)
    taken = best(play.states, seen("w2,0;k1,1", board="0|0:C2Y2R1C4Y2/0:O2G2B2C7G2"))
    assert (taken.kept, codes(taken), taken.changes[0].took) == (0, [], Colour.RED)
    left = best(play.states, seen("w2,0;k0,1", board="0|0:C2Y2R2C4Y2/0:O1G2B2C7G2"))
    assert codes(left) == [("untaken", "N-5.5")]
    hand = play.state.possible_hands(Player.WHITE)
    assert hand is not None
    carried_out(play, left)
    assert play.state.possible_hands(Player.WHITE) == {*hand, *(with_red(it) for it in hand)}, (
        "unseen, perhaps"
    )


def with_red(hand: Stones) -> Stones:
    y, o, r, g, b = hand
    return y, o, r + 1, g, b


def test_a_stone_left_or_one_too_many_is_a_slip_until_it_is_known() -> None:
    play = watched()
    for stones, slips in (("2", ("2,0",)), ("1", ()), ("0", ("2,0",))):
        account = best(play.states, seen("w2,0;k1,1", board=f"0|0:C2Y2R{stones}C4Y2/0:O2G2B2C7G2"))
        assert account.slips == slips
    carried_out(play, best(play.states, seen("w2,0;k1,1")))
    built = best(play.states, seen("w2,0;k1,1", "w0,0E|k-"))
    assert (built.kept, built.slips) == (0, ()), "the same turn, which goes on"


def test_who_lays_connectors_out_of_turn_is_rather_somebody_else() -> None:
    play = watched(f"{ROW} w1,0;k1,1 w-|k- w1,1,1,1,1|k1,1,1,1,1 w.m")
    taken = "0|0:C2Y2R1C4Y2/0:O2G2B2C7G2"
    carried_out(play, best(play.states, seen("w2,0;k1,1", board=taken)))
    accounts = GAME.explain(play.states, seen("w2,0;k1,1", "w-|k0,0E;1,0E;2,0E", taken))
    (account,) = (it for it in accounts if it.kept == len(play.changes))
    assert ("turn", "N-3.7") in codes(account)
    assert account.slips == ("0,0E",)


@pytest.mark.parametrize(("laid", "apart"), [("0,0E;2,0E", ("2,0E",)), ("0,0E;1,0E;2,0E", ())])
def test_what_was_laid_away_from_the_rest_against_the_rules_is_named(
    laid: str, apart: tuple[str, ...]
) -> None:
    play, taken = watched(), ROW.replace("R2", "R1")
    carried_out(play, best(play.states, seen("w2,0;k1,1", board=taken)))
    accounts = GAME.explain(play.states, seen("w2,0;k1,1", f"w-|k{laid}", taken))
    (account,) = (it for it in accounts if it.kept == len(play.changes))
    assert ("turn", "N-3.7") in codes(account)
    assert account.apart == apart


def test_a_stone_left_is_told_once_though_the_next_turn_goes_on() -> None:
    play = watched(f"{ROW} w1,0;k1,1 w-|k- w0,0,0,0,0|k1,1,1,1,1 w.m")
    carried_out(play, best(play.states, seen("w2,0;k1,1")))
    taken = "0|0:C2Y2R2C4Y2/0:O1G2B2C7G2"
    kinds = []
    for sticks in ("w-|k-", "w-|k0,0E", "w-|k-"):
        account = best(play.states, seen("w2,0;k0,1", sticks, taken))
        since, undone = play.states[account.kept], play.changes[account.kept :]
        kinds.append([it.kind for it in GAME.retell(since, undone, account)])
        carried_out(play, account)
    assert kinds == [["illegal", "moved"], ["built"], ["taken back"]]


def test_connectors_may_be_laid_one_by_one_until_the_next_player_moves() -> None:
    play = watched()
    moved = "0|0:C2Y2R1C4Y2/0:O2G2B2C7G2"
    for sticks in ("w0,0E|k-", "w0,0E;2,0E|k-"):
        carried_out(play, best(play.states, seen("w2,0;k1,1", sticks, moved)))
        assert len(play.changes) == 1
        assert play.changes[0][1].legal
        assert play.to_move == "white"
    assert parse_seen(format_state(play.state)) == play.state
    unfinished = best(play.states, seen("w2,0;k0,1", "w0,0E;2,0E|k-", "0|0:C2Y2R1C4Y2/0:O1G2B2C7G2"))
    assert codes(unfinished) == [("unfinished", "N-6.10")]
    assert len(unfinished.slips) == 1, "rather its last connector is overlooked"
    carried_out(play, best(play.states, seen("w2,0;k1,1", "w0,0E;1,0E;2,0E|k-", moved)))
    assert play.to_move == "black"
    assert play.state.possible_hands(Player.WHITE) == {(0, 0, 0, 0, 0)}
    back = best(play.states, seen("w2,0;k1,1", "w-|k-", moved))
    assert (back.kept, codes(back), back.changes[0].build) == (0, [], ())


def test_the_rules_refuse_what_leaves_something_open() -> None:
    with pytest.raises(ValueError, match="leaves something open"):
        parse_state(START.replace("Y2", "Y?"))
    with pytest.raises(ValueError, match="has 3 words"):
        parse_state(" ".join(START.split()[:3]))


def test_nothing_is_held_against_players_that_could_be_otherwise() -> None:
    turn = GAME.parse_change("w 2,0 R 1,0E ?")
    sure = GAME.parse_state(START)
    assert not GAME.judge(GAME.parse_state(START.replace("w-|", "w0,0E;2,0E|")), turn).faults
    assert GAME.judge(sure, replace(turn, build=(Connection.parse("3,0SE"),))).violates == ("city_city",)
    far = GAME.parse_change("w 4,0 Y - ?")
    assert GAME.judge(sure, far).violates == ("move",)
    assert GAME.judge(GAME.unread(sure, ["1,0"]), far).legal
    assert GAME.judge(GAME.unread(sure, ["2,0"]), GAME.parse_change("w 2,0 - - ?")).legal


def test_of_two_stones_that_a_turn_is_told_to_have_taken_one_may_have_been_left() -> None:
    now = parse_seen("0|0:C2Y1C3 w1,0;k- w-|k-")
    (fixed,) = GAME.mended([Turn.parse("w 1,0 YY - ?")], now, ["1,0"]) or ()
    assert str(fixed) == "w 1,0 Y - ?"
