"""Recorded games of whatever kind: a file goes in, replays come out, and a game played becomes a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.entry import Replayed
from engine.illegible import IllegibleError
from engine.messages import ENGLISH, Language, Message
from engine.registry import entries, entry_of
from engine.unwritable import UnwritableError

FORMATS: Final = ("ppn", "json")
"""What a game can be written as: Portable Piecepack Notation, or a line of JSON."""

NO_MATCH = Message("games of {game} make no match")
NO_GAMES_OF = Message("{form} knows no games of {game}")


def replays(text: str, house_rules: Sequence[str] | None = None) -> list[Replayed]:
    """Every game of a file played through, judged by its own house rules or by those named.

    Raises ValueError saying where the text cannot be read, AskedRuleError for a rule that the game doesn't have.
    """
    entry = next(it for it in entries() if it.is_record(text))
    return list(entry.records.replays(text, house_rules))


def summed_up(games: Sequence[Replayed], language: Language = ENGLISH) -> list[str]:
    """The sums of a file's games, one at least, as one match, and who begins the next or has won.

    Raises ValueError where they don't make one.
    """
    game = games[0].game
    sum_up = entry_of(game).summed_up
    if sum_up is None:
        raise IllegibleError(NO_MATCH, game=game)
    return sum_up(games, language)


def replayed(
    game: str, name: str, start: str, turns: Sequence[str], house_rules: Sequence[str] = ()
) -> Replayed:
    """A game played through, given by its kind, a name for it, and texts of `engine.game.Game`.

    Raises ValueError saying which text cannot be read, or that there is no such game or house rule.
    """
    return entry_of(game).records.replayed(name, start, turns, house_rules)


def usual_format(game: str) -> str:
    """The first of FORMATS that a game can be written in; ValueError where there is no such game."""
    return entry_of(game).records.FORMATS[0]


def written(
    game: str, name: str, start: str, turns: Sequence[str], form: str, house_rules: Sequence[str] = ()
) -> str:
    """The same game as the text of a file in one of FORMATS, which `replays` reads back.

    Raises ValueError saying which text cannot be read, or what the format cannot say.
    """
    records = entry_of(game).records
    if form not in records.FORMATS:
        raise UnwritableError(NO_GAMES_OF, form=form, game=game)
    return records.written(name, start, turns, form, house_rules)
