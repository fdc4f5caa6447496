"""House rules: readings of the rules that a table may agree on; the written rule is the default."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from engine.illegible import NO_SUCH_RULE
from engine.messages import ToldError


class HouseRuleError(ToldError, ValueError):
    """A house rule that the game doesn't have."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options of a game.

    `cut_off_lots`: R4 read as "all structures stay connected by one network of streets", so that
    empty lots may be cut off (against ruling A3; the public record of the community is played so).

    `fallback_keeps_r3`: ruling A1 the other way. A dome placed by the fallback of R2 may not be the
    first or second structure of a red, blue or green tile.
    """

    cut_off_lots: bool = False
    fallback_keeps_r3: bool = False

    @classmethod
    def named(cls, names: Iterable[str]) -> HouseRules:
        """The house rules of these names; HouseRuleError for an unknown one."""
        known = [field.name for field in fields(cls)]
        chosen = list(names)
        for name in chosen:
            if name not in known:
                raise HouseRuleError(NO_SUCH_RULE, name=repr(name), known=tuple(known))
        return cls(**dict.fromkeys(chosen, True))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the options that are on."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name))

    def relaxations(self) -> list[HouseRules]:
        """What a table could additionally agree on to allow more; the fewest options first."""
        return [] if self.cut_off_lots else [HouseRules(True, self.fallback_keeps_r3)]


BOOK = HouseRules()
"""The rules as written."""
