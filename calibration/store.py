"""Files that calibration leaves behind: whole or not there at all, whatever happens while they are written."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

_NUMBERS = re.compile(r"\[\n([-+.\deE,\s]+)\]")
"""A list of numbers, one a line; within a text JSON has no line breaks."""


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
    """Write JSON that people can read, lists of numbers on one line each, a whole file. Raises OSError."""
    text = _NUMBERS.sub(lambda found: f"[{' '.join(found[1].split())}]", json.dumps(data, indent=1))
    write_whole(path, f"{text}\n".encode())
