"""Journals that are kept of an evening, closed or as a power cut leaves them."""

from __future__ import annotations

import shutil
from pathlib import Path

from firmware.events import Event
from firmware.journal import Journal

EVENING = 1_795_203_000.0
"""20 November 2026, half past seven in the evening (UTC)."""


def journal_at(path: Path, at: float = EVENING, game: str = "alien-city") -> Journal:
    return Journal(path, game, lambda: at)


def keep(path: Path, events: list[Event]) -> None:
    with journal_at(path) as journal:
        for event in events:
            journal.append(event)
        assert journal.trouble is None
        assert journal.remarks() == ()


def keep_until_power_cut(path: Path, events: list[Event]) -> None:
    """The files as they are left when there is no time to close them: nearly everything is in the log."""
    played = path.with_name("played") / "games.sqlite3"
    path.parent.mkdir(exist_ok=True)
    with journal_at(played) as journal:
        for event in events:
            journal.append(event)
        for part in ("", "-wal"):
            shutil.copyfile(f"{played}{part}", f"{path}{part}")
    shutil.rmtree(played.parent)
