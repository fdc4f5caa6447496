"""What was played is found out from what lies on the table: whole turns, beginnings of turns, and what is wrong."""

from __future__ import annotations

from dataclasses import asdict, replace
from random import Random

import pytest

from engine.netzwerk.fields import Field
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import Colour, Player
from engine.netzwerk.replay import replay
from engine.netzwerk.sight import unread
from engine.netzwerk.text import format_state, parse_seen
from engine.netzwerk.turns import Turn
from engine.play import Play
from engine.recorded import replayed, replays, written
from tests.engine.netzwerk.explained import GAME, ROW, best, carried_out, codes, seen, table, watched
from tests.engine.netzwerk.vectors import record


@pytest.mark.parametrize("number", [4, 24])
@pytest.mark.parametrize("halves", [False, True], ids=["whole turns", "miner first"])
def test_a_game_is_found_out_from_its_tables(number: int, halves: bool) -> None:
    told = record(number)
    game, truth = Netzwerk(told.options), replay(told)
    play = Play(game, game.opening(table(told.start)))
    for turn, before, after in zip(told.turns, truth.states, truth.states[1:], strict=False):
        beginning = replace(after, connectors=before.connectors)
        for moment in (beginning, after) if halves and turn.build else (after,):
            account = best(play.states, table(moment), game)
            assert (account.legal, account.unexplained, account.late, account.apart) == (True, (), (), ())
            carried_out(play, account)
            assert table(play.state) == table(replace(moment, players=play.state.players))
        for player, hand in after.hands.items():
            assert hand in (play.state.possible_hands(player) or ())
    found = [change for change, _ in play.changes]
    assert [(it.player, it.to, it.took, set(it.build)) for it in found] == [
        (it.player, it.to, it.took, set(it.build)) for it in told.turns
    ]
    assert play.state.players == told.start.players
    assert game.score(play.state) == game.score(truth.states[-1])
    if play.end is None:
        passed = game.skip(play.state)
        assert passed is not None
        play.play(passed)
    assert play.end == "colour gone"
    texts = [game.format_change(it) for it, _ in play.changes]
    assert [str(game.parse_change(it)) for it in texts] == texts
    # Nobody saw what was paid, but it can be written so that it holds.
    start = game.format_state(play.states[0])
    rules = [f"{name}={str(value).lower()}" for name, value in asdict(told.options).items()]
    (again,) = replays(written("netzwerk", "seen", start, texts, "json", rules))
    assert again.to_json()["faults"] == []
    assert again.to_json()["final"] == truth.to_json()["final"]
    assert "Every turn was legal." in replayed("netzwerk", "seen", start, texts, rules).account()


def test_what_a_known_turn_has_followed_since_is_late() -> None:
    play = watched()
    for miners, board in (
        ("w2,0;k1,1", ROW.replace("R2", "R1")),
        ("w2,0;k0,1", ROW.replace("R2", "R1").replace("O2", "O1")),
    ):
        carried_out(play, best(play.states, seen(miners, board=board)))
    now = seen("w2,0;k0,1", "w2,0E|k-", ROW.replace("R2", "R1").replace("O2", "O1"))
    accounts = GAME.explain(play.states, now)
    assert len(play.changes) == 2
    assert {it.late for it in accounts if len(it.changes) > 1} == {("2,0E",)}
    last = best(play.states, now)
    assert (last.late, last.kept) == ((), 2), "white lays it now, without having moved"
    assert ("stay", "N-5.1") in codes(last)


@pytest.mark.parametrize("seed", range(3))
def test_what_could_not_be_read_is_no_difference(seed: int) -> None:
    random = Random(seed)
    truth = replay(record(5))
    number = random.randrange(8, 40)
    play = Play(GAME, truth.states[number])
    after = truth.states[number + 1]
    fields = [str(it) for it in random.sample(sorted(after.stones), 3)]
    account = best(play.states, unread(table(after), fields))
    assert account.legal
    assert not account.unexplained
    where = truth.turns[number].turn.to
    if str(where) not in fields:
        assert [it.to for it in account.changes] == [where]


@pytest.mark.parametrize("number", range(6, 30, 12))
def test_two_turns_that_nobody_saw_come_in_their_order(number: int) -> None:
    truth = replay(record(5))
    play = Play(GAME, truth.states[number])
    account = best(play.states, table(truth.states[number + 2]))
    assert account.legal
    assert [(it.player, it.to) for it in account.changes] == [
        (it.turn.player, it.turn.to) for it in truth.turns[number : number + 2]
    ]


