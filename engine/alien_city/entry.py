"""Alien City in the registry of games: whatever is no other game's is its own, as PPN has no mark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.alien_city import recording
from engine.alien_city.game import AlienCity
from engine.alien_city.house_rules import HouseRules
from engine.alien_city.names import OwnNames
from engine.alien_city.questions import answers
from engine.entry import Entry


def _rules(house_rules: Iterable[str]) -> AlienCity:
    return AlienCity(HouseRules.named(house_rules))


def _is_any(_given: object) -> bool:
    return True


def _own_names(names: str | Mapping[str, str]) -> OwnNames:
    return OwnNames.parse(names) if isinstance(names, str) else OwnNames(names)


ENTRY = Entry(
    rules=_rules,
    is_position=_is_any,
    is_question=_is_any,
    answers=answers,
    is_record=_is_any,
    records=recording,
    own_names=_own_names,
)
