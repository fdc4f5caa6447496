"""A journal that nobody had the time to close."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware.journal.damaged import EVENTS
from tests.firmware.journal.kept import keep_until_power_cut


@pytest.fixture
def unclosed(tmp_path: Path) -> Path:
    """Part of a game, of which all is in the log still."""
    path = tmp_path / "games.sqlite3"
    keep_until_power_cut(path, EVENTS[:40])
    return path
