"""Records are read generously, written canonically, and go there and back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.alien_city import AlienCity, HouseRules, Player, State, Turn
from engine.alien_city.json_lines import read_json_lines, write_json_line
from engine.alien_city.ppn import read_ppn, write_ppn
from engine.alien_city.reading import read_games
from engine.alien_city.records import Record, RecordError, read_records, write_record
from engine.alien_city.replay import replay
from tests.engine.alien_city import vectors
from tests.engine.alien_city.cities import TILES
from tests.engine.alien_city.play import random_city, random_turns

PPN_HEAD = (
    f"---\nGameType:\n  Name: Alien City\n  Tiles: {TILES.translate(str.maketrans('RKGB', 'SMCA'))}\n...\n"
)


def turns(moves: str) -> list[str]:
    return [str(turn) for turn in read_ppn(PPN_HEAD + moves)[0].turns]


def games() -> list[Record]:
    return read_json_lines(vectors.text("games_dev.jsonl"))


@pytest.mark.parametrize("write", [write_record, write_ppn, write_json_line])
def test_every_recorded_game_goes_there_and_back(write: object) -> None:
    for game in games():
        text = write(game)  # type: ignore[operator]
        (back,) = read_games(text)
        assert (back.id, back.start, back.turns) == (game.id, game.start, game.turns)
        assert write(back) == text  # type: ignore[operator]


def test_a_record_may_begin_in_mid_game_and_play_by_house_rules() -> None:
    start = State(random_city(5, 20), None, Player.WHITE)
    played = map(Turn.parse, ("? pass", "? Rt@C7 o@C7", "white Kd@A1 x@C8", "black x@D4"))
    record = Record("mid-game", start, tuple(played), HouseRules(cut_off_lots=True))
    assert read_records(write_record(record)) == [record]
    assert read_json_lines(write_json_line(record)) == [record]


def test_a_name_may_hold_any_sign() -> None:
    game = Record('table #3: "Sunday"', State.start(TILES), (Turn.parse("black Kd@C1"),))
    assert read_games(write_record(game)) == [game]
    assert read_games(write_ppn(game)) == [game]
    two_lines = replace(game, id="table\n#3")
    for text in (write_record(two_lines), write_ppn(two_lines)):
        assert read_games(text) == [replace(game, id="table #3")]


def test_several_games_in_one_file() -> None:
    two = games()[:2]
    assert read_games("\n".join(map(write_record, two))) == two
    assert len(read_games(write_ppn(two[0]) + write_ppn(two[1]))) == 2


def test_comments_blank_lines_and_unknown_fields_are_left_alone() -> None:
    (record,) = read_records(
        f"# from the kitchen\nkibitz-record 1\n\nGame: alien-city\ndate: Sunday\ntiles: {TILES}\n"
        "black Kd@C1  # at last: a dome\n"
    )
    assert list(map(str, record.turns)) == ["black Kd@C1"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("kibitz-record 2\n", "line 1: this is 'kibitz-record 2'"),
        ("kibitz-record 1\ngame: alien-city\n", "neither 'tiles:' nor 'position:'"),
        ("kibitz-record 1\ngame: netzwerk\n", "the game is 'netzwerk', not 'alien-city'"),
        (f"kibitz-record 1\ngame: alien-city\ntiles: {TILES}\nblack Rd@Z9\n", "line 4: illegal turn: .*Z9"),
        (f"kibitz-record 1\ngame: alien-city\ntiles: {TILES[2:]}\n", "does not hold 4 tiles"),
        ("", "holds no game"),
        ("hello\n", "read as PPN, game 1: the head holds 'hello'"),
        ("[1]\n", "line 1: a game is an object in braces"),
        ('{"tiles": 3}\n', "line 1: a game has 'tiles'"),
        ('{"tiles": \n', "line 1 is not JSON"),
        (json.dumps({"tiles": TILES, "turns": [{"player": "red"}]}), "turn 1: cannot read .*red"),
        (json.dumps({"tiles": TILES, "turns": [5]}), "turn 1: cannot read 5 .a turn is like "),
        (
            json.dumps({"tiles": TILES, "turns": [{"player": None, "place": None, "cap": "C7"}]}),
            "turn 1: .*whose cap is on 'C7'",
        ),
        (
            json.dumps({"tiles": TILES, "turns": [{"player": "black", "place": None}]}),
            "neither a placement nor a cap nor a pass",
        ),
        (json.dumps({"tiles": TILES, "turns": [], "house_rules": "all"}), "'house_rules' is a list of names"),
        (json.dumps({"tiles": TILES, "turns": [], "house_rules": ["all"]}), "no such house rule: 'all'"),
        (
            f"kibitz-record 1\ngame: alien-city\nposition: {TILES} {'/'.join('8' * 10)} white 2x22333/3223333\n",
            "hands are two groups of 7 digits, not '2x22333/3223333'",
        ),
        (PPN_HEAD + "1. Q3x@e6", "game 1: move 1 of black: cannot read 'Q3x@e6'"),
        (PPN_HEAD + "1. S@c9 {what a", "brace has no partner"),
        ("GameType: Fujisan\n\n1. S@c9", "a game of 'Fujisan'"),
        ("GameType: Alien City\n\n1. S@c9", "names no 'Tiles'"),
        ("---\nGameType:\n  Name: Alien City\n  Tiles: S^S^\n...\n", r"does not name 20 tiles: 'S\^S\^'"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        read_games(text)


def test_brackets_in_brackets_are_no_game() -> None:
    with pytest.raises(RecordError, match="line 1 holds brackets in brackets"):
        read_games('{"tiles": ' + "[" * 100_000)


class TestPortablePiecepackNotation:
    def test_towers_domes_and_caps(self) -> None:
        assert turns(
            "1. B3x@e6 K1x@e6 1... R3x@f5\n2. S@c7 2... M@d5 W1x@f5 {a comment} 3. C@a1 3... A@h10"
        ) == [
            "black Bt@E6 x@E6",
            "white Rt@F5",
            "black Rd@C7",
            "white Kd@D5 o@F5",
            "black Gd@A1",
            "white Bd@H10",
        ]

    def test_a_numbered_turn_with_nothing_in_it_is_a_pass_and_so_is_a_number_left_out(self) -> None:
        expected = ["black Rd@C7", "white pass", "black Kd@D5"]
        assert turns("1. S@c7 1... {pass} 2. M@d5 2... S@c8")[:3] == expected
        assert turns("1. S@c7 1... pass 2. M@d5")[:3] == expected
        assert turns("1. S@c7 2. M@d5 2... S@c8")[:3] == expected

    def test_turns_without_numbers_alternate(self) -> None:
        expected = ["black Bt@E6 x@E6", "white Rt@F5", "black Rd@C7"]
        assert turns("B3x@e6 K1x@e6 R3x@f5 S@c7") == expected
        assert turns("1. B3x@e6 K1x@e6 R3x@f5 2. S@c7") == expected
        assert turns("1. b3x@E6 k1X@E6\n\n1... r3x@F5!? ; a remark\n2. s@C7 # another\n1-0") == expected

    def test_a_black_pyramid_where_nothing_stands_is_a_black_dome(self) -> None:
        assert turns("1. R3x@c7 1... K1x@a4 2. S@c8 K1x@c7") == [
            "black Rt@C7",
            "white Kd@A4",
            "black Rd@C8 x@C7",
        ]

    def test_a_player_who_builds_twice_in_a_row_is_read_as_such(self) -> None:
        assert turns("1. S@c7 S@c8 1... M@d5") == ["black Rd@C7", "black Rd@C8", "white Kd@D5"]

    @pytest.mark.parametrize(
        "head",
        [
            f"---\nEvent: club night\nRound: 1\nGameType:\n  Tiles: '{TILES}'\n  Name: alien-city\n...\n",
            f"gametype: {{Name: Alien City, Tiles: {TILES}}}\n\n",
            f"# it's ours\nGameType: Alien City\nTiles: {TILES}\n",
            f"---\nGameType:\n  Name: Alien City # v2.2\n  Tiles:\n    {TILES[:20]}\n    {TILES[20:]}\n...\n\n",
            "---\nGameType:\n  Name: Alien City\n  Tiles: "
            + "/".join("".join(f"{row[i]}3{row[i + 1]}" for i in (0, 2, 4, 6)) for row in TILES.split("/"))
            + "\n...\n",
        ],
    )
    def test_heads_are_read_however_they_are_laid_out(self, head: str) -> None:
        (record,) = read_ppn(head + "1. S@c9 1... M@e9\n")
        assert record.start == State.start(TILES)
        assert len(record.turns) == 2

    def test_it_says_what_it_cannot_write(self) -> None:
        with pytest.raises(ValueError, match="the beginning of the game was not seen"):
            write_ppn(Record("x", State(random_city(5, 20)), ()))
        with pytest.raises(ValueError, match="in turn 1 a player moves out of turn"):
            write_ppn(Record("x", State.start(TILES), (Turn.parse("white Kd@C1"),)))

    @pytest.mark.parametrize("turn", ["black Kd@C1 x@E5", "black x@E5"])
    def test_a_black_cap_where_nothing_was_built_is_not_written_as_the_dome_it_would_be_read_as(
        self, turn: str
    ) -> None:
        game = Record("x", State.start(TILES), (Turn.parse(turn), Turn.parse("white Rt@E5")))
        with pytest.raises(ValueError, match="in turn 1 a black cap lies on E5, where nothing was built"):
            write_ppn(game)
        assert read_games(write_json_line(game)) == [game]
        white = replace(game, turns=(Turn.parse("black Kd@C1 o@E5"),))
        assert read_games(write_ppn(white)) == [white]


def test_an_illegal_turn_is_reported_and_play_goes_on_from_the_position_it_made() -> None:
    played = replay(read_ppn(PPN_HEAD + "1. B3x@a1 1... R3x@c9 2. S@d9 2... M@c1")[0])
    assert played.to_json()["faults"] == [{"turn": 0, "violates": ["3"]}]
    assert played.to_json()["positions"][-1] == f"{TILES} 8/2Rr4/8/8/8/8/8/8/8/B1k5"
    assert all(step.legal for step in played.steps)


def test_a_record_illegal_by_the_book_and_legal_by_a_house_rule_is_said_to_be_so() -> None:
    played = replay(read_ppn(PPN_HEAD + "1. C@a2 1... G3x@b1 2. M@c1")[0])
    assert played.to_json()["faults"] == [{"turn": 1, "violates": ["4"]}]
    assert played.agreed_house_rules == ("cut_off_lots",)
    assert "1 turn was illegal by the book and legal by the house rule cut_off_lots." in played.account()


def test_a_pass_that_a_record_leaves_out_is_understood() -> None:
    game = next(game for game in games() if any(turn.is_pass for turn in game.turns))
    passing = next(number for number, turn in enumerate(game.turns) if turn.is_pass)
    shorter = Record(game.id, game.start, game.turns[:passing] + game.turns[passing + 1 :])
    assert all(step.verdict.legal for step in replay(shorter).steps)


def test_a_state_of_any_game_goes_there_and_back() -> None:
    game = AlienCity()
    start, played = random_turns(9, 12)
    for state in (start, start.played(played[0]), State(start.city), State(start.city, None, Player.WHITE)):
        assert game.parse_state(game.format_state(state)) == state
