"""What was played is found out from what lies on the table: whole turns, beginnings of turns, and what is wrong."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from itertools import pairwise
from random import Random

import pytest

from engine.game import Account, WatchedGame
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import Colour, Player, Stones
from engine.netzwerk.records import Record, read_records
from engine.netzwerk.replay import replay
from engine.netzwerk.seats import seated
from engine.netzwerk.sight import unread
from engine.netzwerk.state import Phase, State
from engine.netzwerk.text import format_state, parse_seen, parse_state
from engine.netzwerk.turns import Turn
from engine.play import Play
from engine.recorded import replayed, replays, written
from tests.engine.netzwerk.vectors import lines

GAME: WatchedGame[State, Turn] = Netzwerk()
ROW = "0|0:C2Y2R2C4Y2/0:O2G2B2C7G2"
START = f"{ROW} w1,0;k1,1 w-|k- w1,0,1,0,0|k0,0,0,0,0 w.m"


def record(number: int) -> Record:
    (found,) = read_records(json.dumps(lines("games.jsonl")[number]))
    return found


def table(state: State) -> State:
    """The position as a camera sees it: neither hands nor whose turn it is."""
    return parse_seen(" ".join(format_state(state).split()[:3]))


def seen(miners: str, sticks: str = "w-|k-", board: str = ROW) -> State:
    return parse_seen(f"{board} {miners} {sticks}")


def best(states: tuple[State, ...], now: State, game: WatchedGame[State, Turn] = GAME) -> Account[Turn]:
    """The account with the fewest faults, of the fewest turns undone."""
    accounts = game.explain(states, now)
    return min(
        accounts, key=lambda it: (len(it.unexplained + it.late), sum(len(v.faults) for v in it.verdicts))
    )


def carried_out(play: Play[State, Turn], account: Account[Turn]) -> None:
    while len(play.changes) > account.kept:
        play.undo()
    for change in account.changes:
        play.play(change)


def watched(text: str = START) -> Play[State, Turn]:
    return Play(GAME, GAME.parse_state(text))


def codes(account: Account[Turn]) -> list[tuple[str, str]]:
    return [(fault.code, fault.rule) for verdict in account.verdicts for fault in verdict.faults]


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
            assert (account.legal, account.unexplained, account.late) == (True, (), ())
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


def test_a_miner_that_moved_twice_is_known_by_the_stone_it_took_on_the_way() -> None:
    account = best(watched().states, seen("w0,1;k2,1", board="0|0:C2Y2R2C4Y2/0:O1G2B1C7G2"))
    assert [str(it) for it in account.changes] == ["w 0,1 O - ?", "k 2,1 B - ?"]
    board = "0|0:C2Y2R1C4Y2/0:O2G2B1C7G1"
    twice = best(watched().states, seen("w4,1;k2,1", board=board.replace("C7G1", "C7G2")))
    assert not twice.legal
    legal = best(watched().states, seen("w3,0;k2,1", board="0|0:C2Y2R1C4Y2/0:O2G2B1C7G2"))
    assert [str(it) for it in legal.changes] == ["w 2,0 R - ?", "k 2,1 B - ?", "w 3,0 - - ?"]
    assert legal.legal


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


def test_who_plays_and_in_which_order_shows_in_who_comes_first() -> None:
    start = record(1).start
    bare = " ".join(format_state(start).split()[:1])
    play = Play(GAME, GAME.opening(parse_seen(f"{bare} w-;k-;g-;n- w-|k-|g-|n-")))
    assert play.to_move is None
    places = [it for it in sorted(start.board) if start.board.is_city(it)]
    at = dict(zip((Player.BROWN, Player.WHITE, Player.GREY), places, strict=False))
    standing: dict[Player, Field] = {}
    for player, place in at.items():
        standing[player] = place
        miners = ";".join(f"{it}{standing.get(it, '-')}" for it in Player)
        carried_out(play, best(play.states, parse_seen(f"{bare} {miners} w-|k-|g-|n-")))
        assert parse_seen(format_state(play.state)) == play.state
    assert play.to_move is None
    beside = next(it for it in places[0].neighbours() if it in start.stones)
    board = format_state(replace(start, stones={**start.stones, beside: 1})).split()[0]
    standing[Player.BROWN] = beside
    miners = ";".join(f"{it}{standing.get(it, '-')}" for it in Player)
    account = best(play.states, parse_seen(f"{board} {miners} w-|k-|g-|n-"))
    assert account.legal
    carried_out(play, account)
    assert play.state.players == tuple(at)
    standing[Player.BROWN] = places[0]
    miners = ";".join(f"{it}{standing.get(it, '-')}" for it in Player)
    back = best(play.states, parse_seen(f"{bare} {miners} w-|k-|g-|n-"))
    assert (back.kept, back.changes) == (len(at), ()), "that somebody does not play is open again"


def test_who_was_in_doubt_before_others_came_sits_before_them() -> None:
    start = record(1).start
    bare = " ".join(format_state(start).split()[:1])
    places = [it for it in sorted(start.board) if start.board.is_city(it)]
    at = dict(zip((Player.BROWN, Player.WHITE, Player.GREY), places, strict=False))

    def with_these(*players: Player) -> State:
        miners = ";".join(f"{it}{at[it] if it in players else '-'}" for it in Player)
        return parse_seen(f"{bare} {miners} w-|k-|g-|n-")

    for turns, order in ((0, "gnw"), (1, "ngw"), (2, "nwg")):
        play = Play(GAME, GAME.opening(with_these()))
        for seen_now in (with_these(Player.BROWN), with_these(Player.BROWN, Player.WHITE)):
            carried_out(play, best(play.states, seen_now))
        late = GAME.explain(play.states, with_these(*at), {str(at[Player.GREY]): turns})
        account = next(it for it in late if it.kept == turns)
        assert account.legal
        assert [str(it.player) for it in (*(c for c, _ in play.changes[:turns]), *account.changes)] == [
            *order
        ]


def test_a_game_may_be_joined_in_its_middle() -> None:
    truth = replay(record(4))
    number = 20
    joined = table(truth.states[number])
    assert GAME.tell_start(joined).facts["joined"] == format_state(joined)
    play = Play(GAME, joined)
    for after in truth.states[number + 1 :]:
        account = best(play.states, table(after))
        assert (codes(account), account.unexplained) == ([], ())
        carried_out(play, account)
    assert GAME.score(play.state).totals == GAME.score(truth.states[-1]).totals


def test_the_rules_refuse_what_leaves_something_open() -> None:
    with pytest.raises(ValueError, match="leaves something open"):
        parse_state(START.replace("Y2", "Y?"))
    with pytest.raises(ValueError, match="has 3 words"):
        parse_state(" ".join(START.split()[:3]))


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


def test_nothing_is_held_against_players_that_could_be_otherwise() -> None:
    turn = GAME.parse_change("w 2,0 R 1,0E ?")
    sure = GAME.parse_state(START)
    assert not GAME.judge(GAME.parse_state(START.replace("w-|", "w0,0E;2,0E|")), turn).faults
    assert GAME.judge(sure, replace(turn, build=(Connection.parse("3,0SE"),))).violates == ("city_city",)
    far = GAME.parse_change("w 4,0 Y - ?")
    assert GAME.judge(sure, far).violates == ("move",)
    assert GAME.judge(GAME.unread(sure, ["1,0"]), far).legal
    assert GAME.judge(GAME.unread(sure, ["2,0"]), GAME.parse_change("w 2,0 - - ?")).legal


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


def test_of_two_stones_that_a_turn_is_told_to_have_taken_one_may_have_been_left() -> None:
    now = parse_seen("0|0:C2Y1C3 w1,0;k- w-|k-")
    (fixed,) = GAME.mended([Turn.parse("w 1,0 YY - ?")], now, ["1,0"]) or ()
    assert str(fixed) == "w 1,0 Y - ?"


def test_where_only_one_player_can_be_seen_somebody_else_is_playing_too() -> None:
    alone = parse_seen(f"{ROW} w1,0;k-;g-;n- w-|k-|g-|n-")
    acting = seated(replace(alone, phase=Phase.BUILD), Player.WHITE)
    assert acting.players[0] is Player.WHITE
    assert parse_seen(format_state(acting)) == acting


def test_who_was_taken_for_somebody_else_is_named_anew_in_the_order_in_which_they_came() -> None:
    play = Play(GAME, GAME.opening(seen("w-;k-;g-;n-", "w-|k-|g-|n-")))
    play.play(GAME.parse_change("g 2,0 R - ?"))
    now = seen("w2,0;k-;g1,0;n-", "w-|k-|g-|n-", ROW.replace("Y2R2", "Y1R1"))
    (account,) = (it for it in GAME.explain(play.states, now) if it.kept == 0)
    came = [(it.player, it.to) for it in account.changes]
    assert came == [(Player.WHITE, Field(2, 0)), (Player.GREY, Field(1, 0))]
    assert (account.late, account.legal) == ((), True)
    told = GAME.retell(play.states[0], play.changes, account)
    assert [(it.kind, it.facts["player"]) for it in told] == [("placed", "white"), ("placed", "grey")]


def test_a_build_takes_no_move_back_where_the_miner_can_hardly_be_made_out() -> None:
    play = watched(f"{ROW} w1,0;k1,1 w-|k- w1,1,1,1,1|k0,0,0,0,0 w.m")
    play.play(GAME.parse_change("w 2,0 R - ?"))
    built = seen("w2,0;k1,1", "w0,0E;1,0E;2,0E|k-", ROW.replace("Y2R2", "Y2R1"))
    account = best(play.states, unread(built, ["2,0"]))
    (turn,) = account.changes
    assert (account.kept, turn.to, turn.took, len(turn.build)) == (0, Field(2, 0), Colour.RED, 3)
    assert [it.kind for it in GAME.retell(play.states[0], play.changes, account)] == ["built"]
