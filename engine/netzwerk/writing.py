"""A game played through as a record: JSON, one line (`netzwerk-game/1`), which `records` reads back."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from engine.messages import Message
from engine.netzwerk.building import judge_build
from engine.netzwerk.conduct import Played, targets
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import NO_STONES, Colour, Stones
from engine.netzwerk.miners import moved
from engine.netzwerk.options import Options
from engine.netzwerk.records import FORMAT, Record
from engine.netzwerk.replay import Replay
from engine.netzwerk.state import Phase, State
from engine.unwritable import FAULTY_TURN, UnwritableError

NOT_OVER = Message("the game is not over")


def write_record(played: Replay) -> str:
    """The line of a file. Raises UnwritableError for a game that is not over, or has a turn against the rules: the
    format knows neither."""
    for number, turn in enumerate(played.turns, start=1):
        if not turn.verdict.legal:
            raise UnwritableError(FAULTY_TURN, number=number)
    said = played.to_json()
    if said["end"] is None:
        raise UnwritableError(NOT_OVER)
    record, options = played.record, played.record.options
    data = {
        "id": record.id,
        "format": FORMAT,
        "options": asdict(options),
        "players": list(map(str, record.start.players)),
        "board": _board(record),
        "turns": [
            _turn(number, before, turn, options)
            for number, (before, turn) in enumerate(zip(played.states, played.turns, strict=False), start=1)
        ],
        "end": said["end"],
        "final": said["final"],
    }
    return json.dumps(data)


def _board(record: Record) -> dict[str, Any]:
    board = record.start.board
    said: dict[str, Any] = {"fields": [[at.q, at.r, str(board[at])] for at in sorted(board)]}
    if record.pieces is not None:
        said["pieces"] = [[[_pair(at), str(board[at])] for at in piece] for piece in record.pieces]
    if record.shape is not None:
        said["shape"] = record.shape
    return said


def _turn(number: int, before: State, played: Played, options: Options) -> dict[str, Any]:
    turn = played.turn
    said: dict[str, Any] = {"n": number, "player": str(turn.player)}
    if before.phase is Phase.PLACE:
        assert turn.to is not None, "a miner that is put somewhere"
        said |= {"type": "place", "choices": len(targets(before)), "to": _pair(turn.to), "took": turn.took}
        return said
    start = before.miners[turn.player]
    assert start is not None, "every miner is on the board by now"
    said |= {"type": "turn", "from": _pair(start), "to": turn.to and _pair(turn.to)}
    if turn.to is not None:
        said["jumped"] = targets(before)[turn.to]
    said |= {
        "took": turn.took,
        "build": [_pairs(connector) for connector in turn.build],
        "payment": _counts(turn.payment or NO_STONES),
    }
    if turn.build:
        said["kind"] = judge_build(moved(before, turn.to).state, turn.player, turn.build, options).kind
    return said | {"hand": list(played.after.hands[turn.player])}


def _pair(field: Field) -> list[int]:
    return [field.q, field.r]


def _pairs(connector: Connection) -> list[list[int]]:
    return [_pair(field) for field in connector.fields]


def _counts(stones: Stones) -> dict[str, int]:
    return {str(colour): count for colour, count in zip(Colour, stones, strict=True) if count}
