"""Where the journal is kept when nobody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

NAME = "games.sqlite3"


def state_folder(environment: Mapping[str, str]) -> Path:
    """Where Kibitz keeps what it must not lose: systemd's folder for the service, else the user's own.

    ``XDG_STATE_HOME`` counts as the XDG Base Directory Specification says, only where it is absolute.
    """
    if from_systemd := environment.get("STATE_DIRECTORY", "").split(":")[0]:
        return Path(from_systemd)
    home = Path(environment.get("XDG_STATE_HOME", ""))
    return (home if home.is_absolute() else Path.home() / ".local" / "state") / "kibitz"


def journal_path(environment: Mapping[str, str]) -> Path:
    """The journal in the state folder."""
    return state_folder(environment) / NAME
