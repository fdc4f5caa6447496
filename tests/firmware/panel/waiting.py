"""Waiting for what another thread does."""

from __future__ import annotations

import time
from collections.abc import Callable

_PATIENCE_S = 60.0


def wait_for(has_come: Callable[[], bool]) -> None:
    """Wait until something has come, as long as even a busy computer may need for it."""
    until = time.monotonic() + _PATIENCE_S
    while not has_come():
        assert time.monotonic() < until, "it has not come"
        time.sleep(0.005)
