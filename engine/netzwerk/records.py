"""Recorded games: JSON, one game a line (`netzwerk-game/1`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.illegible import ILLEGIBLE, IN_LINE, LACKS_FORMAT, IllegibleError, why
from engine.messages import Message
from engine.netzwerk.board import Board
from engine.netzwerk.fields import NO_FIELD, Connection, Field
from engine.netzwerk.material import Colour, Kind, Player, kind_of, stones_of
from engine.netzwerk.options import Options
from engine.netzwerk.state import State, opening
from engine.netzwerk.turns import Turn
from engine.numbered import numbered_lines

FORMAT = "netzwerk-game/1"
_FAMILY = "netzwerk-"
SHAPES = ("triangle", "bent", "straight")

WRONG_PLAYERS = Message("two to four players play, each once, not {players}")
FIELD_TWICE = Message("field {field} is given twice")
OTHER_PIECE = Message("a piece has {kind} on {field}, and the board has not")
OTHER_PIECES = Message("pieces are {known}, not {given!r}")


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game, not judged yet.

    pieces: the fields of each piece, as the board was laid; shape: that of the pieces; where the record has them.
    """

    id: str
    options: Options
    start: State
    turns: tuple[Turn, ...]
    pieces: tuple[tuple[Field, ...], ...] | None = None
    shape: str | None = None


def is_record(text: str) -> bool:
    """Whether a file begins as such games do, of whatever version."""
    try:
        first = json.loads(text.lstrip().partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and is_format(first.get("format"))


def is_format(name: object) -> bool:
    """Whether a format is one of Netzwerk's."""
    return isinstance(name, str) and name.startswith(_FAMILY)


def read_records(text: str) -> list[Record]:
    """The games of a file. Raises IllegibleError saying in which line something is wrong, and what."""
    games = []
    for number, line in numbered_lines(text):
        try:
            games.append(_record(json.loads(line)))
        except ILLEGIBLE as error:
            raise IllegibleError(IN_LINE, number=number, reason=why(error)) from error
    return games


def _record(data: Mapping[str, Any]) -> Record:
    if data.get("format") != FORMAT:
        raise IllegibleError(LACKS_FORMAT, format=FORMAT)
    fields = _fields(data["board"]["fields"])
    players = tuple(map(Player, data["players"]))
    if not 2 <= len(players) == len(set(players)) <= len(Player):
        raise IllegibleError(WRONG_PLAYERS, players=players)
    start = opening(Board.read(fields), players)
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
        field = field_of((q, r))
        if field in fields:
            raise IllegibleError(FIELD_TWICE, field=field)
        fields[field] = kind_of(kind)
    return fields


def _pieces(
    given: Sequence[Any] | None, fields: Mapping[Field, Kind]
) -> tuple[tuple[Field, ...], ...] | None:
    if given is None:
        return None
    for field, kind in ((field_of(pair), kind_of(kind)) for piece in given for pair, kind in piece):
        if fields.get(field) != kind:
            raise IllegibleError(OTHER_PIECE, kind=kind, field=field)
    return tuple(tuple(field_of(pair) for pair, _ in piece) for piece in given)


def _shape(given: str | None) -> str | None:
    if given not in (None, *SHAPES):
        raise IllegibleError(OTHER_PIECES, known=SHAPES, given=given)
    return given


def _turn(data: Mapping[str, Any]) -> Turn:
    return Turn(
        Player(data["player"]),
        None if data["to"] is None else field_of(data["to"]),
        None if data["took"] is None else Colour(data["took"]),
        tuple(Connection.of(field_of(one), field_of(other)) for one, other in data.get("build", [])),
        stones_of(data.get("payment", {})),
    )


def field_of(pair: Sequence[int]) -> Field:
    """The field of two whole numbers; IllegibleError for others, ValueError or TypeError for what is no pair."""
    q, r = pair
    if not all(type(at) is int for at in (q, r)):
        raise IllegibleError(NO_FIELD, text=f"{q},{r}", example="3,-1")
    return Field.at(q, r)
