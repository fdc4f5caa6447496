"""The engine agrees with an independent implementation of the rules, case by case."""

from __future__ import annotations

from typing import Any

import pytest

from engine.netzwerk.board import Board
from engine.netzwerk.building import built, judge_build
from engine.netzwerk.fields import Field
from engine.netzwerk.match import Match
from engine.netzwerk.material import Player, kind_of, stones_of
from engine.netzwerk.miners import moved, places
from engine.netzwerk.options import Options
from engine.netzwerk.questions import answer_to_build, connection_of, miner_moves
from engine.netzwerk.routes import routes
from engine.netzwerk.score import player_score, score
from engine.netzwerk.state import Phase, opening
from engine.netzwerk.text import canonical, format_state, parse_state
from tests.engine.netzwerk.vectors import examples, field, lines

POSITIONS = lines("positions.jsonl")
GAMES = lines("games.jsonl")
EXAMPLES = examples()["examples"]
CODES = ("route_a", "route_b", "route_c")


def asked(question: dict[str, Any]) -> dict[str, Any]:
    return {
        key: question[key] for key in ("verdict", "reason", "reasons", "payments", "kind") if key in question
    }


@pytest.mark.parametrize("position", POSITIONS, ids=lambda it: str(it["id"]))
def test_a_position(position: dict[str, Any]) -> None:
    state, options = parse_state(position["position"]), Options.from_json(position["options"])
    assert format_state(state) == position["position"]
    assert canonical(state) == position["canonical"]
    assert {player: miner_moves(state, player) for player in position["miner_moves"]} == position[
        "miner_moves"
    ]
    assert score(state).to_json()["players"] == position["scores"]
    for proposal in position["proposals"]:
        assert asked(answer_to_build(state, position["player"], proposal, options)) == asked(proposal)
    for network in position["networks"]:
        laid = frozenset(connection_of(it) for it in network["connectors"])
        found = routes(state.board, laid)
        faults = [code for code in CODES if any(code in route.faults for route in found)]
        assert (not faults, faults) == (network["valid"], network.get("faults", []))
        if network["valid"]:
            assert player_score(state.board, laid).to_json() == network["score"]


@pytest.mark.parametrize("game", GAMES, ids=lambda it: str(it["id"]))
def test_a_game(game: dict[str, Any]) -> None:
    options = Options.from_json(game["options"])
    board = Board({Field(q, r): kind_of(kind) for q, r, kind in game["board"]["fields"]})
    state = opening(board, tuple(map(Player, game["players"])))
    samples = {(sample["n"], sample["at"]): sample for sample in game["samples"]}
    for turn in game["turns"]:
        assert state.phase is not Phase.OVER
        assert state.player == turn["player"]
        if turn["type"] == "place":
            assert len(places(state)) == turn["choices"]
        elif before := samples.get((turn["n"], "move")):
            assert format_state(state) == before["position"]
            assert miner_moves(state, turn["player"]) == before["miner_moves"]
        done = moved(state, turn["to"] and field(turn["to"]))
        assert (done.took and done.took.value) == turn["took"]
        state = done.state
        if turn["type"] == "place":
            continue
        if asking := samples.get((turn["n"], "build")):
            assert format_state(state) == asking["position"]
            for proposal in asking["proposals"]:
                assert asked(answer_to_build(state, asking["player"], proposal, options)) == asked(proposal)
        build, payment = [connection_of(it) for it in turn["build"]], stones_of(turn["payment"])
        if build:
            ruling = judge_build(state, state.player, build, options, payment)
            assert (ruling.legal, ruling.kind) == (True, turn["kind"])
        state = built(state, build, payment)
        assert list(state.hands[Player(turn["player"])]) == turn["hand"]
    assert state.phase is Phase.OVER
    assert format_state(state) == game["end"]["position"]
    assert score(state).to_json() == game["final"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda it: str(it["name"]))
def test_an_example_of_a_rule(example: dict[str, Any]) -> None:
    state, options = parse_state(example["position"]), Options.from_json(example.get("options", {}))
    expected, player = example["expect"], example.get("player", state.player)
    said: dict[str, Any]
    match example["type"]:
        case "build":
            said = answer_to_build(state, player, example, options)
        case "network":
            faults = [it.faults for it in routes(state.board, state.connectors[Player(player)])]
            codes = [code for code in CODES if any(code in them for them in faults)]
            said = {"valid": not codes, "faults": codes}
        case "miner":
            said = {"moves": miner_moves(state, player)}
        case "place":
            said = {"places": [[at.q, at.r] for at in places(state)]}
        case "score":
            found = score(state)
            letters = {str(name): it.total for name, it in found.players.items()}
            said = {"totals": letters, "winners": found.to_json()["winners"]}
        case "turn":
            done = moved(state, example["to"] and field(example["to"]))
            said = {"took": done.took and done.took.value, "over": bool(done.state.colours_gone)}
            build, payment = [connection_of(it) for it in example["build"]], stones_of(example["payment"])
            if build:
                assert judge_build(done.state, state.player, build, options, payment).legal
    assert {key: said[key] for key in expected} == expected


@pytest.mark.parametrize("number", range(len(examples()["matches"])))
def test_a_match(number: int) -> None:
    asked_for = examples()["matches"][number]
    match = Match(tuple(asked_for["seats"]), tuple(asked_for["games"]))
    expected = {"totals": match.totals, "next_start": match.next_to_begin, "winners": list(match.winners)}
    assert expected == asked_for["expect"]
