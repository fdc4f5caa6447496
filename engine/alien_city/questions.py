"""Questions about games and positions, asked in JSON, and what the rules answer: legality, violations, the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.alien_city.city import City
from engine.alien_city.conduct import judge
from engine.alien_city.counting import score
from engine.alien_city.json_lines import read_json_game
from engine.alien_city.lots import Lot
from engine.alien_city.pieces import Player
from engine.alien_city.replay import replay
from engine.alien_city.turns import Cap, Placement, Turn


def answers(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The answers about a game with samples, or a position to be scored, in the order and shape of the questions.

    Only what is asked is looked at, never an answer that stands beside it. Raises ValueError, KeyError or TypeError
    for what is no question.
    """
    if "turns" not in asked:
        return {"id": asked["id"], "score": score(City.parse(asked["position"])).to_json()}
    played = replay(read_json_game(asked, str(asked["id"])))
    steps = dict(enumerate(played.steps))  # a dict, so that -1 is an error and not the last step

    def violated(sample: Mapping[str, Any]) -> list[str]:
        player = Player(sample["player"])
        cap = Cap(player, Lot.parse(sample["cap"])) if "cap" in sample else None
        turn = Turn(player, Placement.parse(sample["place"]), cap)
        return list(judge(steps[sample["before"]].before, turn, played.house_rules).violates)

    said: dict[str, Any] = {"id": asked["id"]}
    if "legal" in asked:
        said["legal"] = [
            _question(it) | {"placements": list(map(str, steps[it["before"]].legal))} for it in asked["legal"]
        ]
    for kind in ("illegal", "illegal_caps"):
        if kind in asked:
            said[kind] = [_question(it) | {"violates": violated(it)} for it in asked[kind]]
    return said | {"score": played.score and played.score.to_json()}


def _question(sample: Mapping[str, Any]) -> dict[str, Any]:
    return {key: sample[key] for key in ("before", "player", "place", "cap") if key in sample}
