"""Files that calibration leaves behind: whole or not there at all, in a folder made for them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from engine import whole


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole, and its folder if need be. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    whole.write_whole(path, data)


def write_json(path: Path, data: Mapping[str, object]) -> None:
    """Write JSON that people can read, a whole file. Raises OSError."""
    write_whole(path, (json.dumps(data, indent=1) + "\n").encode())
