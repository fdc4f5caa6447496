"""The journal's file, open for writing: a SQLite database in which nothing is ever changed or deleted."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from pathlib import Path

from engine.owner import make_file, make_folder
from firmware.journal.entry import Entry
from firmware.journal.trouble import GoneError, TakenError

SCHEMA = """
    CREATE TABLE IF NOT EXISTS entries (
        sequence INTEGER PRIMARY KEY,
        number INTEGER NOT NULL,
        what TEXT NOT NULL,
        entry TEXT NOT NULL
    )
"""
"""`entry` says everything, in case it is all that is left; the other columns are there to find it by."""

_WAITS_S = 0.5
"""For another program that has locked the file. What is not written now is written later; nobody is kept waiting."""

INSERT = "INSERT INTO entries (sequence, number, what, entry) VALUES (?, ?, ?, ?)"


def row(entry: Entry) -> tuple[int, int, str, str]:
    """The entry as a row of the table."""
    return (
        entry.sequence,
        entry.number,
        str(entry.event.what) if entry.event else "",
        entry.to_text(),
    )


class Folder:
    """The journal's folder, held so that no other Kibitz writes in it."""

    def __init__(self, path: Path) -> None:
        """Make the folder if need be and hold it; TakenError when another has it, OSError."""
        make_folder(path)
        self._handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._handle)
            if isinstance(error, BlockingIOError):
                raise TakenError(f"{path} is in use") from None
            raise

    def close(self) -> None:
        """Let go of it."""
        os.close(self._handle)


class JournalFile:
    """A sound journal, or the place for one, open for writing."""

    def __init__(self, path: Path) -> None:
        """Open it; sqlite3.Error or OSError where it cannot be written."""
        self._path = path
        make_file(path)
        # The loop of `kibitz watch` opens and writes it on one thread; SQLite's module refuses any other.
        self._connection = sqlite3.connect(path, timeout=_WAITS_S, isolation_level=None)
        try:
            # In the log every entry is one write at its end, and on the disk before the call returns.
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            # A short log, a game or so, is soon gone through after a power cut.
            self._connection.execute("PRAGMA wal_autocheckpoint = 128")
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute(SCHEMA)
            self._connection.execute("COMMIT")
            self._place = self._where()
        except BaseException:
            self._connection.close()
            raise

    def last(self) -> str:
        """The text of the last entry, empty where there is none."""
        query = "SELECT entry FROM entries ORDER BY sequence DESC LIMIT 1"
        found = self._connection.execute(query).fetchone()
        return found[0] if found else ""

    def highest(self) -> int:
        """The highest number of a game, 0 where there is none."""
        (found,) = self._connection.execute("SELECT MAX(number) FROM entries").fetchone()
        return found or 0

    def write(self, entry: Entry) -> None:
        """Put the entry on the disk; GoneError, sqlite3.Error or OSError where it may not be there."""
        if self._where() != self._place:
            raise GoneError(f"{self._path} has gone")
        self._connection.execute(INSERT, row(entry))

    def _where(self) -> tuple[int, int] | None:
        """Which file on which disk bears the journal's name. SQLite would write on into a deleted one."""
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def close(self) -> None:
        """Move what the log holds into the file, where that can be done, and close it."""
        self._connection.close()
