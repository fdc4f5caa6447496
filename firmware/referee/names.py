"""Whether players go by the right names, told by all that has been seen of their pieces until now."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from vision.game import Names

# What a view says for other names counts as far as it is more than this, and no view for more than that: the same
# pieces are seen again and again, mostly in the same light. On four of 116 drawn landscapes late in a game, read
# once, other names than the right ones fitted better (`python -m tests.bench.owners`).
_USUAL, _MOST = 2.0, 6.0
_ENOUGH = 10.0


class NamesInDoubt:
    """What speaks for players being called otherwise, gathered view by view as a cumulative sum (Page, "Continuous
    inspection schemes", 1954)."""

    def __init__(self) -> None:
        """Nothing does yet."""
        self._plain: dict[Names, float] = {}  # no view counting for more than it may
        self._in_all: dict[Names, float] = {}  # which of those that are plain more speaks for

    @property
    def are_plain(self) -> bool:
        """Whether nothing speaks for other names than those that players go by."""
        return not any(self._in_all.values())

    def right_ones(self, told: Mapping[Names, float]) -> Names | None:
        """The names that are right, once it is plain that others are wrong, by what one more view tells."""
        self._plain = _gathered(self._plain, told, _MOST)
        self._in_all = _gathered(self._in_all, told, inf)
        plain = (names for names in told if self._plain[names] >= _ENOUGH)
        return max(plain, key=lambda names: self._in_all[names], default=None)


def _gathered(before: Mapping[Names, float], told: Mapping[Names, float], most: float) -> dict[Names, float]:
    return {
        names: max(0.0, before.get(names, 0.0) + min(nats, most) - _USUAL) for names, nats in told.items()
    }
