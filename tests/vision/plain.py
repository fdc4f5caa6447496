"""A label of a game of which nothing is known, for the tests of what no game owns."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.evaluation import Comparison, Fault, Outcome
from vision.photo import Picture


@dataclass(frozen=True)
class Plain:
    """Cut out of its photo is the whole photo."""

    path: Path
    style: str = "plain"
    light: str = "lamp"
    hand: bool = False

    def compared(self, seen: Any) -> Comparison:
        """Whatever was seen is the comparison."""
        comparison: Comparison = seen
        return comparison

    def cut(self, picture: Picture, *_: object) -> Picture:
        """All of it."""
        return picture


def outcome(photo: Path, *faults: Fault, said: dict[str, Any] | None = None) -> Outcome:
    """What came of a photo of nine lots."""
    return Outcome(Plain(photo), None, Comparison(faults, {"lots": 9}, said or {}))
