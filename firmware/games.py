"""The one registry of games: the rules and the eyes of each, imported only when it is played."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.game import Game
from vision.game import Eyes

if TYPE_CHECKING:
    import numpy as np

    from vision.table import Table

DEFAULT = "alien-city"
_REGISTRY = {"alien-city": ("engine.alien_city.game:AlienCity", "vision.alien_city.eyes:AlienCityEyes")}
"""Name of a game, and where its sides of `engine.game` and `vision.game` are."""
_TABLES = {"alien-city": "vision.synthetic.play:CityTable"}
"""Name of a game, and where its side of `vision.table` is."""


@dataclass(frozen=True)
class TableGame:
    """A game as the companion plays it."""

    rules: Game[Any, Any]
    eyes: Eyes


def table_game(name: str = DEFAULT) -> TableGame:
    """The game of that name, with the rules as written."""
    rules, eyes = (_load(place) for place in _REGISTRY[name])
    return TableGame(rules, eyes)


def table_rules(name: str = DEFAULT) -> Game[Any, Any]:
    """The rules alone of the game of that name, as written."""
    rules: Game[Any, Any] = _load(_REGISTRY[name][0])
    return rules


def simulated_table(
    rng: np.random.Generator, size: tuple[int, int], style: str | None = None, name: str = DEFAULT
) -> Table:
    """A simulated table on which the game of that name is about to begin, seen in pictures of `size`."""
    table: Table = _find(_TABLES[name])(rng, size, style)
    return table


def _load(place: str) -> Any:
    return _find(place)()


def _find(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
