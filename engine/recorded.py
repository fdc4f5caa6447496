"""Recorded games of whatever kind: a file goes in, replays come out, and a game played becomes a file."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, Protocol, cast

from .illegible import AskedRuleError, IllegibleError, asked
from .messages import ENGLISH, Language, Message

_SIDES = {"alien-city": "engine.alien_city.recording", "netzwerk": "engine.netzwerk.recording"}

FORMATS: Final = ("ppn", "json")
"""What a game can be written as: Portable Piecepack Notation, or a line of JSON."""

HAS_ITS_OPTIONS = Message("a record of Netzwerk says its options itself; house rules are Alien City's")
NO_MATCH = Message("only games of Netzwerk make a match")
NO_SUCH_GAME = Message("the game is {game!r}, not 'alien-city' or 'netzwerk'")


class Replayed(Protocol):
    """A recorded game played through and judged."""

    def account(self, language: Language = ENGLISH) -> list[str]:
        """Turns, faults, the end and the score, line by line, as a person reads them."""

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for a JSON document."""


def replays(text: str, house_rules: Sequence[str] | None = None) -> list[Replayed]:
    """Every game of a file played through, judged by its own house rules or by those named.

    Raises ValueError saying where the text cannot be read, AskedRuleError for a rule named that there is not.
    """
    # Netzwerk's records say what they are; anything else is one of Alien City's several formats.
    from .netzwerk import records as netzwerk
    from .netzwerk.replay import replay as replay_netzwerk

    if netzwerk.is_record(text):
        if house_rules:
            raise AskedRuleError(HAS_ITS_OPTIONS)
        return [replay_netzwerk(record) for record in netzwerk.read_records(text)]
    from .alien_city.house_rules import HouseRules
    from .alien_city.reading import read_games
    from .alien_city.replay import replay

    rules = None if house_rules is None else asked(HouseRules.named, house_rules)
    return [replay(record, rules) for record in read_games(text)]


def match_lines(games: Sequence[Replayed], language: Language = ENGLISH) -> list[str]:
    """The sums of games as one match, and who begins the next or has won. Raises ValueError where they are none."""
    from .netzwerk.replay import Replay, match_of

    played = [game for game in games if isinstance(game, Replay)]
    if not played or len(played) < len(games):
        raise IllegibleError(NO_MATCH)
    return match_of(played).lines(language)


def replayed(
    game: str, name: str, start: str, turns: Sequence[str], house_rules: Sequence[str] = ()
) -> Replayed:
    """A game played through, given by its kind, a name for it, and texts of `engine.game.Game`.

    Raises ValueError saying which text cannot be read, or that there is no such game or house rule.
    """
    return _side_of(game).replayed(name, start, turns, house_rules)


def usual_format(game: str) -> str:
    """The first of FORMATS that a game can be written in; ValueError where there is no such game."""
    return _side_of(game).FORMATS[0]


def written(
    game: str, name: str, start: str, turns: Sequence[str], form: str, house_rules: Sequence[str] = ()
) -> str:
    """The same game as the text of a file in one of FORMATS, which ``replays`` reads back.

    Raises ValueError saying which text cannot be read, or what the format cannot say.
    """
    return _side_of(game).written(name, start, turns, form, house_rules)


class _Side(Protocol):
    """What each game does with a game played, and the formats it can be written in: its module of `_SIDES`."""

    FORMATS: tuple[str, ...]

    def replayed(
        self, name: str, start: str, turns: Sequence[str], house_rules: Sequence[str]
    ) -> Replayed: ...

    def written(
        self, name: str, start: str, turns: Sequence[str], form: str, house_rules: Sequence[str]
    ) -> str: ...


def _side_of(game: str) -> _Side:
    if game not in _SIDES:
        raise IllegibleError(NO_SUCH_GAME, game=game)
    side: Any = import_module(_SIDES[game])
    return cast(_Side, side)
