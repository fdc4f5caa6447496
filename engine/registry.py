"""The games there are, each imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from engine.entry import Entry
from engine.illegible import IllegibleError
from engine.messages import Message

NO_SUCH_GAME = Message("the game is {game!r}; this Kibitz knows {known}")


def _netzwerk() -> Entry:
    from engine.netzwerk.entry import ENTRY

    return ENTRY


def _alien_city() -> Entry:
    from engine.alien_city.entry import ENTRY

    return ENTRY


_GAMES = {"netzwerk": _netzwerk, "alien-city": _alien_city}
"""In the order in which they are asked whether a text is theirs. Alien City's texts bear no mark: it comes last, and
takes what is no other game's."""


def entry_of(game: str) -> Entry:
    """The game of that name; IllegibleError where there is none."""
    if game not in _GAMES:
        raise IllegibleError(NO_SUCH_GAME, game=game, known=tuple(sorted(_GAMES)))
    return _GAMES[game]()


def entries() -> Iterator[Entry]:
    """All games, one after the other."""
    return (entry() for entry in _GAMES.values())
