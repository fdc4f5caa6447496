"""The one registry of games: the rules and the eyes of each, imported only when it is played."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

from engine.game import Game
from vision.game import Eyes

DEFAULT = "alien-city"
_REGISTRY = {"alien-city": ("engine.alien_city.game:AlienCity", "vision.alien_city.eyes:AlienCityEyes")}
"""Name of a game, and where its sides of `engine.game` and `vision.game` are."""


@dataclass(frozen=True)
class TableGame:
    """A game as the companion plays it."""

    rules: Game[Any, Any]
    eyes: Eyes


def table_game(name: str = DEFAULT) -> TableGame:
    """The game of that name, with the rules as written."""
    rules, eyes = (_load(place) for place in _REGISTRY[name])
    return TableGame(rules, eyes)


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)()
