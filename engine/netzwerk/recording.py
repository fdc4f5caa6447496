"""Games played, as files and as replays: Netzwerk's side of `engine.recorded`."""

from __future__ import annotations

from collections.abc import Sequence

from .options import BOOK
from .records import Record
from .replay import Replay, replay
from .settling import settled
from .text import parse_seen
from .turns import Turn
from .writing import write_record


def replayed(name: str, start: str, turns: Sequence[str]) -> Replay:
    """A game played through; ValueError saying which text cannot be read."""
    return replay(_record(name, start, turns))


def written(name: str, start: str, turns: Sequence[str], form: str) -> str:
    """The text of a file in one of the formats; ValueError saying what can't be read, or said in that format.

    Of a game that was seen nobody knows what was paid; written is what may have been.
    """
    if form != "json":
        raise ValueError(f"{form} knows no hexagons")
    return write_record(replay(settled(replay(_record(name, start, turns))))) + "\n"


def _record(name: str, start: str, turns: Sequence[str]) -> Record:
    return Record(name, BOOK, parse_seen(start), tuple(map(Turn.parse, turns)))
