"""Recorded games of whatever kind: a file goes in, replays come out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from .messages import ENGLISH, Language


class Replayed(Protocol):
    """A recorded game played through and judged."""

    def account(self, language: Language = ENGLISH) -> list[str]:
        """Turns, faults, the end and the score, line by line, as a person reads them."""

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for a JSON document."""


def replays(text: str, house_rules: Sequence[str] | None = None) -> list[Replayed]:
    """Every game of a file played through, judged by its own house rules or by those named.

    Raises ValueError saying where the text cannot be read, or which house rule there is not.
    """
    # Alien City is the one game there is; another one is told from it by what its records say first.
    from .alien_city.house_rules import HouseRules
    from .alien_city.reading import read_games
    from .alien_city.replay import replay

    rules = None if house_rules is None else HouseRules.named(house_rules)
    return [replay(record, rules) for record in read_games(text)]
