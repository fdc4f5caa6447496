"""What the doctor says about the computer: what a Pi's files and programs hold."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware.doctor.machine import (
    clock,
    output,
    power,
    service,
    service_is_up,
    service_user,
    temperature,
    throttled,
)
from firmware.finding import Level

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_the_user_of_the_service_is_the_one_that_systemd_names() -> None:
    assert service_user(shown(LoadState="loaded", User="kibitz")) == "kibitz"
    assert service_user(shown(LoadState="not-found", User="")) is None
    assert service_user(None) is None


def test_a_clock_that_is_behind_what_is_written_is_trouble() -> None:
    finding = clock(datetime(1970, 1, 1, 0, 3, tzinfo=UTC), NOON, synchronised=True)
    assert finding.level is Level.TROUBLE
    assert "it says 1970-01-01 00:03, and there are files of 2026-11-21 12:00" in finding.line()


@pytest.mark.parametrize(
    ("synchronised", "level"), [(True, Level.OK), (None, Level.OK), (False, Level.WARNING)]
)
def test_a_clock_that_the_network_has_not_set_is_only_worth_a_word(
    synchronised: bool | None, level: Level
) -> None:
    assert clock(NOON, NOON, synchronised).level is level


@pytest.mark.parametrize(
    ("millidegrees", "level"), [("48686\n", Level.OK), ("76000\n", Level.WARNING), ("81200\n", Level.TROUBLE)]
)
def test_a_warm_processor_is_named_before_it_slows_down(
    tmp_path: Path, millidegrees: str, level: Level
) -> None:
    (tmp_path / "temp").write_text(millidegrees)
    assert temperature(tmp_path / "temp").level is level


def test_a_computer_without_a_thermometer_is_left_out(tmp_path: Path) -> None:
    assert temperature(tmp_path / "temp").level is Level.LEFT_OUT


@pytest.mark.parametrize(
    ("bits", "level", "said"),
    [
        ("throttled=0x0\n", Level.OK, "held its voltage"),
        ("0\n", Level.OK, "held its voltage"),
        ("throttled=0x50005\n", Level.TROUBLE, "gives too little voltage"),
        ("50000\n", Level.WARNING, "has given too little voltage since the start"),
        ("throttled=0xe0008\n", Level.WARNING, "slowed down for its heat"),
        ("VCHI initialization failed\n", Level.LEFT_OUT, "doesn't measure it"),
        (None, Level.LEFT_OUT, "doesn't measure it"),
    ],
)
def test_a_weak_supply_is_named(bits: str | None, level: Level, said: str) -> None:
    assert power(bits).level is level
    assert said in power(bits).line()


def test_the_firmwares_bits_are_found_where_each_pi_keeps_them(tmp_path: Path) -> None:
    for place in ("soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware"):
        file = tmp_path / place.replace("/", "-") / place / "get_throttled"
        file.parent.mkdir(parents=True)
        file.write_text("50005\n")
        assert throttled(tmp_path / place.replace("/", "-")) == "50005\n"


def shown(**state: str) -> str:
    return "".join(f"{key}={value}\n" for key, value in state.items())


@pytest.mark.parametrize(
    ("state", "level", "said"),
    [
        (None, Level.LEFT_OUT, "not installed here"),
        (shown(LoadState="not-found", ActiveState="inactive"), Level.LEFT_OUT, "not installed here"),
        (shown(LoadState="loaded", ActiveState="active", NRestarts="0"), Level.OK, "running"),
        (shown(LoadState="loaded", ActiveState="active", NRestarts="1"), Level.WARNING, "again 1 time;"),
        (shown(LoadState="loaded", ActiveState="active", NRestarts="3"), Level.WARNING, "again 3 times;"),
        (
            shown(LoadState="loaded", ActiveState="inactive", SubState="dead", UnitFileState="disabled"),
            Level.WARNING,
            "not running (dead); sudo systemctl enable --now kibitz",
        ),
        (
            shown(LoadState="loaded", ActiveState="inactive", SubState="dead", UnitFileState="enabled"),
            Level.OK,
            "stopped; `sudo systemctl start kibitz` starts it again",
        ),
        (
            shown(LoadState="loaded", ActiveState="failed", Result="watchdog", NRestarts="4"),
            Level.TROUBLE,
            "given up (watchdog) after 4 restarts; journalctl --unit kibitz --boot says why",
        ),
    ],
)
def test_the_service_is_told_as_it_does(state: str | None, level: Level, said: str) -> None:
    assert service(state).level is level
    assert said in service(state).line()
    assert service_is_up(state) == ("service: running" in service(state).line())


def test_a_program_that_is_not_there_or_fails_says_nothing() -> None:
    assert output("no-such-program-of-kibitz") is None
    assert output("false") is None
    assert output("echo", "throttled=0x0") == "throttled=0x0\n"
