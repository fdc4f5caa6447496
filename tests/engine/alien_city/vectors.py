"""The test vectors, written by a slow implementation of the rules that shares nothing with the engine."""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import Any

from tests.places import DATA

FOLDER = DATA / "alien_city"


def text(name: str) -> str:
    """A vector file, unpacked."""
    return gzip.decompress((FOLDER / f"{name}.gz").read_bytes()).decode()


@cache
def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a vector file of JSON lines."""
    return [json.loads(line) for line in text(name).splitlines()]


@cache
def figures() -> dict[str, Any]:
    """The two worked figures of the rules."""
    found: dict[str, Any] = json.loads(text("figures.json"))
    return found
