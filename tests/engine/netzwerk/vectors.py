"""The test vectors of Netzwerk, written by an implementation of the rules that shares nothing with the engine."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.netzwerk.fields import Field
from engine.netzwerk.records import Record, read_records
from engine.netzwerk.replay import Replay, replay
from tests.places import DATA

FOLDER = DATA / "netzwerk"


def _text(name: str) -> str:
    return gzip.decompress((FOLDER / f"{name}.gz").read_bytes()).decode()


@cache
def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a vector file of JSON lines."""
    return [json.loads(line) for line in _text(name).splitlines()]


def record(number: int) -> Record:
    """One of the recorded games."""
    (found,) = read_records(json.dumps(lines("games.jsonl")[number]))
    return found


def game(number: int) -> Replay:
    """The same, gone through by the rules."""
    return replay(record(number))


@cache
def examples() -> dict[str, Any]:
    """The small examples made by hand."""
    found: dict[str, Any] = json.loads(_text("examples.json"))
    return found


def field(pair: Sequence[int]) -> Field:
    """A field as JSON has it."""
    return Field(*pair)
