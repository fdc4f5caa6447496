"""Files that are written whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that after a power cut, or on a full disk, there is either the old one or the new one.

    A device or a pipe is written to as it is. Raises OSError with this path as its `filename`, also where there is no
    such folder.
    """
    try:
        _write(path, data)
    except OSError as error:
        error.filename = str(path)  # by itself it names a part of this, or nothing
        raise


def _write(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = Path(os.path.realpath(path))  # where a link leads, it goes on leading
    fresh = path.with_name(f".{path.name}.new")
    try:
        with fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Have the names of a folder's files on the disk, as what the files hold is."""
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
