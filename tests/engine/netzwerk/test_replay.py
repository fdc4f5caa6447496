"""Recorded games of Netzwerk played through: as the vectors have them, and what is wrong with wrong ones."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from engine.illegible import AskedRuleError
from engine.judged import answers
from engine.netzwerk.board import Board
from engine.netzwerk.conduct import play
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import NO_STONES, UNREAD, Player, stones_of
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.records import Record, is_record, read_records
from engine.netzwerk.replay import Replay, match_of, replay
from engine.netzwerk.score import score
from engine.netzwerk.text import format_state, parse_state
from engine.netzwerk.turns import Turn
from engine.netzwerk.writing import write_record
from engine.recorded import replays
from tests.engine.netzwerk.vectors import lines

GAMES = lines("games.jsonl")


def replayed(game: dict[str, Any]) -> dict[str, Any]:
    (record,) = read_records(json.dumps(game))
    return replay(record).to_json()


@pytest.mark.parametrize("game", GAMES, ids=lambda it: str(it["id"]))
def test_a_whole_game(game: dict[str, Any]) -> None:
    said = replayed(game)
    assert (said["id"], said["end"], said["final"]) == (game["id"], game["end"], game["final"])
    assert said["faults"] == []
    assert len(said["positions"]) == len(said["moves"]) == len(game["turns"])
    for sample in game["samples"]:
        if sample["at"] == "move":
            assert said["moves"][sample["n"] - 1] == sample["miner_moves"]
            assert said["positions"][sample["n"] - 2] == sample["position"]


@pytest.mark.parametrize("game", GAMES[::3], ids=lambda it: str(it["id"]))
def test_a_game_played_is_written_as_it_was_read(game: dict[str, Any]) -> None:
    (record,) = read_records(json.dumps(game))
    written = json.loads(write_record(replay(record)))
    said = {key: value for key, value in game.items() if key != "samples"}
    said["board"] = {**game["board"], "fields": sorted(game["board"]["fields"])}
    assert written == said
    assert read_records(json.dumps(written)) == [record]


def test_a_game_with_a_city_unread_is_told_without_its_score() -> None:
    (record,) = read_records(json.dumps(GAMES[0]))
    state = replay(record).states[-1]
    reached = next(at for laid in state.connectors.values() for way in laid for at in way.fields)
    board = Board({**record.start.board.kinds, reached: UNREAD})
    unread = replay(replace(record, start=replace(record.start, board=board)))
    assert unread.score is None
    assert unread.to_json()["final"] is None
    assert unread.account()[-1] == "The score is not counted while connectors or cities are unread."


def test_games_are_summed_up_as_a_match() -> None:
    (record,) = read_records(json.dumps(GAMES[0]))
    first = replay(record)
    points = {str(player): it.total for player, it in score(first.states[-1]).players.items()}
    match = match_of([first])
    assert match.totals == points
    assert match.next_to_begin == str(record.start.players[1])
    assert match.lines()[-1].endswith("begins the next game.")
    with pytest.raises(ValueError, match="beginning"):
        match_of([first, first])
    with pytest.raises(ValueError, match="not over"):
        match_of([replay(replace(record, turns=record.turns[:-1]))])
    nearly = replace(match, games=(dict.fromkeys(match.seats, 199),))
    assert (nearly.is_over, replace(match, games=(dict.fromkeys(match.seats, 200),)).is_over) == (False, True)
    won = replace(match, games=({seat: 200 + at for at, seat in enumerate(match.seats)},))
    assert won.lines()[-1].endswith("wins the match.")


def test_what_the_format_cannot_say_is_not_written() -> None:
    (record,) = read_records(json.dumps(GAMES[0]))
    with pytest.raises(ValueError, match="not over"):
        write_record(replay(replace(record, turns=record.turns[:-1])))
    with pytest.raises(ValueError, match="turn 2 is against the rules"):
        write_record(replay(replace(record, turns=record.turns[:1] * 2)))


def test_a_file_is_known_by_its_format_and_told_in_words() -> None:
    text = "\n".join(json.dumps(game) for game in GAMES[:2])
    assert is_record(text)
    first, second = replays(text)
    said = first.account()
    assert said[0] == f"Game {GAMES[0]['id']}"
    assert any(line.startswith("   builds ") for line in said)
    assert "Every turn was legal." in said
    assert second.account()[-1].endswith(("wins.", "win."))


def test_a_file_of_another_version_is_told_to_be_one() -> None:
    with pytest.raises(ValueError, match='lacks "format": "netzwerk-game/1"'):
        replays(json.dumps(GAMES[0] | {"format": "netzwerk-game/2"}))
    with pytest.raises(ValueError, match='lacks "format": "netzwerk-position/1"'):
        next(answers('{"format": "netzwerk-position/2", "id": 1}'))


def test_a_game_can_be_judged_by_other_options_than_its_own() -> None:
    text = json.dumps(GAMES[0])
    (one,), (other,) = replays(text), replays(text, ["build_limit=free"])
    assert isinstance(one, Replay)
    assert isinstance(other, Replay)
    assert (one.record.options, other.record.options) == (BOOK, Options.named(["build_limit=free"]))
    with pytest.raises(AskedRuleError, match="build_limits"):
        replays(text, ["build_limits=free"])


@pytest.mark.parametrize(
    ("change", "reason", "words"),
    [
        ({"took": None}, "took", "the stone to take is"),
        ({"to": [40, 40], "took": None}, "move", "by a step or a jump"),
        ({"to": None, "took": None}, "stay", "has to move"),
        ({"player": "w"}, "turn", "it is Brown's turn"),
    ],
)
def test_a_turn_against_the_rules_is_named_and_the_game_goes_on(
    change: dict[str, Any], reason: str, words: str
) -> None:
    game = deepcopy(GAMES[0])
    assert game["turns"][2]["player"] == "n"
    assert game["turns"][2]["took"] is not None
    game["turns"] = game["turns"][:3]
    game["turns"][2] |= change
    said = replayed(game)
    (fault,) = said["faults"]
    assert (fault["turn"], fault["reasons"][0]) == (3, reason)
    assert len(said["positions"]) == 3
    assert said["end"] is None
    (only,) = replays(json.dumps(game))
    assert any(words in line for line in only.account())


def test_after_the_end_nothing_changes_any_more() -> None:
    game = deepcopy(GAMES[0])
    game["turns"] += game["turns"][-3:]
    said = replayed(game)
    assert said["end"]["position"] == GAMES[0]["end"]["position"]
    assert [fault["reasons"] for fault in said["faults"]] == [["over"]] * 3


def test_who_plays_out_of_turn_moves_the_own_miner() -> None:
    state = parse_state("0|0:C2Y2Y1C4Y2 w1,0;k2,0;g4,0 w-|k-|g- w0,0,0,0,0|k0,0,0,0,0|g0,0,0,0,0 w.m")
    played = play(state, Turn.parse("k 3,0 -"))
    assert played.verdict.violates == ("turn",)
    assert format_state(played.after).split()[1] == "w1,0;k3,0;g4,0"
    stranger = play(state, Turn.parse("n 3,0 -"))
    assert (stranger.verdict.violates, stranger.after) == (("turn",), state)


@pytest.mark.parametrize(
    ("turn", "code"),
    [
        ("w - Y", "stay"),
        ("w 9,9 -", "move"),
        ("w 0,0 - 0,0E 5,5,5,5,5", "route_a"),
    ],
)
def test_what_no_table_can_have_is_left_out_of_the_position_after_an_illegal_turn(
    turn: str, code: str
) -> None:
    state = parse_state("0|0:C2Y2Y1C4Y2 w1,0;k2,0;g4,0 w-|k-|g- w1,0,0,0,0|k0,0,0,0,0|g0,0,0,0,0 w.m")
    played = play(state, Turn.parse(turn))
    assert code in played.verdict.violates
    assert parse_state(format_state(played.after)) == played.after


def test_stones_paid_for_nothing_are_a_fault() -> None:
    state = parse_state("0|0:C2Y2Y1C4 w1,0;k2,0 w-|k- w1,0,0,0,0|k0,0,0,0,0 w.m")
    turn = Turn(Player.WHITE, Field(0, 0), None, (), (1, 0, 0, 0, 0))
    assert play(state, turn).verdict.violates == ("payment_wrong",)


def test_what_was_paid_for_with_nothing_is_built_for_nothing_that_is_told() -> None:
    start = parse_state("0|0:C2Y2Y1C4 w1,0;k2,0 w-|k- w1,0,0,0,0|k0,0,0,0,0 w.m")
    built = Turn(Player.WHITE, Field(0, 0), None, (Connection.parse("0,0E"),), NO_STONES)
    told = replay(Record("a", BOOK, start, (built,))).account()
    assert "   builds 0,0E" in told


def test_a_game_that_was_joined_is_not_told_to_have_begun_wrong() -> None:
    start = parse_state("0|0:C2Y2Y1C4 w1,0;k2,0 w-|k- w1,0,0,0,0|k0,0,0,0,0 w.m")
    assert not any("N-3.5" in line for line in replay(Record("a", BOOK, start, ())).account())
    nobody = replace(start, miners={Player.WHITE: None, Player.BLACK: None})
    assert any("N-3.5" in line for line in replay(Record("a", BOOK, nobody, ())).account())


def test_what_connects_no_two_cities_yet_counts_nothing() -> None:
    begun = parse_state("0|0:C2Y2Y1C4 w1,0;k2,0 w0,0E|k- w1,0,0,0,0|k0,0,0,0,0 w.m")
    assert score(begun).totals == {"white": 0, "black": 0}
    assert not any("route" in line for line in score(begun).lines())


def test_as_long_as_nobody_has_anything_nobody_is_told_to_win() -> None:
    begun = parse_state("0|0:C2Y2Y1C4 w1,0;k2,0 w-|k- w1,0,0,0,0|k0,0,0,0,0 w.m")
    assert score(begun).lines() == ["White: 0", "Black: 0"]


def test_each_city_counts_once_though_a_wrong_landscape_has_its_value_twice() -> None:
    # From the one city 7 over city 2, where two routes meet, to the other city 7.
    state = parse_state("0|0:C7Y2C2Y2C7 w1,0;k3,0 w0,0E;1,0E;2,0E;3,0E|k- w0,0,0,0,0|k0,0,0,0,0 w.m")
    assert score(state).to_json()["players"]["w"]["cities"] == [2, 7, 7]
    assert score(state).totals == {"white": 2 + 2 + 2 + 7 + 7, "black": 0}


def test_what_was_wrong_with_the_set_up_is_told_first() -> None:
    game = deepcopy(GAMES[0])
    assert not any("Wrong from the start" in line for line in replays(json.dumps(game))[0].account())
    del game["board"]["pieces"]
    fields = game["board"]["fields"]
    at = next(number for number, (_, _, kind) in enumerate(fields) if kind == "C7")
    fields[at][2] = "C8"
    said = replays(json.dumps(game | {"turns": []}))[0].account()
    assert said[1:3] == [
        "Wrong from the start: N-2.3: the city with 7 is missing.",
        "Wrong from the start: N-2.3: 2 cities have the value 8.",
    ]


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ({"players": ["w"]}, "two to four players"),
        ({"players": ["w", "w"]}, "each once"),
        ({"options": {"speed": 1}}, "no such house rule: 'speed'"),
        ({"options": {"build_limit": "two"}}, "build_limit may be one or free"),
        ({"board": {"fields": [[0, 0, "X"]]}}, "no such field: 'X'"),
        ({"turns": [{"player": "w"}]}, "'to' is missing"),
        (
            {"turns": [{"player": "w", "to": None, "took": None, "payment": {"R": 10**9}}]},
            "more stones of a colour than there are: 10",
        ),
        ({"turns": None}, "line 1"),
        ({"board": {"fields": []}}, "no field"),
        ({"board": {"fields": [[q, 0, "Y"] for q in range(118)]}}, "118 fields"),
        ({"board": {"fields": [[0, 0, "Y"], [0, 0, "R"]]}}, "0,0 is given twice"),
        ({"board": {"fields": [[0, 10**12, "Y"]]}}, "no such field"),
        ({"board": {"fields": [[0, 1.7, "Y"]]}}, "no such field"),
        ({"board": {"fields": [[0, 0, "Y"]], "pieces": [[[[0, 0], "R"]]]}}, "a piece has R on 0,0"),
        ({"board": {"fields": [[0, 0, "Y"]], "shape": "round"}}, "not 'round'"),
    ],
)
def test_a_damaged_record_is_refused_in_one_line(damage: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as refused:
        replays(json.dumps(GAMES[0] | damage))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("count", [1.9, "3", True, None])
def test_stones_are_counted_by_whole_numbers(count: Any) -> None:
    with pytest.raises(TypeError):
        stones_of({"Y": count})
