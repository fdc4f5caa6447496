"""The test vectors of Netzwerk, written by an implementation of the rules that shares nothing with the engine."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine.netzwerk.building import judge_build
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player, stones_of
from engine.netzwerk.options import Options
from engine.netzwerk.state import State

FOLDER = Path(__file__).parents[2] / "data" / "netzwerk"


def _text(name: str) -> str:
    return gzip.decompress((FOLDER / f"{name}.gz").read_bytes()).decode()


@cache
def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a vector file of JSON lines."""
    return [json.loads(line) for line in _text(name).splitlines()]


@cache
def examples() -> dict[str, Any]:
    """The small examples made by hand."""
    found: dict[str, Any] = json.loads(_text("examples.json"))
    return found


def field(pair: Sequence[int]) -> Field:
    """A field as JSON has it."""
    return Field(*pair)


def connection(given: str | Sequence[Sequence[int]]) -> Connection:
    """A connection by its name, or by its two fields."""
    return (
        Connection.parse(given) if isinstance(given, str) else Connection.of(field(given[0]), field(given[1]))
    )


def answer(state: State, player: str, question: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """What the engine says to a proposal, in the shape of the vectors."""
    payment = stones_of(question["payment"]) if "payment" in question else None
    build = [connection(it) for it in question["build"]]
    ruling = judge_build(state, Player(player), build, options, payment)
    said: dict[str, Any] = {"verdict": "legal" if ruling.legal else "illegal"}
    if ruling.faults:
        said |= {"reason": ruling.reasons[0], "reasons": list(ruling.reasons)}
    if ruling.payments is not None:
        said["payments"] = [list(it) for it in ruling.payments]
    if ruling.kind is not None:
        said["kind"] = ruling.kind
    return said
