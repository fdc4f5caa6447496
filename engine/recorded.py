"""Recorded games of whatever kind: a file goes in, replays come out, and a game played becomes a file."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, Protocol, cast

from .illegible import IllegibleError
from .messages import ENGLISH, Language, Message

_SIDES = {"netzwerk": "engine.netzwerk.recording", "alien-city": "engine.alien_city.recording"}
"""Where each game's `Side` is, in the order in which they are asked whether a file is theirs."""

FORMATS: Final = ("ppn", "json")
"""What a game can be written as: Portable Piecepack Notation, or a line of JSON."""

NO_MATCH = Message("only games of Netzwerk make a match")
NO_SUCH_GAME = Message("the game is {game!r}; this Kibitz knows {known}")


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
    sides = map(_side_of, _SIDES)
    return list(next(side for side in sides if side.is_record(text)).replays(text, house_rules))


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


class Side(Protocol):
    """What a game does with records and with games played: its module of `_SIDES`.

    FORMATS: what a game can be written as, of those above; the first is the usual one.
    """

    FORMATS: tuple[str, ...]

    def is_record(self, text: str) -> bool:
        """Whether a file is this game's; that whose files bear no mark of their own comes last, and takes any."""

    def replays(self, text: str, house_rules: Sequence[str] | None) -> Sequence[Replayed]:
        """As above, for a file of this game's."""

    def replayed(self, name: str, start: str, turns: Sequence[str], house_rules: Sequence[str]) -> Replayed:
        """As above."""

    def written(
        self, name: str, start: str, turns: Sequence[str], form: str, house_rules: Sequence[str]
    ) -> str:
        """As above; UnwritableError for a form that is none of its FORMATS."""


def _side_of(game: str) -> Side:
    if game not in _SIDES:
        raise IllegibleError(NO_SUCH_GAME, game=game, known=tuple(sorted(_SIDES)))
    side: Any = import_module(_SIDES[game])
    return cast(Side, side)
