"""Who owns files: what root makes is given to the owner of the folder, who has to go on writing there.

That owner may put links in its place at any moment. So a folder is held open while something is made in it, and what
was made is given away by its open descriptor, never by its name.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FOLDER = os.O_RDONLY | os.O_DIRECTORY
MOST_LINKS = 40
"""On the way to a file, as for Linux."""


@contextmanager
def held(folder: Path) -> Iterator[int]:
    """A folder held open, for the `dir_fd` of functions in `os`. Raises OSError.

    On the way there root follows no links but its own.
    """
    handle = _found(folder) if os.geteuid() == 0 else os.open(folder, _FOLDER)
    try:
        yield handle
    finally:
        os.close(handle)


def is_anothers_link(path: Path) -> bool:
    """Whether a link lies there that is neither one's own nor root's. Raises OSError."""
    return _is_anothers_link(path.lstat())


def _is_anothers_link(found: os.stat_result) -> bool:
    return stat.S_ISLNK(found.st_mode) and found.st_uid not in (0, os.geteuid())


def _found(folder: Path) -> int:
    """A folder held open, reached by opening each part of its path in turn."""
    handle, left, links = os.open(folder.anchor or ".", _FOLDER), _parts(folder), 0
    try:
        while left:
            name = left.pop(0)
            found = os.stat(name, dir_fd=handle, follow_symlinks=False)
            if stat.S_ISLNK(found.st_mode):
                links += 1
                if links > MOST_LINKS or _is_anothers_link(found):
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
                target = Path(os.readlink(name, dir_fd=handle))
                left = [*_parts(target), *left]
                name = target.anchor or "."
            further = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=handle)
            os.close(handle)
            handle = further
    except OSError as error:
        os.close(handle)
        error.filename = str(folder)  # it would name only a part of the path
        raise
    return handle


def _parts(path: Path) -> list[str]:
    return [part for part in path.parts if part != path.anchor]


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, where there is none. Raises OSError."""
    if not path.parent.exists():
        make_folder(path.parent)
    if path.is_dir():
        return
    with held(path.parent) as folder:
        try:
            os.mkdir(path.name, dir_fd=folder)
            made = os.open(path.name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
        except OSError as error:
            if isinstance(error, FileExistsError) and path.is_dir():
                return  # another has made it meanwhile
            error.filename = str(path)
            raise
        try:
            give_away(made, folder)
        finally:
            os.close(made)


def make_file(path: Path) -> None:
    """Make an empty file where there is none. Raises OSError.

    SQLite itself gives what it later puts beside a file to that file's owner. Where a link to nothing lies, nothing
    is made: whoever laid it there must not be given what it leads to.
    """
    with held(path.parent) as folder, suppress(FileExistsError):
        made = os.open(path.name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666, dir_fd=folder)
        try:
            give_away(made, folder)
        finally:
            os.close(made)


def give_away(made: int, folder: int) -> None:
    """Let what root has made and holds open belong to the owner of the folder, which is held likewise."""
    if os.geteuid() == 0:
        owner = os.fstat(folder)
        os.fchown(made, owner.st_uid, owner.st_gid)
