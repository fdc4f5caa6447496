"""Positions of whatever game: a text tells whose it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .illegible import IllegibleError, asked
from .messages import ENGLISH, Language, Message, ToldError

if TYPE_CHECKING:
    from .game import Game

NO_CITIES = Message("cities are joined in Netzwerk only")
NO_CITY = Message("no such city: {values}")


class NoCitiesError(ToldError, ValueError):
    """A game in which no cities are joined."""


def parse_position(text: str, house_rules: Sequence[str] = ()) -> tuple[Game[Any, Any], Any]:
    """The game that a position text is of, under these house rules, and the state it stands for.

    Raises ValueError with the offending part for anything else, AskedRuleError for house rules that the game does not
    have.
    """
    from .alien_city.game import AlienCity
    from .alien_city.house_rules import HouseRules
    from .netzwerk.game import Netzwerk
    from .netzwerk.options import Options

    # Only a landscape begins with the number of its first row.
    is_landscape = "|" in text.partition(" ")[0]
    game: Game[Any, Any] = (
        Netzwerk(asked(Options.named, house_rules))
        if is_landscape
        else AlienCity(asked(HouseRules.named, house_rules))
    )
    return game, game.parse_state(text)


def random_landscape(players: int, seed: int, house_rules: Sequence[str] = ()) -> tuple[Game[Any, Any], Any]:
    """A set-up of Netzwerk laid at random for 2 to 4 players, who play by these house rules.

    Raises AskedRuleError for house rules that the game does not have.
    """
    from random import Random

    from .netzwerk.game import Netzwerk
    from .netzwerk.material import Player
    from .netzwerk.options import Options
    from .netzwerk.setup import random_board
    from .netzwerk.state import opening

    return Netzwerk(asked(Options.named, house_rules)), opening(
        random_board(Random(seed), players), tuple(Player)[:players]
    )


def lacking(game: Any, state: Any, cities: Sequence[int], language: Language = ENGLISH) -> str:
    """What is missing for the player to act in Netzwerk to join the cities of these values.

    Raises NoCitiesError for another game, ValueError for a value that no city of the landscape has.
    """
    from .netzwerk.advice import lacks
    from .netzwerk.game import Netzwerk
    from .netzwerk.material import City

    if not isinstance(game, Netzwerk):
        raise NoCitiesError(NO_CITIES)

    fields = {kind.value: field for field, kind in state.board.kinds.items() if isinstance(kind, City)}
    if unknown := sorted(set(cities) - set(fields)):
        raise IllegibleError(NO_CITY, values=tuple(unknown))
    return lacks(state, [fields[value] for value in cities], game.options, language)
