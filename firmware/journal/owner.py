"""Whose the journal is: what root makes belongs to whom the folder belongs to, who has to go on writing there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, where there is none. Raises OSError."""
    if not path.parent.exists():
        make_folder(path.parent)
    if not path.is_dir():
        path.mkdir(exist_ok=True)
        _give_away(path)


def make_file(path: Path) -> None:
    """Make an empty file where there is none. Raises OSError.

    What SQLite puts beside a file later it gives to the owner of that file by itself. Where a link to nothing lies,
    nothing is made: whoever laid it there must not be given what it leads to.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        _give_away(path)


def _give_away(path: Path) -> None:
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)
