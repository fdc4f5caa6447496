"""Files that calibration leaves behind: whole or not there at all, in a folder made for them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.illegible import LACKS_FORMAT, IllegibleError
from engine.owner import make_folder
from engine.whole import write_whole

_NUMBERS = re.compile(r"\[\n([-+.\deE,\s]+)\]")
"""A list of numbers, one a line; within a text JSON has no line breaks."""


def write_in_folder(path: Path, data: bytes) -> None:
    """Write a file whole, and its folder if need be. Raises OSError."""
    make_folder(path.parent)
    write_whole(path, data)


def write_json(path: Path, data: Mapping[str, object]) -> None:
    """Write JSON that people can read, lists of numbers on one line each, a whole file. Raises OSError."""
    text = _NUMBERS.sub(lambda found: f"[{' '.join(found[1].split())}]", json.dumps(data, indent=1))
    write_in_folder(path, f"{text}\n".encode())


def read_json(path: Path, *formats: str) -> dict[str, Any]:
    """What a file holds that says one of these formats, the newest of them first.

    Raises OSError, and what `engine.illegible.ILLEGIBLE` names for anything else.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(data, dict) or data.get("format") not in formats:
        raise IllegibleError(LACKS_FORMAT, format=formats[0])
    return data


def day_of(made: str) -> str:
    """The day of a date in ISO 8601, as files have it; "?" for anything else, as somebody may have written there."""
    try:
        return str(datetime.fromisoformat(made).date())
    except ValueError:
        return "?"
