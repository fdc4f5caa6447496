"""Records, and games played, as replays and as files: Netzwerk's `Records`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.illegible import asked
from engine.netzwerk.options import Options
from engine.netzwerk.records import Record, read_records
from engine.netzwerk.replay import Replay, replay
from engine.netzwerk.settling import settled
from engine.netzwerk.text import parse_seen
from engine.netzwerk.turns import Turn
from engine.netzwerk.writing import write_record

FORMATS: tuple[str, ...] = ("json",)


def replays(text: str, house_rules: Sequence[str] | None) -> list[Replay]:
    """Every game of a file, by its own options or by those given; AskedRuleError for one that there is not."""
    records = read_records(text)
    if house_rules:
        options = asked(Options.named, house_rules)
        records = [replace(record, options=options) for record in records]
    return [replay(record) for record in records]


def replayed(name: str, start: str, turns: Sequence[str], house_rules: Sequence[str]) -> Replay:
    """A game played through; ValueError saying which text cannot be read, or which house rule doesn't exist."""
    return replay(_record(name, start, turns, house_rules))


def written(name: str, start: str, turns: Sequence[str], _form: str, house_rules: Sequence[str]) -> str:
    """The text of a file in its one format; ValueError saying what can't be read, or said in that format.

    What was paid in a game that was seen is not known: payments that fit are written.
    """
    return write_record(replay(settled(replay(_record(name, start, turns, house_rules))))) + "\n"


def _record(name: str, start: str, turns: Sequence[str], house_rules: Sequence[str]) -> Record:
    return Record(name, Options.named(house_rules), parse_seen(start), tuple(map(Turn.parse, turns)))
