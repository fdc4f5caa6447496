"""What keeps a journal off its disk, told from the error and from the disk."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from engine.illegible import why
from firmware.journal import words
from firmware.journal.words import Remark

ROOM_NEEDED = 1 << 16
"""Bytes; SQLite's index alone takes half of them."""

_FULL = {errno.ENOSPC, errno.EDQUOT}


class TakenError(OSError):
    """Another process has the journal."""


class GoneError(OSError):
    """The journal's file is no longer where it was."""


def trouble(error: OSError | sqlite3.Error | ValueError, path: Path) -> Remark:
    """The remark on an error that came of writing the journal at `path`."""
    facts = {"folder": str(path.parent), "path": str(path)}
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, TakenError):
        return Remark(words.TAKEN, facts)
    # SQLite often says no more than 'disk I/O error' or 'unable to open database file': the disk knows why. Read-only
    # is asked first, as making room wouldn't help there.
    is_vague = isinstance(error, sqlite3.Error)
    if number == errno.EROFS or (is_vague and _is_read_only(path)):
        return Remark(words.READ_ONLY, facts)
    if code == sqlite3.SQLITE_FULL or number in _FULL or (is_vague and _room(path) < ROOM_NEEDED):
        return Remark(words.FULL, facts)
    reason = str(error) if is_vague else why(error)
    return Remark(words.UNWRITABLE, {**facts, "reason": reason})


def _disk(path: Path) -> os.statvfs_result | None:
    """What the disk of a path says of itself; the path need not be there yet."""
    for folder in path.absolute().parents:
        try:
            return os.statvfs(folder)
        except OSError:
            continue
    return None


def _room(path: Path) -> int:
    """Free bytes."""
    disk = _disk(path)
    return disk.f_bavail * disk.f_frsize if disk else ROOM_NEEDED


def _is_read_only(path: Path) -> bool:
    disk = _disk(path)
    return disk is not None and bool(disk.f_flag & os.ST_RDONLY)
