"""What the service tells systemd: that it is ready, that it is alive, how it is doing (sd_notify's protocol)."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from firmware.events import Event, Standing, Status


@dataclass(frozen=True)
class Notify:
    """The line to systemd; without one, as in a terminal, nothing is said and nothing goes wrong.

    address: of the datagram socket, as in NOTIFY_SOCKET: a path, or a name behind an @ (Linux's abstract names).

    >>> line = Notify.from_environment({})
    >>> line.ready()
    """

    address: str = ""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Notify:
        """The line that systemd has given this process, if it has."""
        return cls(environ.get("NOTIFY_SOCKET", ""))

    def ready(self) -> None:
        """The service has started: the camera is open, and pictures may come."""
        self._say("READY=1")

    def watchdog(self) -> None:
        """The loop has come round once more. After a silence longer than WatchdogSec the service is restarted."""
        self._say("WATCHDOG=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`."""
        self._say(f"STATUS={' '.join(text.split())}")

    def stopping(self) -> None:
        """The service is on its way out, and means it."""
        self._say("STOPPING=1")

    def _say(self, message: str) -> None:
        if not self.address:
            return
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        # A game is not given up because systemd doesn't listen; if it misses this, it restarts the service by itself.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(message.encode(errors="replace"), address)


class StatusLine:
    """Shows in `systemctl status` how things stand, such as "black to move"."""

    def __init__(self, notify: Notify) -> None:
        """Nothing is shown yet."""
        self._notify = notify
        self._said = ""

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Say how things stand, when it has changed."""
        is_somebodys = standing.status is Status.TO_MOVE  # nobody "can't see" but Kibitz itself
        line = f"{standing.player} {standing.status}".strip() if is_somebodys else str(standing.status)
        if line != self._said:
            self._said = line
            self._notify.status(line)
