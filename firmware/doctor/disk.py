"""Checks of the disk: whether it has room, and whether whoever keeps the journal may write there."""

from __future__ import annotations

import errno
import os
import pwd
import shutil
import stat
import tempfile
from pathlib import Path

from engine.illegible import REFUSALS, why
from firmware.doctor import texts
from firmware.finding import Finding, Level, ok, trouble, warning
from firmware.journal.rescue import INDEX, PARTS

FREE_MB, LEAST_FREE_MB = 500, 50


def place_of(journal: Path, user: str | None = None) -> Finding:
    """Whether a journal can be kept at a path: a file, in a folder that can be written to.

    user: who will write it, whoever asks; None for the owner of the folder.
    """
    try:
        is_folder = journal.is_dir()
    except OSError:
        is_folder = False  # it may not be looked at: the trouble is with the folder above
    if not is_folder:
        finding = disk(journal.parent)
        return finding if finding.level is Level.TROUBLE else _others_file(journal, user) or finding
    reason = REFUSALS[errno.EISDIR]
    return trouble("disk", texts.DISK_FAILS, texts.WRITABLE_FOLDER, folder=str(journal), reason=reason)


def _others_file(journal: Path, user: str | None) -> Finding | None:
    """The part of a journal that its user may not write to, as root may have made it; None where there is none."""
    try:
        writer = pwd.getpwuid(journal.parent.stat().st_uid) if user is None else pwd.getpwnam(user)
        files = [journal.with_name(f"{journal.name}{part}") for part in (*PARTS, INDEX)]
        for path in (journal.parent, *files):
            if path.exists() and not _may_write(writer, path):
                facts = {"file": str(path), "owner": _name_of(path.stat().st_uid), "user": writer.pw_name}
                return trouble("disk", texts.OTHERS_FILE, texts.GIVE_IT_TO_THE_USER, **facts)
    except (OSError, KeyError):
        return None  # not there yet, or of an unknown owner
    return None


def _may_write(user: pwd.struct_passwd, path: Path) -> bool:
    found = path.stat()
    if user.pw_uid in (0, found.st_uid):
        return user.pw_uid == 0 or bool(found.st_mode & stat.S_IWUSR)
    is_in_group = found.st_gid in os.getgrouplist(user.pw_name, user.pw_gid)
    return bool(found.st_mode & (stat.S_IWGRP if is_in_group else stat.S_IWOTH))


def _name_of(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def disk(folder: Path, free_bytes: int | None = None) -> Finding:
    """Whether the journal's folder can be written to and has room left.

    A folder that is not there yet is judged by the one it would be made in. free_bytes: what is left; None asks.
    """
    try:
        there = try_folder(folder)
        free = shutil.disk_usage(there).free if free_bytes is None else free_bytes
    except OSError as error:
        return trouble(
            "disk",
            texts.DISK_FAILS,
            texts.WRITABLE_FOLDER,
            folder=str(folder),
            reason=why(error),
        )
    megabytes = free // 1_000_000
    facts = {"folder": str(folder), "megabytes": megabytes}
    if megabytes < LEAST_FREE_MB:
        return trouble("disk", texts.DISK_FULL, texts.FREE_THE_DISK, **facts)
    if megabytes < FREE_MB:
        return warning("disk", texts.DISK_FULL, texts.FREE_THE_DISK, **facts)
    return ok("disk", texts.DISK_FINE, **facts)


def try_folder(folder: Path) -> Path:
    """Write to a folder, or to the one it would be made in, without leaving a trace; that folder. Raises OSError."""
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    with tempfile.TemporaryFile(dir=there) as file:
        file.write(b"kibitz")
        file.flush()
        os.fsync(file.fileno())
    return there
