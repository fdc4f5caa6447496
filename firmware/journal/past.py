"""The games that a journal holds, for people to look at."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware.events import Event, What
from firmware.journal.entry import Entry
from firmware.journal.reading import reading

_KEPT = """
    FROM entries LEFT JOIN
        (SELECT number, MAX(sequence) AS begun FROM entries WHERE what = '' GROUP BY number) USING (number)
    WHERE sequence > COALESCE(begun, 0)
"""
"""The events of games, without those from before a game was begun again."""
_GAMES = f"SELECT MIN(sequence), MAX(sequence) {_KEPT} GROUP BY number ORDER BY number"
_EVENTS = f"SELECT entry {_KEPT} AND number = ? ORDER BY sequence"


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game in the journal.

    house_rules: those it was last played by. began: wall clock, seconds since 1970. start, turns: as in `Event`.
    score: points by player, empty while the game is not over, as after its end was taken back. Empty as well where
    another version of Kibitz kept something else as the score.
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
        games = []
        for places in connection.execute(_GAMES).fetchall():
            first, last = (_entry(connection, sequence) for sequence in places)
            event = last.event
            if event is not None:
                is_over = event.what is What.OVER
                games.append(
                    PastGame(
                        last.number,
                        last.game,
                        last.house_rules,
                        first.at,
                        event.start,
                        event.turns,
                        is_over,
                        score_at(event) if is_over else {},
                    )
                )
    return games


def score_at(event: Event) -> Mapping[str, int]:
    """The points by player that the end of a game tells; none where another version of Kibitz kept something else."""
    match event.facts.get("score"):
        case dict(score) if all(isinstance(points, int) for points in score.values()):
            return score
    return {}


def _entry(connection: sqlite3.Connection, sequence: int) -> Entry:
    """The entry with that sequence; ValueError where a damaged table leads to none."""
    found = connection.execute("SELECT entry FROM entries WHERE sequence = ?", (sequence,)).fetchone()
    return Entry.from_text(str(*found or ("",)))


def events_of(path: Path, number: int) -> list[Event]:
    """All events of the game of that number, in their order; errors as of `past_games`."""
    with reading(path) as connection:
        entries = [Entry.from_text(text) for (text,) in connection.execute(_EVENTS, (number,))]
    return [entry.event for entry in entries if entry.event is not None]
