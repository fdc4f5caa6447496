"""What the mending of turns comes to in any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

TurnT = TypeVar("TurnT")


def without_undone(
    turns: Sequence[TurnT], mended: Sequence[TurnT], is_empty: Callable[[TurnT], bool]
) -> tuple[TurnT, ...] | None:
    """The mended turns, without a last one in which nothing was done after all.

    None where an earlier one has come to nothing: it would count as a turn in which its player did nothing.
    """
    undone = [
        number
        for number, (was, now) in enumerate(zip(turns, mended, strict=True))
        if is_empty(now) and not is_empty(was)
    ]
    if not undone:
        return tuple(mended)
    return tuple(mended[:-1]) if undone == [len(mended) - 1] else None
