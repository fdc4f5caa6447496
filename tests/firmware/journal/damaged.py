"""Journals to be damaged, and what has become of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from zlib import crc32

from firmware.events import Event
from firmware.journal import events_of, past_games
from tests.firmware.journal.kept import journal_at
from tests.firmware.played import game_events

EVENTS = [event for seed in range(3) for event in game_events(seed)]

PAGE = 4096


def journal_of(path: Path) -> list[Event]:
    return [event for game in past_games(path) for event in events_of(path, game.number)]


def set_aside(path: Path) -> list[Path]:
    return sorted(it for it in path.parent.iterdir() if "damaged" in it.name)


def with_last_entry(path: Path, changed: Callable[[dict[str, Any]], object]) -> None:
    """Change the last entry as another version of Kibitz might have written it, with its checksum right."""
    with closing(sqlite3.connect(path)) as connection, connection:
        (text,) = connection.execute("SELECT entry FROM entries ORDER BY sequence DESC").fetchone()
        content = json.loads(text[9:])
        changed(content)
        body = f"{json.dumps(content)}\n"
        connection.execute(
            "UPDATE entries SET entry = ? WHERE sequence = (SELECT MAX(sequence) FROM entries)",
            (f"{crc32(body.encode()):08x} {body}",),
        )


def goes_on(path: Path) -> tuple[list[str], int]:
    """Opens the journal and plays on; what was said, and how many of EVENTS are there."""
    with journal_at(path) as journal:
        assert journal.trouble is None
        said = [str(remark) for remark in journal.remarks()]
        latest = journal.latest()
        journal.append(EVENTS[-1])
    journal_events = journal_of(path)
    assert journal_events[-1] == EVENTS[-1]
    assert latest is None or journal_events[-2] == latest
    # In their order, and each once.
    assert (
        journal_events[:-1]
        == [event for event in EVENTS if event in journal_events[:-1]][: len(journal_events) - 1]
    )
    return said, len(journal_events) - 1