def test_a_miner_that_moved_twice_is_known_by_the_stone_it_took_on_the_way() -> None:
    account = best(watched().states, seen("w0,1;k2,1", board="0|0:C2Y2R2C4Y2/0:O1G2B1C7G2"))
    assert [str(it) for it in account.changes] == ["w 0,1 O - ?", "k 2,1 B - ?"]
    board = "0|0:C2Y2R1C4Y2/0:O2G2B1C7G1"
    twice = best(watched().states, seen("w4,1;k2,1", board=board.replace("C7G1", "C7G2")))
    assert not twice.legal
    legal = best(watched().states, seen("w3,0;k2,1", board="0|0:C2Y2R1C4Y2/0:O2G2B1C7G2"))
    assert [str(it) for it in legal.changes] == ["w 2,0 R - ?", "k 2,1 B - ?", "w 3,0 - - ?"]
    assert legal.legal


def test_where_a_payment_was_a_choice_all_hands_are_kept_that_fit_and_a_later_one_tells() -> None:
    play = watched(f"{ROW} w0,0;k0,1 w-|k- w2,0,1,0,0|k0,0,0,0,0 w.m")
    board = "0|0:C2Y1R2C4Y2/0:O2G2B2C7G2"
    carried_out(play, best(play.states, seen("w1,0;k0,1", "w0,0E;1,0E;2,0E|k-", board)))
    # One yellow, one red, and one of either.
    assert play.state.possible_hands(Player.WHITE) == {(1, 0, 0, 0, 0)}
    rich = watched(f"{ROW} w0,0;k0,1 w-|k- w2,0,2,0,0|k0,0,0,0,0 w.m")
    carried_out(rich, best(rich.states, seen("w1,0;k0,1", "w0,0E;1,0E;2,0E|k-", board)))
    assert rich.state.possible_hands(Player.WHITE) == {(1, 0, 1, 0, 0), (2, 0, 0, 0, 0)}
    assert rich.state.hands[Player.WHITE] == (1, 0, 0, 0, 0)
    assert parse_seen(format_state(rich.state)) == rich.state


def test_a_blocked_miner_stays_and_the_next_player_moves() -> None:
    text = "0|0:C2##/0:##O2Y2 w0,0;k1,1 w-|k- w0,0,0,0,0|k0,0,0,0,0 w.m"
    play = watched(text)
    account = best(play.states, parse_seen("0|0:C2##/0:##O2Y1 w0,0;k2,1 w-|k-"))
    assert [str(it) for it in account.changes] == ["w - -", "k 2,1 Y - ?"]
    assert account.legal


def test_a_miner_that_moves_again_while_all_others_are_blocked_begins_another_turn() -> None:
    board = "0|0:C2##C4/0:##O2Y2R2/0:C7"
    play = watched(f"{board} w0,0;k1,1 w-|k- w0,0,0,0,0|k5,5,5,5,5 k.m")
    carried_out(play, best(play.states, parse_seen("0|0:C2##C4/0:##O2Y1R2/0:C7 w0,0;k2,1 w-|k-")))
    assert format_state(play.state).endswith("k.b"), "it may still build"
    account = best(play.states, parse_seen("0|0:C2##C4/0:##O2Y1R1/0:C7 w0,0;k3,1 w-|k-"))
    assert [str(it) for it in account.changes] == ["k - -", "w - -", "k 3,1 R - ?"]
    assert account.legal


def test_what_no_turn_explains_is_named() -> None:
    play = watched()
    account = best(play.states, seen("w1,0;k-"))
    assert account.unexplained == ("1,1",)
    account = best(play.states, seen("w1,0;k1,1", board="0|0:C2Y2R2C4Y2/0:O2G2B2C7G1"))
    assert account.unexplained == ("4,1",)


@pytest.mark.parametrize("stones", [1, 2])
def test_what_is_taken_back_is_undone_though_its_stone_may_not_be_put_back(stones: int) -> None:
    play, after = watched(), "0|0:C2Y2R1C4Y2/0:O2G2B2C7G2"
    carried_out(play, best(play.states, seen("w2,0;k1,1", board=after)))
    account = best(play.states, seen("w1,0;k1,1", board=after.replace("R1", f"R{stones}")))
    assert (account.kept, account.changes, account.unexplained) == (0, (), ())
    (told,) = GAME.retell(play.states[0], play.changes, account)
    assert (told.kind, told.sentence()) == ("taken back", "2,0 taken back")
    none_left = best(play.states, seen("w1,0;k1,1", board=after.replace("R1", "R0")))
    assert none_left.unexplained, "more are gone than were taken"


def test_a_move_is_taken_back_though_stones_seem_to_be_gone_under_the_miner_that_is_back() -> None:
    play = watched()
    carried_out(play, best(play.states, seen("w2,0;k1,1", board="0|0:C2Y2R1C4Y2/0:O2G2B2C7G2")))
    account = best(play.states, seen("w1,0;k1,1", board="0|0:C2Y1R1C4Y2/0:O2G2B2C7G2"))
    assert (account.kept, account.changes, account.unexplained) == (0, (), ())
    elsewhere = GAME.explain(play.states, seen("w1,0;k1,1", board="0|0:C2Y2R1C4Y2/0:O1G2B2C7G2"))
    assert [it.unexplained for it in elsewhere if it.kept == 0 and not it.changes] == [("0,1",)]


