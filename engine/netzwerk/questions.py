"""Questions about positions, asked in JSON, and what the rules answer: builds, ways of miners, networks, scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.illegible import LACKS_FORMAT, IllegibleError
from engine.netzwerk.board import Board
from engine.netzwerk.building import judge_build
from engine.netzwerk.fields import Connection
from engine.netzwerk.material import Player, stones_of
from engine.netzwerk.miners import moves
from engine.netzwerk.options import Options
from engine.netzwerk.records import field_of
from engine.netzwerk.routes import SUPERFLUOUS, TOO_FEW_CITIES, TWICE_IN_A_CITY, routes
from engine.netzwerk.score import player_score, score
from engine.netzwerk.state import State
from engine.netzwerk.text import canonical, parse_state

FORMATS = ("netzwerk-game/1", "netzwerk-position/1")
_OF_NETWORKS = ("off_board", "not_adjacent", "desert", TOO_FEW_CITIES, TWICE_IN_A_CITY, SUPERFLUOUS)
"""The order in which it is said what is wrong with a network."""


def answers(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The answers to a position or a game with samples, in the order and the shape of the questions.

    Only what is asked is looked at, never an answer that stands beside it. Raises ValueError, KeyError or TypeError
    for what is no question.
    """
    if asked.get("format") not in FORMATS:
        raise IllegibleError(LACKS_FORMAT, format=FORMATS[-1])
    options = Options.from_json(asked.get("options", {}))
    said: dict[str, Any] = {"id": asked["id"]}
    if "samples" in asked:
        said["samples"] = [_sample(it, options) for it in asked["samples"]]
    if "position" not in asked:
        return said
    state = parse_state(asked["position"])
    said["canonical"] = canonical(state)
    if "miner_moves" in asked:
        said["miner_moves"] = {player: miner_moves(state, player) for player in asked["miner_moves"]}
    if "scores" in asked:
        found = score(state).to_json()["players"]
        said["scores"] = {player: found[player] for player in asked["scores"]}
    if "proposals" in asked:
        said["proposals"] = [
            answer_to_build(state, asked["player"], it, options) for it in asked["proposals"]
        ]
    if "networks" in asked:
        said["networks"] = [_network(state, it) for it in asked["networks"]]
    return said


def _sample(asked: Mapping[str, Any], options: Options) -> dict[str, Any]:
    state = parse_state(asked["position"])
    said = {key: asked[key] for key in ("at", "n", "player", "position")}
    if asked["at"] == "move":
        return said | {"miner_moves": miner_moves(state, asked["player"])}
    return said | {
        "proposals": [answer_to_build(state, asked["player"], it, options) for it in asked["proposals"]]
    }


def miner_moves(state: State, player: str) -> list[list[Any]]:
    """Where a player's miner may go, each field as [q, r] with whether it jumps there."""
    return [[[at.q, at.r], jumped] for at, jumped in moves(state, Player(player)).items()]


def answer_to_build(state: State, player: str, asked: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """What the rules say to laying the connectors of `build`, paid for with `payment` where that is given."""
    payment = stones_of(asked["payment"]) if "payment" in asked else None
    build = [connection_of(it) for it in asked["build"]]
    ruling = judge_build(state, Player(player), build, options, payment)
    said = {key: asked[key] for key in ("build", "payment") if key in asked}
    said["verdict"] = "legal" if ruling.legal else "illegal"
    if ruling.faults:
        said |= {"reason": ruling.reasons[0], "reasons": list(ruling.reasons)}
    if ruling.kind is not None:
        said["kind"] = ruling.kind
    if ruling.payments is not None:
        said["payments"] = [list(it) for it in ruling.payments]
    return said


def _network(state: State, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Whether connectors, as a camera might read them, are valid routes, and can lie where they are said to."""
    laid = frozenset(connection_of(it) for it in asked["connectors"])
    broken = {code for route in routes(state.board, laid) for code in route.faults}
    broken.update(code for it in laid if (code := _misplaced(state.board, it)))
    faults = [code for code in _OF_NETWORKS if code in broken]
    said: dict[str, Any] = {"connectors": asked["connectors"], "valid": not faults, "faults": faults}
    return said if faults else said | {"score": player_score(state.board, laid).to_json()}


def _misplaced(board: Board, connection: Connection) -> str | None:
    """The code of what speaks against a connector by itself, as for a build (N-6.7); None where nothing does."""
    if any(field not in board for field in connection.fields):
        return "off_board"
    if not connection.joins_neighbours:
        return "not_adjacent"
    return "desert" if board.is_on_desert(connection) else None


def connection_of(given: Any) -> Connection:
    """A connection by its name, or by its two fields."""
    if isinstance(given, str):
        return Connection.parse(given)
    one, other = map(field_of, given)
    return Connection.of(one, other)
