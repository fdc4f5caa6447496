"""What all tests share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever language the developer's system speaks, tests are told in English."""
    monkeypatch.setenv("LANGUAGE", "en")
