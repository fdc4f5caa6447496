"""The one registry of games: the rules and the eyes of each, imported only when it is played."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.game import Game

if TYPE_CHECKING:
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
    return TableGame(rules(name), _load(_REGISTRY[name][1]))


def rules(name: str = DEFAULT) -> Game[Any, Any]:
    """The rules as written of the game of that name, without its eyes, which take OpenCV to open."""
    game: Game[Any, Any] = _load(_REGISTRY[name][0])
    return game


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)()