def test_a_miner_hardly_goes_back_out_of_turn_to_where_it_came_from() -> None:
    play = watched()
    carried_out(play, best(play.states, seen("w2,0;k1,1", board="0|0:C2Y2R1C4Y2/0:O2G2B2C7G2")))
    back = GAME.explain(play.states, seen("w1,0;k1,1", board="0|0:C2Y1R1C4Y2/0:O2G2B2C7G2"))
    elsewhere = GAME.explain(play.states, seen("w0,1;k1,1", board="0|0:C2Y2R1C4Y2/0:O1G2B2C7G2"))
    assert [it.slips for it in back if it.changes] == [("1,0",)]
    assert not any(it.slips for it in elsewhere)


def test_turns_are_told_with_what_was_taken_and_which_cities_are_joined() -> None:
    play = watched()
    account = best(play.states, seen("w2,0;k1,1", "w0,0E;1,0E;2,0E|k-", "0|0:C2Y2R1C4Y2/0:O2G2B2C7G2"))
    told = GAME.retell(play.state, (), account)
    assert [(it.kind, it.sentence()) for it in told] == [
        ("moved", "White: miner to 2,0, red taken"),
        ("built", "White builds 0,0E, 1,0E, 2,0E (cities 2, 4)"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"{ROW.replace('Y2', 'Y?').replace('C4', 'C?').replace('O2', '??')} w?;k1,1 w?|k1,0E?;1,1E",
        f"{ROW} w1,0;k1,1 w-|k- w?|k0,0,0,0,1 ?wk.m",
        f"{ROW} w1,0;k- w-|k- w0,0,0,0,0/1,0,0,0,0|k0,0,0,0,0 w?k.b+stone",
    ],
)
def test_what_is_open_goes_to_text_and_back(text: str) -> None:
    assert format_state(parse_seen(text)) == text
    state = parse_seen(text)
    for _ in range(6):
        state = state.turned()
    assert format_state(state) == text


@pytest.mark.parametrize("paid", ["1,0,0,0,0", "?"])
def test_where_a_connector_is_laid_nothing_is_open_any_more(paid: str) -> None:
    state = parse_seen("0|0:C2Y2C3 w1,0;k- w0,0E?;1,0E|k0,0E? w1,0,0,0,0|k0,0,0,0,0 w.b")
    after = GAME.play(state, Turn.parse(f"w - - 0,0E {paid}"))
    assert format_state(after).split()[2] == "w0,0E;1,0E|k0,0E?"
    assert parse_seen(format_state(after)) == after


def test_a_stone_or_a_connector_that_was_misread_is_set_right() -> None:
    turns = (Turn.parse("w 2,0 R 0,0E;1,0E;2,0E ?"), Turn.parse("k 0,1 O - ?"))
    now = seen("w2,0;k0,1", "w0,0SE;1,0E;2,0E|k-", "0|0:C2Y2R1C4Y2/0:O2G2B2C7G2")
    fixed = GAME.mended(turns, now, ["0,1", "0,0E", "0,0SE"])
    assert fixed is not None
    assert [str(it) for it in fixed] == ["w 2,0 R 0,0SE;1,0E;2,0E ?", "k 0,1 - - ?"]
    assert GAME.mended(turns, now, ["3,0"]) is None


def test_a_turn_that_laid_what_is_no_connector_was_none_if_it_was_the_last() -> None:
    turns = (Turn.parse("w 2,0 R 0,0E ?"), Turn.parse("k - - 0,1E ?"), Turn.parse("w 3,0 - - ?"))
    now = seen("w2,0;k0,1", "w0,0E|k-", "0|0:C2Y2R1C4Y2/0:O2G2B2C7G2")
    assert GAME.mended(turns[:2], now, ["0,1E"]) == turns[:1]
    assert GAME.mended(turns, now, ["0,1E"]) is None


def test_a_build_takes_no_move_back_where_the_miner_can_hardly_be_made_out() -> None:
    play = watched(f"{ROW} w1,0;k1,1 w-|k- w1,1,1,1,1|k0,0,0,0,0 w.m")
    play.play(GAME.parse_change("w 2,0 R - ?"))
    built = seen("w2,0;k1,1", "w0,0E;1,0E;2,0E|k-", ROW.replace("Y2R2", "Y2R1"))
    account = best(play.states, unread(built, ["2,0"]))
    (turn,) = account.changes
    assert (account.kept, turn.to, turn.took, len(turn.build)) == (0, Field(2, 0), Colour.RED, 3)
    assert [it.kind for it in GAME.retell(play.states[0], play.changes, account)] == ["built"]
