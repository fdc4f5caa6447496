"""Games played, as files and as replays: Alien City's side of `engine.recorded`."""

from __future__ import annotations

from collections.abc import Sequence

from .game import AlienCity
from .json_lines import write_json_line
from .ppn import write_ppn
from .records import Record
from .replay import Replay, replay


def replayed(name: str, start: str, turns: Sequence[str]) -> Replay:
    """A game played through; ValueError saying which text cannot be read."""
    return replay(_record(name, start, turns))


def written(name: str, start: str, turns: Sequence[str], form: str) -> str:
    """The text of a file in one of the formats; ValueError saying what can't be read, or said in that format."""
    write = {"ppn": write_ppn, "json": write_json_line}[form]
    return write(_record(name, start, turns))


def _record(name: str, start: str, turns: Sequence[str]) -> Record:
    rules = AlienCity()
    return Record(name, rules.parse_state(start), tuple(map(rules.parse_change, turns)))
