#!/usr/bin/python3
"""Stands in for `kibitz watch` under a real systemd: says the same to it, and hangs or gives up when told to."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from pathlib import Path
from types import FrameType

FORBIDDEN = ("/etc/kibitz/kibitz.toml", "/usr/kibitz", "/proc/sys/kernel/hostname")
"""Files that the sandbox has to keep it from writing."""


def refused() -> list[str]:
    """What the sandbox keeps it from."""
    found = []
    try:
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    except OSError:
        found.append("network")
    for path in FORBIDDEN:
        try:
            Path(path).write_text("written")
        except OSError:
            found.append(path)
    return found


def main() -> None:
    """Begin, tick, and end as the files in the state folder say."""
    sys.path.insert(0, "/opt/kibitz")
    from firmware.notify import Notify

    state, systemd = Path(os.environ["STATE_DIRECTORY"]), Notify.from_environment()

    def stop(_number: int, _frame: FrameType | None) -> None:
        systemd.stopping()
        (state / "stopped").touch()
        sys.exit(0)

    if (state / "faulty").exists():
        sys.exit(os.EX_CONFIG)
    seen = {"user": os.getuid(), "groups": os.getgroups(), "refused": refused()}
    (state / "sandbox.json").write_text(json.dumps(seen))
    signal.signal(signal.SIGTERM, stop)
    systemd.ready()
    systemd.status("black to build")
    while not (state / "hang").exists():
        systemd.watchdog()
        time.sleep(0.1)
    (state / "hang").unlink()
    time.sleep(3600)


if __name__ == "__main__":
    main()
