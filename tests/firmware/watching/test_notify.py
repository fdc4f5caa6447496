"""The line to systemd, listened to on a real datagram socket."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.events import Standing, Status
from firmware.watching.notify import Notify, StatusLine

SCENARIO = Path(__file__).parents[2] / "hardware" / "scenario.sh"


@pytest.fixture(params=["path", "abstract name"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, Notify]]:
    """A socket as systemd opens one, and the service's line to it."""
    address = str(tmp_path / "notify") if request.param == "path" else f"@kibitz-test-{tmp_path}"[:100]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address.replace("@", "\0", 1) if address.startswith("@") else address)
        listening.setblocking(False)
        yield listening, Notify.from_environment({"NOTIFY_SOCKET": address})


def test_the_service_says_that_it_is_ready_alive_and_stopping(systemd: tuple[socket.socket, Notify]) -> None:
    listening, service = systemd
    service.ready()
    service.watchdog()
    service.stopping()
    assert [listening.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_a_status_is_one_line_whatever_is_in_it(systemd: tuple[socket.socket, Notify]) -> None:
    listening, service = systemd
    service.status("Čierny stavia\nREADY=1")
    assert listening.recv(100).decode() == "STATUS=Čierny stavia READY=1"


def test_how_the_game_stands_is_said_when_it_changes(systemd: tuple[socket.socket, Notify]) -> None:
    listening, service = systemd
    line = StatusLine(service)
    for standing in [Standing(Status.SETTING_UP), *[Standing(Status.TO_MOVE, player="black")] * 3]:
        line.show(standing, (), 0.0)
    assert [listening.recv(100) for _ in range(2)] == [b"STATUS=setting up", b"STATUS=black to move"]
    with pytest.raises(BlockingIOError):
        listening.recv(100)


@pytest.mark.parametrize("status", [it for it in Status if it is not Status.TO_MOVE])
def test_what_is_no_player_s_doing_is_said_of_none(
    systemd: tuple[socket.socket, Notify], status: Status
) -> None:
    listening, service = systemd
    StatusLine(service).show(Standing(status, player="black"), (), 0.0)
    assert listening.recv(100).decode() == f"STATUS={status}", "not that black can't see"


def test_what_the_test_of_the_real_service_waits_for_is_still_said() -> None:
    awaited = set(re.findall(r"StatusText=([^']+)'", SCENARIO.read_text()))
    assert awaited == {f"black {Status.TO_MOVE}"}


def test_a_systemd_that_does_not_listen_never_holds_up_the_game(
    systemd: tuple[socket.socket, Notify],
) -> None:
    listening, service = systemd
    for _ in range(2000):
        service.watchdog()
    assert listening.recv(100) == b"WATCHDOG=1", (
        "what fitted has come; the rest was let go, and nobody waited"
    )
    listening.close()
    service.watchdog()


def test_in_a_terminal_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", None)  # not even opened
    Notify.from_environment({}).ready()
