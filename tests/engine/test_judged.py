"""Questions in JSON are answered as the vectors have it, from the questions alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.judged import answers
from engine.recorded import replays
from tests.engine.alien_city import vectors
from tests.engine.netzwerk.vectors import lines

ANSWERS = {
    "verdict",
    "reason",
    "reasons",
    "kind",
    "payments",
    "valid",
    "faults",
    "score",
    "miner_moves",
    "scores",
}


def without_answers(asked: Any) -> Any:
    """A question as somebody asks it who does not know the answer."""
    if isinstance(asked, list):
        return [without_answers(it) for it in asked]
    if not isinstance(asked, dict):
        return asked
    blank = {
        key: without_answers(value)
        for key, value in asked.items()
        if key not in ANSWERS - {"miner_moves", "scores"}
    }
    for key in ("miner_moves", "scores"):
        if isinstance(asked.get(key), dict):
            blank[key] = dict.fromkeys(asked[key])
        elif key in asked:
            del blank[key]
    return blank


def agrees(said: Any, expected: Any) -> bool:
    """Whether an answer holds what is expected, and nothing else but what was left out of it."""
    if isinstance(said, dict):
        return all(key in expected and agrees(value, expected[key]) for key, value in said.items())
    if isinstance(said, list) and isinstance(expected, list):
        return len(said) == len(expected) and all(map(agrees, said, expected))
    return bool(said == expected)


@pytest.mark.parametrize("sign", ["\N{LINE SEPARATOR}", "\N{NEXT LINE}", "\N{PARAGRAPH SEPARATOR}"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_no_sign_within_a_text_ends_a_line(sign: str, ends: str) -> None:
    game = {"tiles": "G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<", "turns": []}
    one, two = (json.dumps(game | {"id": f"{sign}{number}"}, ensure_ascii=False) for number in (1, 2))
    text = f"{one}{ends}{ends}{two}{ends}"
    assert [it["id"] for it in answers(text)] == [f"{sign}1", f"{sign}2"]
    assert [it.to_json()["id"] for it in replays(text)] == [f"{sign}1", f"{sign}2"]
    netzwerk = json.dumps(lines("games.jsonl")[0] | {"id": sign, "turns": []}, ensure_ascii=False)
    assert [it.to_json()["id"] for it in replays(netzwerk)] == [sign]
    with pytest.raises(ValueError, match="line 3"):
        list(answers(f"{one}{ends}{ends}no{ends}"))


@pytest.mark.parametrize("name", ["positions.jsonl", "games.jsonl"])
def test_netzwerk_is_judged_from_the_questions_alone(name: str) -> None:
    for vector in lines(name)[:25]:
        (said,) = answers(json.dumps(without_answers(vector)))
        assert agrees(said, vector)
        for key in ("canonical", "miner_moves", "scores", "proposals", "networks", "samples"):
            assert said.get(key) == vector.get(key) or key in ("networks",), key
        for network, expected in zip(said.get("networks", []), vector.get("networks", []), strict=True):
            assert network["valid"] == expected["valid"]
            assert network.get("score") == expected.get("score")


def test_alien_city_is_judged_from_the_questions_alone() -> None:
    for vector in vectors.lines("games_dev.jsonl")[:12]:
        asked = {key: vector[key] for key in ("id", "tiles", "turns")}
        asked["legal"] = [{"before": it["before"], "player": it["player"]} for it in vector["legal"]]
        for kind in ("illegal", "illegal_caps"):
            asked[kind] = [{key: it[key] for key in it if key != "violates"} for it in vector[kind]]
        (said,) = answers(json.dumps(asked))
        assert said["legal"] == vector["legal"]
        assert said["score"] == vector["score"]
        for kind in ("illegal", "illegal_caps"):
            expected = [it | {"violates": sorted(it["violates"])} for it in vector[kind]]
            assert said[kind] == expected
    for vector in vectors.lines("score_dev.jsonl")[:20]:
        (said,) = answers(json.dumps({"id": vector["id"], "position": vector["position"]}))
        assert said == {"id": vector["id"], "score": vector["score"]}


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "line 1: "),
        ("[]", "line 1: "),
        ("[]", "a question is a JSON object"),
        ('{"id": "x", "position": 5}', "a value is of another kind than it has to be"),
        ('{"id": "x"}', "'position' is missing"),
        ('{"id": "x", "position": "nowhere"}', "line 1: "),
        ('{"id": "x", "format": "netzwerk-position/1", "position": "0|0:C2"}', "has 1 words"),
        ('{"id": "x", "format": "netzwerk-position/1", "options": {"a": 1}}', "no such house rule: 'a'"),
    ],
)
def test_what_is_no_question_gets_one_line(line: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as refused:
        list(answers(line))
    assert "\n" not in str(refused.value)


def test_turns_are_counted_from_the_beginning() -> None:
    vector = vectors.lines("games_dev.jsonl")[0]
    asked = {key: vector[key] for key in ("id", "tiles", "turns")} | {"legal": [{"before": -1}]}
    with pytest.raises(ValueError, match="line 1: '-1' is missing"):
        list(answers(json.dumps(asked)))


SMALL = {
    "format": "netzwerk-position/1",
    "id": "small",
    "position": "0|0:C2Y2##C4 w1,0;k- w-|k- w0,0,0,0,0|k0,0,0,0,0 w.b",
}


@pytest.mark.parametrize(
    ("connectors", "faults"),
    [
        ([[[0, 0], [3, 0]]], ["not_adjacent"]),
        (["0,0E", "1,0E", "2,0E"], ["desert"]),
        (["0,0SE"], ["off_board", "route_a"]),
    ],
)
def test_no_network_is_valid_whose_connectors_cannot_lie_there(
    connectors: list[Any], faults: list[str]
) -> None:
    (said,) = answers(json.dumps({**SMALL, "networks": [{"connectors": connectors}]}))
    assert said["networks"] == [{"connectors": connectors, "valid": False, "faults": faults}]


@pytest.mark.parametrize("place", [0.5, True, 10**9])
def test_a_field_in_a_question_is_two_whole_numbers_as_in_a_record(place: object) -> None:
    with pytest.raises(ValueError, match="no such field"):
        list(answers(json.dumps({**SMALL, "networks": [{"connectors": [[[place, 0], [1, 0]]]}]})))
