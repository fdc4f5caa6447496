"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("kibitz", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kibitz")  # no test is about how long something takes


@pytest.fixture(autouse=True, scope="session")
def in_english() -> Iterator[None]:
    """Whatever language the developer's system speaks, tests are told in English."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LANGUAGE", "en")
        yield
