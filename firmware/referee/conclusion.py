"""What the referee concludes from a table: how it came to look so, what there is to tell, and what stays in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Account, Act, Happening

COME_FOR = (Act.PLACED, Act.MOVED, Act.BUILT)
"""What a hand comes for. A cap is left out: it belongs to a turn that builds, and tells of no other hand."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way in which a table may have come to look as it does, and what there is to tell of it then."""

    account: Account[Any]
    happenings: tuple[Happening, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing told is against the rules, and no turn turns out to be the other player's."""
        return not self.account.other_hands and not any(happening.faults for happening in self.happenings)

    @property
    def fault_codes(self) -> set[str]:
        """The codes of all that is against the rules."""
        return {fault.code for happening in self.happenings for fault in happening.faults}

    @property
    def warning(self) -> tuple[set[Any], set[str]] | None:
        """Who is warned of what, if somebody is."""
        who = {it.facts.get("player") for it in self.happenings if it.faults}
        return (who, self.fault_codes) if who else None

    @property
    def undoes(self) -> bool:
        """Whether something is taken back."""
        return any(happening.act is Act.TAKEN_BACK for happening in self.happenings)

    @property
    def puts_down(self) -> bool:
        """Whether something was put down."""
        return put_down(self.happenings) > 0


@dataclass(frozen=True, slots=True)
class Conclusion(Explanation):
    """The likeliest change since the last state, and what it tells.

    doubtful: places that can be read one way or another; where `is_clear`, nothing is concluded from them.
    table: the position that all this comes from; at the places `changed` it differs from the last state.
    aside: places that no turn explains; nothing is concluded from them. or_else: the same done at the same places by
    another player or with another piece, where that is hardly less likely. is_rather_nothing: whether it is likelier
    that nothing was done.
    """

    table: str
    changed: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    is_clear: bool = True
    aside: tuple[str, ...] = ()
    or_else: Explanation | None = None
    is_rather_nothing: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        """The places where something was done or can't be explained, each once."""
        told = (place for happening in self.happenings for place in happening.places)
        return tuple(dict.fromkeys((*self.account.unexplained, *told)))

    @property
    def open_places(self) -> tuple[str, ...]:
        """The places that are in doubt, including those where something was done if it is not clear what."""
        return self.doubtful if self.is_clear else tuple(dict.fromkeys((*self.doubtful, *self.places)))


def put_down(happenings: Sequence[Happening]) -> int:
    """How often a hand put something down, legally or not; what the same player then builds in that turn, or a cap
    against the rules, comes along with it and is not counted."""
    count, player = 0, None
    for happening in happenings:
        is_more = happening.kind is Act.BUILT or happening.act is Act.CAPPED
        comes_along = is_more and happening.facts.get("player") == player
        if happening.kind in (*COME_FOR, Act.ILLEGAL) and not comes_along:
            count, player = count + 1, happening.facts.get("player")
    return count
