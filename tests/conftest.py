"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def in_english() -> Iterator[None]:
    """Whatever language the developer's system speaks, tests are told in English."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LANGUAGE", "en")
        yield
