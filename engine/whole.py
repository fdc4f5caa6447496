"""Files that are written whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from engine.owner import MOST_LINKS, give_away, held, is_anothers_link

_FRESH = ".kibitz-"
"""How the names of files begin that are not in their places yet."""
_FORGOTTEN_S = 3600
"""A file that is not in its place by then was left by a process that was killed."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that after a power cut, or on a full disk, there is either the old one or the new one.

    Who may read and write it stays as it was, and what root writes belongs to the owner of the folder. A link of
    one's own or of root's stays, and what it leads to is written. A device or a pipe is written to as it is.

    Raises OSError with this path as its `filename`, also where there is no such folder.
    """
    try:
        _write(path, data)
    except OSError as error:
        error.filename = str(path)  # it would name only a part of the path, or nothing
        raise


def read_whole(path: Path) -> bytes:
    """What a file holds. Raises OSError, with this path as its `filename`.

    Root follows nobody else's links: a copy might then show their owner what that owner may not read.
    """
    try:
        if os.geteuid() != 0:
            return path.read_bytes()
        place = _where_ones_own_links_lead(path)
        with (
            held(place.parent) as folder,
            os.fdopen(os.open(place.name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=folder), "rb") as file,
        ):
            return file.read()
    except OSError as error:
        error.filename = str(path)
        raise


def sync_folder(path: Path) -> None:
    """Put the names of a folder's files on the disk, where their contents are already."""
    with held(path) as folder:
        os.fsync(folder)


def is_left_over(path: Path) -> bool:
    """Whether a file, by its name, is one that was never put in its place."""
    return path.name.startswith(_FRESH)


def _write(path: Path, data: bytes) -> None:
    is_link = path.is_symlink()
    # A link of somebody else's gives way: it might lead root to what its owner may not write.
    if not is_link or not is_anothers_link(path):
        if path.exists() and not path.is_file():
            # What was found there may have been replaced by somebody's link meanwhile.
            with os.fdopen(os.open(path, os.O_WRONLY | (0 if is_link else os.O_NOFOLLOW)), "wb") as device:
                device.write(data)
            return
        path = _where_ones_own_links_lead(path)
    with held(path.parent) as folder:
        _put_in_place(path.name, data, folder)
        _forget(folder)


def _where_ones_own_links_lead(path: Path) -> Path:
    for _ in range(MOST_LINKS):
        if not path.is_symlink() or is_anothers_link(path):
            return path
        path = path.parent / path.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _put_in_place(name: str, data: bytes, folder: int) -> None:
    fresh = f"{_FRESH}{secrets.token_hex(8)}"  # known to nobody, so that nobody can have laid a link there
    opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666, dir_fd=folder)
    try:
        with os.fdopen(opened, "wb") as file:
            give_away(opened, folder)
            _let_in_the_same(name, opened, folder)
            file.write(data)
            file.flush()
            os.fsync(opened)
        os.replace(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(fresh, dir_fd=folder)
        raise
    os.fsync(folder)


def _let_in_the_same(name: str, opened: int, folder: int) -> None:
    """Give a fresh file the mode of the one that it replaces."""
    with suppress(FileNotFoundError):
        before = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        if stat.S_ISREG(before) and stat.S_IMODE(before) != stat.S_IMODE(os.fstat(opened).st_mode):
            os.fchmod(opened, before & 0o777)


def _forget(folder: int) -> None:
    """Remove what killed processes left in a folder, but not what others are writing right now."""
    now = os.fstat(folder).st_mtime  # the folder has just been written to
    for name in os.listdir(folder):
        with suppress(OSError):
            if name.startswith(_FRESH) and os.lstat(name, dir_fd=folder).st_mtime < now - _FORGOTTEN_S:
                os.unlink(name, dir_fd=folder)
