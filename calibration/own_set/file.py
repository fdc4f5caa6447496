"""The file that says how an owner's set looks, and how well it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from calibration.store import read_json, write_json
from engine.illegible import ILLEGIBLE, why
from engine.messages import Message, ToldError
from vision.game import Tried

FORMAT = "kibitz-set/3"
OLDER = ("kibitz-set/2",)
"""Without names."""

NO_SET = Message("{file}: cannot be used: {reason}")


class SetFileError(ToldError, ValueError):
    """A file of a set that cannot be used; the text says why."""


@dataclass(frozen=True, eq=False)
class SetProfile:
    """A set.

    game: its name; made: when, in ISO 8601; camera: its source, as behind `--camera`; learnt: what the game's eyes
    make of it; before, after: how an arrangement that was not learnt from was read without and with it; names: what
    the owner calls things, by what the game calls them; file: the one that it was read from.
    """

    game: str
    made: str
    camera: str
    learnt: Mapping[str, Any]
    before: Tried
    after: Tried
    names: Mapping[str, str] = field(default_factory=dict)
    file: Path | None = None


def load_set(path: Path) -> SetProfile:
    """Read what `save_set` has written. Raises SetFileError with one line that says what is wrong."""
    try:
        data = read_json(path, FORMAT, *OLDER)
        return SetProfile(
            str(data["game"]),
            str(data["made"]),
            str(data["camera"]),
            dict(data["learnt"]),
            _tried(data["before"]),
            _tried(data["after"]),
            dict(data.get("names", {})),
            file=path,
        )
    except (OSError, *ILLEGIBLE) as error:
        raise SetFileError(NO_SET, file=path, reason=why(error)) from error


def save_set(path: Path, profile: SetProfile) -> None:
    """Write it, a whole file or none. Raises OSError."""
    content = {
        "format": FORMAT,
        **asdict(profile),
        "learnt": dict(profile.learnt),
        "names": dict(profile.names),
    }
    del content["file"]
    write_json(path, content)


def _tried(data: Mapping[str, Any]) -> Tried:
    return Tried(int(data["boards"]), int(data["exact"]), int(data["wrong"]), int(data["unread"]))
