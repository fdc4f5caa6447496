"""Files that calibration leaves behind: whole or not there at all, whatever happens while they are written."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that after a power cut there is either the old one or the new one. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
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
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_json(path: Path, data: Mapping[str, object]) -> None:
    """Write JSON that people can read, a whole file. Raises OSError."""
    write_whole(path, (json.dumps(data, indent=1) + "\n").encode())
