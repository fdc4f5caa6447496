"""The games that a journal holds, for people to look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware.events import Event, What

from .entry import Entry
from .reading import reading

_GAMES = f"""
    SELECT number, MIN(sequence), MAX(sequence) FILTER (WHERE what = '{What.OVER}'), MAX(sequence)
    FROM entries WHERE what != '' GROUP BY number ORDER BY number
"""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game in the journal.

    house_rules: those it was last played by. began: wall clock, seconds since 1970. start, turns: as in `Event`.
    score: points by player, empty while the game is not over. Where the board was cleared after the end, this is the
    game as it ended; where the end was taken back or more was played, it is the game as it stands.
    """

    number: int
    game: str
    house_rules: tuple[str, ...]
    began: float
    start: str
    turns: tuple[str, ...]
    is_over: bool
    score: Mapping[str, int]


def past_games(path: Path) -> list[PastGame]:
    """All games, the first one first.

    Raises OSError or sqlite3.Error where the journal cannot be read, ValueError for a damaged entry.
    """
    with reading(path) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_schema").fetchall():
            return []
        text_of = "SELECT entry FROM entries WHERE sequence = ?"
        games = []
        for number, *places in connection.execute(_GAMES).fetchall():
            first, over, last = (
                None if it is None else Entry.from_text(connection.execute(text_of, (it,)).fetchone()[0])
                for it in places
            )
            assert first is not None, "a game has entries"
            assert last is not None, "a game has entries"
            if over is not None and _ended_so(over, last):
                last = over
            event = last.event
            if event is not None:
                is_over = event.what is What.OVER
                score = event.facts.get("score", {}) if is_over else {}
                games.append(
                    PastGame(
                        number,
                        last.game,
                        last.house_rules,
                        first.at,
                        event.start,
                        event.turns,
                        is_over,
                        score,
                    )
                )
    return games


def _ended_so(over: Entry, last: Entry) -> bool:
    """Whether a game ended as an entry has it: afterwards, the board was cleared at most."""
    if over.event is None or last.event is None:
        return False
    ended, stands = over.event.turns, last.event.turns
    return over == last or (len(stands) < len(ended) and ended[: len(stands)] == stands)


def events_of(path: Path, number: int) -> list[Event]:
    """All events of the game of that number, in their order; errors as of `past_games`."""
    query = "SELECT entry FROM entries WHERE number = ? AND what != '' ORDER BY sequence"
    with reading(path) as connection:
        entries = [Entry.from_text(text) for (text,) in connection.execute(query, (number,))]
    return [entry.event for entry in entries if entry.event is not None]
