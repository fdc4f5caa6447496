"""What settings leave to the machine: where the journal lies, and where programs keep their files."""

from __future__ import annotations

import os
import pwd
from collections.abc import Mapping
from pathlib import Path

from firmware.settings.sections import Settings

SERVICE_FOLDER = Path("/var/lib/kibitz")
JOURNAL = "games.sqlite3"
LENS, MOUNT, SETS = "lens.json", "mount.json", "sets"


def journal_path(
    settings: Settings, environ: Mapping[str, str] = os.environ, service_folder: Path = SERVICE_FOLDER
) -> Path:
    """The file of the journal.

    Without `journal.path` it lies in the folder that systemd gives the service, if this user may write there (root,
    or `sudo -u kibitz`): then the service's games are meant. All others have a journal of their own.
    """
    return settings.journal.path or state_folder(environ, service_folder) / JOURNAL


def lens_path(settings: Settings) -> Path:
    """The file of the calibrated lens; without `camera.lens` it lies beside the journal."""
    return settings.camera.lens or state_folder() / LENS


def mount_path() -> Path:
    """The file that says how the camera hung when its mount was checked; it lies beside the journal."""
    return state_folder() / MOUNT


def set_path(settings: Settings, name: str) -> Path:
    """The file of an owner's set.

    Sets lie in a folder beside the journal. Without a name it is the one that `game.set` names, or `own`.
    """
    if settings.game.set is not None and not name:
        return settings.game.set
    return state_folder() / SETS / f"{name or 'own'}.json"


def set_names() -> tuple[str, ...]:
    """The names of the owner's sets."""
    return tuple(sorted(path.stem for path in (state_folder() / SETS).glob("*.json")))


def state_folder(environ: Mapping[str, str] = os.environ, service_folder: Path = SERVICE_FOLDER) -> Path:
    """Where Kibitz keeps what it has learnt and written."""
    if environ.get("STATE_DIRECTORY"):
        return Path(environ["STATE_DIRECTORY"].partition(":")[0])
    if os.access(service_folder, os.W_OK):
        return service_folder
    state = xdg_folder("XDG_STATE_HOME", ".local/state", environ)
    return (state or Path("/")) / "kibitz"


def is_closed_to_us() -> bool:
    """Whether the service keeps its things in a folder that this user may not read."""
    return SERVICE_FOLDER.is_dir() and not os.access(SERVICE_FOLDER, os.R_OK)


def xdg_folder(variable: str, usual: str, environ: Mapping[str, str]) -> Path | None:
    """A folder of the XDG Base Directory Specification, if it is absolute; else the usual one at home.

    None for users without either, such as those of some services.
    """
    named = Path(environ.get(variable, ""))
    if named.is_absolute():
        return named
    home = environ.get("HOME") or _home()
    return Path(home, usual) if home else None


def _home() -> str:
    """This user's home by the machine's own list, as needed with `cron` or `env -i`; "" where there is none."""
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""
