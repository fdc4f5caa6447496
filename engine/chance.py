"""What is drawn by lot: the engine has no source of chance of its own, and is given one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, SupportsIndex, TypeVar

Thing = TypeVar("Thing")


class Chance(Protocol):
    """A source of chance, such as numpy's `Generator`."""

    def random(self) -> float:
        """A number from 0 to below 1."""

    def integers(self, below: int, /) -> SupportsIndex:
        """A whole number from 0 to below that."""


def one_of(chance: Chance, things: Sequence[Thing]) -> Thing:
    """One of them, each as likely as the others."""
    return things[int(chance.integers(len(things)))]
