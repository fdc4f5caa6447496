"""Positions of whatever game: a text tells whose it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Game
from engine.illegible import asked
from engine.messages import ENGLISH, Language, Message, ToldError
from engine.registry import entries, entry_of

NO_CITIES = Message("no cities are joined in {game}")


class NoCitiesError(ToldError, ValueError):
    """A game in which no cities are joined."""


def parse_position(text: str, house_rules: Sequence[str] = ()) -> tuple[Game[Any, Any], Any]:
    """The game that a position text is of, under these house rules, and the state it stands for.

    Raises ValueError with the offending part for anything else, AskedRuleError for house rules that the game does not
    have.
    """
    entry = next(it for it in entries() if it.is_position(text))
    game = asked(entry.rules, house_rules)
    return game, game.parse_state(text)


def random_opening(players: int, seed: int, house_rules: Sequence[str] = ()) -> tuple[Game[Any, Any], Any]:
    """The one game that can be laid at random, under these house rules, and its start for 2 to 4 players.

    Raises AskedRuleError for house rules that the game does not have.
    """
    entry, laid = next((it, it.random_opening) for it in entries() if it.random_opening)
    return asked(entry.rules, house_rules), laid(players, seed)


def lacking(game: Game[Any, Any], state: Any, cities: Sequence[int], language: Language = ENGLISH) -> str:
    """What is missing for the player to act to join the cities of these values.

    Raises NoCitiesError for a game without cities to join, ValueError for a value that no city of the board has.
    """
    lacks = entry_of(game.name).lacking
    if lacks is None:
        raise NoCitiesError(NO_CITIES, game=game.name)
    return lacks(game, state, cities, language)
