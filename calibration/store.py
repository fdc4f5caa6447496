"""Files that calibration leaves behind: whole or not there at all, in a folder made for them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from engine import whole

_NUMBERS = re.compile(r"\[\n([-+.\deE,\s]+)\]")
"""A list of numbers, one a line; within a text JSON has no line breaks."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole, and its folder if need be. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    whole.write_whole(path, data)


def write_json(path: Path, data: Mapping[str, object]) -> None:
    """Write JSON that people can read, lists of numbers on one line each, a whole file. Raises OSError."""
    text = _NUMBERS.sub(lambda found: f"[{' '.join(found[1].split())}]", json.dumps(data, indent=1))
    write_whole(path, f"{text}\n".encode())
