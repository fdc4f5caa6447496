"""The standard streams, wherever they lead: to a terminal, a pipe that nobody reads, a full disk."""

from __future__ import annotations

import os
import sys


def give_up_output() -> None:
    """Let what is still to be printed lead nowhere, so that it isn't tried again when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
