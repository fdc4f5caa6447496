"""What is concluded from a table: how it came to look as it does, what there is to tell, and what stays in doubt."""

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
        """Whether nothing is told that is against the rules, and no turn is the other player's after all."""
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

    doubtful: places that may look one way or another; where `is_clear`, nothing is concluded from them.
    table: the position that all this comes from, which looks otherwise at the places `changed`. aside: places that no
    turn explains, and nothing is concluded from. or_else: the same done at the same places, but by another player or
    with another piece, where that is hardly less likely. is_rather_nothing: whether it is likelier that nothing was
    done.
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
        """Where something was done or can't be explained, each place once."""
        told = (place for happening in self.happenings for place in happening.places)
        return tuple(dict.fromkeys((*self.account.unexplained, *told)))

    @property
    def open_places(self) -> tuple[str, ...]:
        """The places that are in doubt: also those where something was done, if nobody knows what."""
        return self.doubtful if self.is_clear else tuple(dict.fromkeys((*self.doubtful, *self.places)))


def put_down(happenings: Sequence[Happening]) -> int:
    """How often something was put down, legally or not; what the same player builds in the turn, or a cap that is
    against the rules, comes along with it."""
    count, player = 0, None
    for happening in happenings:
        is_more = happening.kind is Act.BUILT or happening.act is Act.CAPPED
        comes_along = is_more and happening.facts.get("player") == player
        if happening.kind in (*COME_FOR, Act.ILLEGAL) and not comes_along:
            count, player = count + 1, happening.facts.get("player")
    return count
