"""Recorded games: JSON, one game a line (`netzwerk-game/1`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .board import Board
from .fields import Connection, Field
from .material import Colour, Kind, Player, kind_of, stones_of
from .options import Options
from .state import State, opening
from .turns import Turn

_FARTHEST = 999
FORMAT = "netzwerk-game/1"
SHAPES = ("triangle", "bent", "straight")


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game, not judged yet.

    pieces: how the board was laid, the fields of each piece, and shape: of its pieces; where the record says so.
    """

    id: str
    options: Options
    start: State
    turns: tuple[Turn, ...]
    pieces: tuple[tuple[Field, ...], ...] | None = None
    shape: str | None = None


def is_record(text: str) -> bool:
    """Whether a file begins as such games do."""
    try:
        first = json.loads(text.lstrip().partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and first.get("format") == FORMAT


def read_records(text: str) -> list[Record]:
    """The games of a file. Raises ValueError saying in which line something is wrong, and what."""
    games = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            games.append(_record(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            missing = f"{error} is missing" if isinstance(error, KeyError) else error
            raise ValueError(f"line {number}: {missing}") from error
    return games


def _record(data: Mapping[str, Any]) -> Record:
    if data.get("format") != FORMAT:
        raise ValueError(f'it lacks "format": "{FORMAT}"')
    fields = _fields(data["board"]["fields"])
    players = tuple(map(Player, data["players"]))
    if not 2 <= len(players) == len(set(players)) <= len(Player):
        raise ValueError(f"two to four players play, each once, not {', '.join(players)}")
    start = opening(Board(fields), players)
    return Record(
        str(data["id"]),
        Options.from_json(data["options"]),
        start,
        tuple(map(_turn, data["turns"])),
        _pieces(data["board"].get("pieces"), fields),
        _shape(data["board"].get("shape")),
    )


def _fields(given: Sequence[Any]) -> dict[Field, Kind]:
    fields: dict[Field, Kind] = {}
    for q, r, kind in given:
        field = _field((q, r))
        if field in fields:
            raise ValueError(f"field {field} is given twice")
        fields[field] = kind_of(kind)
    if not fields:
        raise ValueError("the board has no field")
    return fields


def _pieces(
    given: Sequence[Any] | None, fields: Mapping[Field, Kind]
) -> tuple[tuple[Field, ...], ...] | None:
    if given is None:
        return None
    for field, kind in ((_field(pair), kind_of(kind)) for piece in given for pair, kind in piece):
        if fields.get(field) != kind:
            raise ValueError(f"a piece has {kind} on {field}, and the board has not")
    return tuple(tuple(_field(pair) for pair, _ in piece) for piece in given)


def _shape(given: str | None) -> str | None:
    if given not in (None, *SHAPES):
        raise ValueError(f"pieces are {', '.join(SHAPES)}, not {given!r}")
    return given


def _turn(data: Mapping[str, Any]) -> Turn:
    return Turn(
        Player(data["player"]),
        None if data["to"] is None else _field(data["to"]),
        None if data["took"] is None else Colour(data["took"]),
        tuple(Connection.of(_field(one), _field(other)) for one, other in data.get("build", [])),
        stones_of(data.get("payment", {})),
    )


def _field(pair: Sequence[int]) -> Field:
    q, r = pair
    if not all(type(at) is int and abs(at) <= _FARTHEST for at in (q, r)):
        raise ValueError(f"no such field: {q},{r}")
    return Field(q, r)
