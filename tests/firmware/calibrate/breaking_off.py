"""Calibration in a process of its own, broken off with Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT


def broken_off(word: str, *arguments: str | Path) -> tuple[int, str]:
    """Call it and break it off when it has said a line with that word; its exit status and all it said."""
    command = [sys.executable, "-u", "-m", "firmware", "calibrate", *map(str, arguments)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        preexec_fn=_heed_interrupts,
    ) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if word in line:
                process.send_signal(signal.SIGINT)
                break
        said += list(process.stdout)
        return process.wait(30), "".join(said)


def _heed_interrupts() -> None:
    """Tests that run in the background may have been told to ignore Ctrl-C, which children inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
