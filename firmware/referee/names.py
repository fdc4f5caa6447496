"""Whether players go by the right names, judged by all that has been seen of their pieces so far."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from vision.game import Names

# Nats that a view has to say for other names before it counts, and the most that are counted of one view: the same
# pieces are seen again and again, mostly in the same light. On four of 116 drawn landscapes late in a game, read
# once, other names than the right ones fitted better (`python -m tests.bench.owners`).
_USUAL, _MOST = 2.0, 6.0
_ENOUGH = 10.0


class NamesInDoubt:
    """What speaks for other names of the players, gathered view by view as a cumulative sum (Page, "Continuous
    inspection schemes", 1954)."""

    def __init__(self) -> None:
        """Nothing speaks for other names yet."""
        self._plain: dict[Names, float] = {}  # with each view capped: decides whether names are plain
        self._in_all: dict[Names, float] = {}  # uncapped: decides between several that are

    @property
    def are_plain(self) -> bool:
        """Whether nothing speaks for any names but those that players go by."""
        return not any(self._in_all.values())

    def right_ones(self, told: Mapping[Names, float]) -> Names | None:
        """The right names, if after one more view it is plain that the present ones are wrong; else None."""
        self._plain = _gathered(self._plain, told, _MOST)
        self._in_all = _gathered(self._in_all, told, inf)
        plain = (names for names in told if self._plain[names] >= _ENOUGH)
        return max(plain, key=lambda names: self._in_all[names], default=None)


def _gathered(before: Mapping[Names, float], told: Mapping[Names, float], most: float) -> dict[Names, float]:
    return {
        names: max(0.0, before.get(names, 0.0) + min(nats, most) - _USUAL) for names, nats in told.items()
    }
