"""The engine says what the test vectors say, to the letter."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest

from engine.alien_city import (
    PIECES,
    PLACEMENTS,
    Cap,
    City,
    Colour,
    Lot,
    Placement,
    Player,
    Survey,
    Turn,
    judge,
    position_faults,
    score,
)
from engine.alien_city.json_lines import read_json_lines
from engine.alien_city.replay import Replay, replay
from engine.alien_city.streets import lots_in
from tests.engine.alien_city import vectors

GAMES = vectors.lines("games_dev.jsonl")
RULE_CODES = {"R1": "1", "R2": "2", "R3": "3", "R4": "4", "R5": "5"}


@pytest.fixture(scope="module")
def replays() -> dict[str, Replay]:
    return {game.id: replay(game) for game in read_json_lines(vectors.text("games_dev.jsonl"))}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["id"])
class TestGames:
    def test_every_turn_is_legal_and_leads_to_the_recorded_position(
        self, game: dict[str, Any], replays: dict[str, Replay]
    ) -> None:
        played = replays[game["id"]].to_json()
        assert played["faults"] == []
        assert played["positions"] == [turn["position"] for turn in game["turns"]]

    def test_legal_placements_and_caps_are_complete(
        self, game: dict[str, Any], replays: dict[str, Replay]
    ) -> None:
        played = replays[game["id"]].to_json()
        assert played["caps"] == [turn.get("caps", []) for turn in game["turns"]]
        for sample in game["legal"]:
            assert played["legal"][sample["before"]] == sample["placements"]

    def test_illegal_placements_are_charged_with_all_they_violate(
        self, game: dict[str, Any], replays: dict[str, Replay]
    ) -> None:
        steps = replays[game["id"]].steps
        for sample in game["illegal"]:
            turn = Turn(Player(sample["player"]), Placement.parse(sample["place"]))
            verdict = judge(steps[sample["before"]].before, turn)
            assert list(verdict.violates) == sorted(sample["violates"]), sample

    def test_illegal_caps_are_charged_with_all_they_violate(
        self, game: dict[str, Any], replays: dict[str, Replay]
    ) -> None:
        steps = replays[game["id"]].steps
        for sample in game["illegal_caps"]:
            player = Player(sample["player"])
            cap = Cap(player, Lot.parse(sample["cap"]))
            turn = Turn(player, Placement.parse(sample["place"]), cap)
            verdict = judge(steps[sample["before"]].before, turn)
            assert list(verdict.violates) == sorted(sample["violates"]), sample

    def test_it_ends_for_the_recorded_reason_with_the_recorded_score(
        self, game: dict[str, Any], replays: dict[str, Replay]
    ) -> None:
        played = replays[game["id"]].to_json()
        assert played["end"] == game["end"]
        assert played["score"] == game["score"]

    def test_no_position_of_a_legal_game_is_accused(
        self, game: dict[str, Any], replays: dict[str, Replay]
    ) -> None:
        for step in replays[game["id"]].steps[::5]:
            assert not position_faults(step.after.city), str(step.after.city)


@pytest.mark.parametrize("vector", vectors.lines("placements_dev.jsonl"), ids=lambda vector: vector["id"])
def test_every_piece_on_every_empty_lot_is_judged_as_recorded(vector: dict[str, Any]) -> None:
    survey = Survey(City.parse(vector["position"]))
    verdicts: dict[str, list[str]] = defaultdict(list)
    for piece in PIECES:
        for lot in lots_in(survey.streets):
            broken = survey.violated(PLACEMENTS[piece][lot])
            verdicts[",".join(RULE_CODES[str(rule.name)] for rule in broken)].append(f"{piece}@{lot}")
    assert {rules: sorted(places) for rules, places in verdicts.items()} == vector["verdicts"]
    assert sorted(map(str, survey.legal())) == vector["verdicts"].get("", [])
    assert {colour for colour in Colour if survey.fallback(colour)} == set(vector["fallback"])
    assert set(map(str, lots_in(survey.passing))) == set(vector["r4_lots"])


@pytest.mark.parametrize("vector", vectors.lines("score_dev.jsonl"), ids=lambda vector: vector["id"])
def test_a_position_scores_as_recorded(vector: dict[str, Any]) -> None:
    assert score(City.parse(vector["position"])).to_json() == vector["score"]


def test_the_finished_game_of_figure_5_scores_as_printed() -> None:
    figure = vectors.figures()["fig5"]
    for position in (figure["position"], figure["rotated"]):
        totals = score(City.parse(position)).totals
        assert totals == {"black": 66, "white": 89}
    assert score(City.parse(figure["position"])).to_json() == figure["expected"]


def test_the_walk_to_the_competition_in_figure_5_is_the_printed_one() -> None:
    city = City.parse(vectors.figures()["fig5"]["position"])
    walk = next(tower for tower in score(city).towers if str(tower.lot) == "E3").competition.walk
    printed = "E4 F4 F5 F6 G6 H6 H7 H8 G8 G9 G10 F10 E10 E9 E8 D8 D7 D6 D5"
    assert " ".join(map(str, walk)) == printed


def test_the_finished_game_of_figure_5_can_be_played_turn_by_turn() -> None:
    figure = vectors.figures()["fig5"]
    record = {"tiles": figure["position"].split()[0], "turns": figure["turns"]}
    played = replay(read_json_lines(json.dumps(record))[0])
    assert all(step.verdict.legal for step in played.steps)
    assert str(played.state.city) == figure["position"]
    assert played.end == figure["end"]
    middle = played.steps[figure["figure4_after_turns"] - 1].after.city
    assert str(middle) == vectors.figures()["fig4"]["position"]


@pytest.mark.parametrize("name", ["fig4", "fig4_alone"])
def test_what_the_rules_say_about_figure_4(name: str) -> None:
    figure = vectors.figures()[name]
    start = City.parse(figure["position"])
    for fact in figure["facts"]:
        city = start
        for before in [fact["after"]] if isinstance(fact.get("after"), str) else fact.get("after") or []:
            placement = Placement.parse(before)
            city = city.with_lot(placement.lot, placement.structure)
        broken = Survey(city).violated(Placement.parse(fact["place"]))
        assert [RULE_CODES[str(rule.name)] for rule in broken] == fact["violates"], fact["text"]
