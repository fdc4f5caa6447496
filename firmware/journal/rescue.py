"""A damaged journal is set aside under another name, and what can be read of it goes into a new one.

At whatever moment the power is cut, the journal is the old one, or the new one, or its place is empty and the
new one, complete, stands ready beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from itertools import count
from pathlib import Path

from engine.owner import make_file
from engine.whole import sync_folder
from firmware.journal.entry import Entry
from firmware.journal.file import INSERT, SCHEMA, row
from firmware.journal.reading import LOG

PARTS = ("", LOG, "-journal")
"""What SQLite keeps of a journal, each behind the journal's name."""

INDEX = "-shm"
"""Behind the same name: of use only to those who are reading."""


def rescue(path: Path, legible: Iterable[Entry]) -> Path:
    """Put a new journal of these entries in the place of the damaged one; the name that the damaged one then has.

    Where only its log was left, that is the log's name.
    """
    building = path.with_name(f"{path.name}.building")
    for part in PARTS:
        _part(building, part).unlink(missing_ok=True)
    make_file(building)
    with closing(sqlite3.connect(building)) as connection, connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(SCHEMA)
        connection.executemany(INSERT, map(row, legible))
    # What bears this name has to be complete, as the old journal's place may soon be empty.
    building.rename(_new(path))
    sync_folder(path.parent)
    return _put_in_place(path)


def finish_rescue(path: Path) -> None:
    """Go on with a rescue that a power cut ended while the journal's place was empty."""
    if _new(path).exists() and not path.exists():
        _put_in_place(path)


def _new(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def _put_in_place(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}.damaged-{number}{path.suffix}") for number in count(1))
    kept = next(name for name in names if not any(_part(name, part).exists() for part in PARTS))
    parts = [part for part in PARTS if _part(path, part).exists() and _part(path, part).stat().st_size]
    for part in parts:
        _part(path, part).rename(_part(kept, part))
    for part in (LOG, INDEX):
        _part(path, part).unlink(missing_ok=True)
    _new(path).rename(path)
    sync_folder(path.parent)
    return _part(kept, parts[0]) if parts else kept


def _part(path: Path, part: str) -> Path:
    return path.with_name(f"{path.name}{part}")
