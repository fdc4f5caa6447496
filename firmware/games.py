"""The one registry of games: the rules and the eyes of each, imported only when it is played."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.game import Game
    from vision.game import Eyes

DEFAULT = "alien-city"


@dataclass(frozen=True)
class _Places:
    """Where a game's sides of `engine.game` and `vision.game` are, and its house rules."""

    rules: str
    house_rules: str
    eyes: str


_REGISTRY = {
    "alien-city": _Places(
        "engine.alien_city.game:AlienCity",
        "engine.alien_city.house_rules:HouseRules",
        "vision.alien_city.eyes:AlienCityEyes",
    )
}

NAMES = tuple(_REGISTRY)
"""The games there are."""


@dataclass(frozen=True)
class TableGame:
    """A game as the companion plays it."""

    rules: Game[Any, Any]
    eyes: Eyes


def table_game(name: str = DEFAULT, house_rules: Iterable[str] = ()) -> TableGame:
    """The game of that name under these house rules; ValueError for one that it doesn't have."""
    places = _REGISTRY[name]
    rules = _found(places.rules)(_found(places.house_rules).named(house_rules))
    return TableGame(rules, _found(places.eyes)())


def check_house_rules(name: str, house_rules: Iterable[str]) -> None:
    """Refuse house rules that the game doesn't have: ValueError naming those it has."""
    _found(_REGISTRY[name].house_rules).named(house_rules)


def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
