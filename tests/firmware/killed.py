"""Processes that live once for every line on standard input, and are killed at some moment of each life."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from functools import partial


def killed_at_random(live: Callable[[str, Callable[[], None]], None], longest_s: float, seed: str) -> None:
    """Fork for each line and `live` with it, at most for so long after it has called what it is given.

    Then SIGKILL ends it, and `killed` is said.
    """
    chance = random.Random(seed)
    for line in sys.stdin:
        called, call = os.pipe()
        if child := os.fork():
            os.close(call)
            os.read(called, 1)
            os.close(called)
            time.sleep(chance.uniform(0, longest_s))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            say("killed")
        else:
            live(line.strip(), partial(os.close, call))


def say(text: str) -> None:
    """Write a line to standard output, wholly or not at all."""
    os.write(1, f"{text}\n".encode())
