"""A landscape drawn in text, for people at a terminal."""

from __future__ import annotations

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import DESERT, UNREAD, City
from engine.netzwerk.state import State

_PITCH = 10  # columns from a field to the next; half of that from a row to the next
_MARGIN = 2  # columns before the leftmost field, for the connectors that lean out
_WIDTH = 5  # columns of a field, and of a connection between two
_NAME = 6  # columns before each row
_DESERT = "#####"
_LEANS = {"SW": "/", "SE": "\\"}


def sketch(state: State) -> str:
    """The landscape from above: fields with their stones or values and miners, connectors by the letters of owners.

    `Y2.w` is a yellow field with two stones on which White's miner stands; `C7` is city 7. Between fields stand
    the letters of those whose connectors lie there; before each row stands the name of its first field. What nobody
    could read is `?`.

    >>> from .text import parse_state
    >>> print(sketch(parse_state("0|0:C2Y2G1/0:R2##C5 w1,0;k- w0,0E;1,0E|k1,0SW w0,0,0,0,0|k0,0,0,0,0 w.b")))
       0,0  C2     w  Y2.w   w  G1
                    /k
       0,1       R2        #####     C5
    """
    columns = [2 * field.q + field.r for field in state.board]
    left = min(columns)
    rows = sorted({field.r for field in state.board})
    lines = []
    for r in range(rows[0], rows[-1] + 1):
        row = [field for field in sorted(state.board) if field.r == r]
        fields = {_column(field, left): _field(state, field) for field in row}
        beside = {_column(it, left) + _WIDTH: _owners(state, it, "E").center(_WIDTH) for it in row}
        name = str(row[0]) if row else ""
        lines.append(f"{name:>{_NAME}}{_line(fields | beside)}".rstrip())
        below = {}
        for field in row:
            for direction, lean in _LEANS.items():
                if owners := _owners(state, field, direction):
                    aside = -(_PITCH // 4) if direction == "SW" else _PITCH // 4
                    below[_column(field, left) + aside] = f"{lean}{owners}"
        lines.append(" " * _NAME + _line(below) if below else "")
    return "\n".join(lines[:-1])


def _column(field: Field, left: int) -> int:
    return _MARGIN + (2 * field.q + field.r - left) * _PITCH // 2


def _field(state: State, field: Field) -> str:
    kind = state.board[field]
    if kind is DESERT:
        return _DESERT
    text = "??" if kind is UNREAD else f"{kind}{state.stones.get(field, UNREAD)}"
    if isinstance(kind, City):
        text = str(kind) if kind.value else f"C{UNREAD}"
    standing = "".join(player for player in state.players if state.miners[player] == field)
    return f"{text}.{standing}" if standing else text


def _owners(state: State, field: Field, direction: str) -> str:
    connection = Connection.of(field, field.beside(direction))
    return "".join(map(str, state.owners(connection)))


def _line(words: dict[int, str]) -> str:
    """A line with words that begin at these columns."""
    line = ""
    for column, word in sorted(words.items()):
        line = f"{line:<{column}}{word}"
    return line.rstrip()
