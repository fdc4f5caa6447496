"""What settings leave to the machine: where the journal lies, and which language the system speaks."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from .sections import Settings

SERVICE_FOLDER = Path("/var/lib/kibitz")
JOURNAL = "journal.db"


def journal_path(
    settings: Settings, environ: Mapping[str, str] = os.environ, service_folder: Path = SERVICE_FOLDER
) -> Path:
    """The file of the journal.

    Without `journal.path` it lies in the folder that systemd gives the service. Whoever may write to the service's
    folder is taken to mean the service's games: root, or `sudo -u kibitz`. All others have a journal of their own.
    """
    if settings.journal.path is not None:
        return settings.journal.path
    if environ.get("STATE_DIRECTORY"):
        return Path(environ["STATE_DIRECTORY"].partition(":")[0], JOURNAL)
    if os.access(service_folder, os.W_OK):
        return service_folder / JOURNAL
    state = environ.get("XDG_STATE_HOME") or Path(environ.get("HOME", "/"), ".local", "state")
    return Path(state, "kibitz", JOURNAL)


def language_codes(settings: Settings, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The languages to speak, the dearest first, as `engine.messages.Language.of` takes them."""
    if settings.players.language != "auto":
        return (settings.players.language,)
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(variable):
            codes = (code.partition(".")[0].partition("@")[0] for code in environ[variable].split(":"))
            return tuple(code for code in codes if code)
    return ()
