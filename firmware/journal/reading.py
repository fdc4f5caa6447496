"""Reading a journal without changing a byte of it, whoever is writing it and whatever disk it lies on."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.journal.entry import Entry, OtherVersionError, entries_in, is_whole

LOG = "-wal"
"""Behind the journal's name: SQLite's write-ahead log, where entries are until they move into the file."""

_NOTHING = 1
"""Bytes up to which a file is empty to SQLite, which writes one itself where a disk would have it so."""

IN_MEMORY = Path("/dev/shm")

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
"""Primary result codes; SQLITE_ERROR is what a file without our table gives."""

_WRITE_VERSION, _LATEST_VERSION = 18, b"\2"
"""Where the head of a file says who may write it (https://sqlite.org/fileformat.html), and the highest there is."""

UNREADABLE = (OSError, sqlite3.Error, ValueError)
"""What reading a journal raises. ValueError is damage: an entry that isn't whole, or a message of SQLite's that can't
be decoded, as it quotes what is in the file. OtherVersionError is one too: nothing is damaged, but the journal is set
aside all the same."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a journal holds.

    lasts: of each game the last entry with an event and the last one without (a button began or left it), in their
    order. unfinished: an entry that was being written when Kibitz ended. legible: all readable entries of a journal
    that can't be gone on with, None for one that can. is_other_versions: whether it can't because another version of
    Kibitz wrote in it, and nothing is damaged.
    """

    lasts: tuple[Entry, ...] = ()
    unfinished: Entry | None = None
    legible: tuple[Entry, ...] | None = None
    is_other_versions: bool = False


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads; FileNotFoundError, sqlite3.Error, ValueError where nothing can be read.

    A write-ahead log can only be read with an index beside it. Where that cannot be made, on a disk that is full or
    read-only or another user's, a copy in memory is read.
    """
    if not path.exists():
        raise FileNotFoundError(f"{path}: no such journal")
    # SQLite clears away the log of a file in which there is nothing, though it was asked only to read.
    if path.stat().st_size <= _NOTHING and _log_of(path).exists():
        raise ValueError("nothing is left of it but its log")
    with ExitStack() as opened:
        try:
            connection = _connected(path)
        except sqlite3.OperationalError:
            folder = IN_MEMORY if IN_MEMORY.is_dir() else None
            copy = Path(opened.enter_context(TemporaryDirectory(dir=folder))) / path.name
            shutil.copyfile(path, copy)
            with suppress(FileNotFoundError):
                shutil.copyfile(_log_of(path), _log_of(copy))
            connection = _connected(copy)
        opened.enter_context(closing(connection))
        yield connection


def _log_of(path: Path) -> Path:
    """The log of a journal. Where the journal's name is a link, it lies beside the file that this leads to."""
    return Path(f"{os.path.realpath(path)}{LOG}")


def _connected(path: Path) -> sqlite3.Connection:
    # Whoever writes a journal has a log open. Without one the file can't change, and SQLite is told so: else it would
    # leave a log and its index beside the file, which a connection that only reads cannot clear away.
    how = "ro" if _log_of(path).exists() else "ro&immutable=1"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={how}", uri=True)
    # Damaged text is for the checksum to find.
    connection.text_factory = lambda text: text.decode(errors="replace")
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def is_damage(error: Exception) -> bool:
    """Whether an error comes from what is in the file, and not from the disk it lies on."""
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, ValueError) or (code is not None and code & 0xFF in _DAMAGE)


def examine(path: Path) -> Found:
    """Look through the whole journal; OSError or sqlite3.Error where the disk does not let it be read.

    A power cut may leave one entry in the log that was written whole and not yet committed. If there are more, SQLite
    has skipped part of a damaged log.
    """
    in_log = {entry.sequence: entry for entry in entries_in(_log_of(path))}
    lasts: tuple[Entry, ...] = ()
    try:
        if path.exists() and path.stat().st_size:
            with reading(path) as connection:
                lasts = _lasts_of_sound(connection)
            _check_format(path)
    except (sqlite3.Error, ValueError) as error:
        if not is_damage(error):
            raise
        return Found(legible=_legible(path), is_other_versions=isinstance(error, OtherVersionError))
    count = lasts[-1].sequence if lasts else 0
    beyond = [entry for sequence, entry in in_log.items() if sequence > count]
    if len(beyond) > 1:
        return Found(legible=_legible(path))
    return Found(lasts, beyond[0] if beyond else None)


def is_foreign(path: Path) -> bool:
    """Whether a file lies there without a trace of a journal: something else, or one of which nothing is left."""
    try:
        found = examine(path)
    except UNREADABLE:
        return False  # nobody can tell; opening the journal will say why
    return found.legible == () and not found.is_other_versions


def _lasts_of_sound(connection: sqlite3.Connection) -> tuple[Entry, ...]:
    """As in `Found`; ValueError or sqlite3.Error when anything is damaged."""
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise ValueError(verdict)
    if not connection.execute("SELECT 1 FROM sqlite_schema").fetchall():
        return ()
    for text, *columns in connection.execute("SELECT entry, sequence, number, what FROM entries"):
        if not is_whole(str(text)):
            raise ValueError(f"not a whole entry: {text!r}")
        if not _are_those_of(str(text), *columns):
            raise ValueError(f"not where it belongs: {text!r}")
    lasts = "SELECT entry, MAX(sequence) AS last FROM entries GROUP BY number, what = '' ORDER BY last"
    return tuple(Entry.from_text(text) for text, _ in connection.execute(lasts))


def _are_those_of(text: str, sequence: object, number: object, what: object) -> bool:
    """Whether an entry is found by what it says: no checksum knows of the table's other columns, nor of its names."""
    begins_with = f'{{"sequence": {sequence}, "number": {number}, '
    return text.startswith(begins_with, 9) and (what == "") is ('"event": null' in text)


def _check_format(path: Path) -> None:
    """ValueError where SQLite would read the file and not write it, as one of some later format."""
    with path.open("rb") as file:
        write_version = file.read(_WRITE_VERSION + 1)[_WRITE_VERSION:]
    if write_version > _LATEST_VERSION:
        raise ValueError(f"not of a format that can be written: {write_version!r}")


def _legible(path: Path) -> tuple[Entry, ...]:
    """Every entry that SQLite still finds or that stands whole in the bytes, in their order."""
    found: dict[int, Entry] = {}
    with suppress(sqlite3.Error, FileNotFoundError, ValueError), reading(path) as connection:
        for (text,) in connection.execute("SELECT entry FROM entries ORDER BY sequence"):
            with suppress(ValueError):
                entry = Entry.from_text(str(text))
                found[entry.sequence] = entry
    for file in (path, _log_of(path)):
        for entry in entries_in(file):
            found.setdefault(entry.sequence, entry)
    return tuple(found[sequence] for sequence in sorted(found))
