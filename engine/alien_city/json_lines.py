"""Games as JSON lines, one object a line: ``tiles`` and ``turns`` are read, and ``id`` where given.

A turn is ``{"player", "place", "cap"}`` or ``{"player", "pass": true}``; ``place`` is
``{"kind", "colour", "lot"}`` or a short form such as ``"Rt@C7"``, ``cap`` a lot or null. Whatever else
an object holds is left alone.
"""

from __future__ import annotations

import json
from typing import Any

from .lots import Lot
from .pieces import Colour, Kind, Piece, Player
from .records import Record, RecordError
from .state import State
from .turns import Cap, Placement, Turn


def read_json_lines(text: str) -> list[Record]:
    """The games of a file of JSON lines; RecordError naming the line that cannot be read."""
    records: list[Record] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            records.append(_record(json.loads(line), str(len(records) + 1)))
        except json.JSONDecodeError as error:
            what = f"{error.msg} at column {error.colno}"
            raise RecordError(f"line {number} is not JSON by itself, a game a line: {what}") from None
        except RecursionError:
            raise RecordError(f"line {number} holds brackets in brackets, too deep for a game") from None
        except ValueError as error:
            raise RecordError(f"line {number}: {error}") from None
    return records


def _record(game: Any, default_id: str) -> Record:
    if not isinstance(game, dict):
        raise ValueError("a game is an object in braces")
    tiles, turns = game.get("tiles"), game.get("turns")
    if not isinstance(tiles, str) or not isinstance(turns, list):
        raise ValueError("a game has 'tiles', a string, and 'turns', a list")
    return Record(
        str(game.get("id", default_id)),
        State.start(tiles),
        tuple(_turn(turn, number) for number, turn in enumerate(turns, 1)),
    )


def _turn(turn: Any, number: int) -> Turn:
    try:
        player = Player(turn["player"])
        if turn.get("pass"):
            return Turn(player)
        cap = turn.get("cap")
        return Turn(player, _placement(turn["place"]), Cap(player, Lot.parse(cap)) if cap else None)
    except KeyError as error:
        raise ValueError(f"turn {number}: {error} is missing in {json.dumps(turn)}") from None
    except (TypeError, AttributeError):
        example = '{"player": "black", "place": "Rt@C7", "cap": null}'
        raise ValueError(
            f"turn {number}: cannot read {json.dumps(turn)} (a turn is like {example})"
        ) from None
    except ValueError as error:
        raise ValueError(f"turn {number}: cannot read {json.dumps(turn)} ({error})") from None


def _placement(place: Any) -> Placement:
    if isinstance(place, str):
        return Placement.parse(place)
    kind, colour = Kind(place["kind"]), Colour(place["colour"])
    return Placement(Piece.parse(f"{colour}{kind[0]}"), Lot.parse(place["lot"]))
