"""The one registry of games: the rules and the eyes of each, imported only when it is played."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from engine.game import WatchedGame
    from vision.game import Eyes
    from vision.table import Table

DEFAULT = "alien-city"


@dataclass(frozen=True)
class _Places:
    """Where a game's sides of `engine.game`, `vision.game` and `vision.table` are, and its house rules."""

    rules: str
    house_rules: str
    eyes: str
    table: str


_REGISTRY = {
    "alien-city": _Places(
        "engine.alien_city.game:AlienCity",
        "engine.alien_city.house_rules:HouseRules",
        "vision.alien_city.eyes:AlienCityEyes",
        "vision.synthetic.play:CityTable",
    )
}

NAMES = tuple(_REGISTRY)
"""The games there are."""


@dataclass(frozen=True)
class TableGame:
    """A game as the companion plays it."""

    rules: WatchedGame[Any, Any]
    eyes: Eyes


def table_game(name: str = DEFAULT, house_rules: Iterable[str] = ()) -> TableGame:
    """The game of that name under these house rules; ValueError for one that it doesn't have."""
    return TableGame(table_rules(name, house_rules), _found(_REGISTRY[name].eyes)())


def table_rules(name: str = DEFAULT, house_rules: Iterable[str] = ()) -> WatchedGame[Any, Any]:
    """The rules alone of the game of that name, without its eyes, which take OpenCV to open."""
    places = _REGISTRY[name]
    rules: WatchedGame[Any, Any] = _found(places.rules)(_found(places.house_rules).named(house_rules))
    return rules


def simulated_table(
    rng: np.random.Generator, size: tuple[int, int], style: str | None = None, name: str = DEFAULT
) -> Table:
    """A simulated table on which the game of that name is about to begin, seen in pictures of `size`."""
    table: Table = _found(_REGISTRY[name].table)(rng, size, style)
    return table


def check_house_rules(name: str, house_rules: Iterable[str]) -> None:
    """Refuse house rules that the game doesn't have: ValueError naming those it has."""
    _found(_REGISTRY[name].house_rules).named(house_rules)


def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
