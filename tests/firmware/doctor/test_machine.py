"""What the doctor says about the computer: real folders, and what a Pi's files and programs hold."""

from __future__ import annotations

import os
import pwd
from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware.doctor.machine import (
    clock,
    disk,
    output,
    place_of,
    power,
    service,
    service_is_up,
    service_user,
    temperature,
    throttled,
)
from firmware.finding import Level

NOBODY = pwd.getpwnam("nobody")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_a_folder_that_can_be_written_to_is_fine_and_left_as_it_was(tmp_path: Path) -> None:
    assert disk(tmp_path, 10**10).level is Level.OK
    assert list(tmp_path.iterdir()) == []
    assert " MB left" in disk(tmp_path).line()


def test_a_folder_yet_to_be_made_is_judged_by_the_one_above(tmp_path: Path) -> None:
    assert disk(tmp_path / "state" / "kibitz", 10**10).level is Level.OK
    assert not (tmp_path / "state").exists()


def test_a_full_disk_is_named_before_it_is_full(tmp_path: Path) -> None:
    assert disk(tmp_path, 300_000_000).level is Level.WARNING
    finding = disk(tmp_path, 3_000_000)
    assert finding.level is Level.TROUBLE
    assert f"{tmp_path} has only 3 MB left" in finding.line()


def test_a_folder_that_cannot_be_written_to_is_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (Path("/proc/kibitz"), tmp_path / "file", tmp_path / "file" / "below"):
        finding = disk(folder)
        assert finding.level is Level.TROUBLE
        assert f"{folder} cannot be written to: " in finding.line()


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    assert place_of(tmp_path).level is Level.TROUBLE
    assert place_of(tmp_path / "games.sqlite3").level is disk(tmp_path).level


@pytest.mark.skipif(os.geteuid() != 0, reason="files are given away by root alone")
def test_a_journal_that_root_has_made_in_another_users_folder_is_named(tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite3"
    os.chown(tmp_path, NOBODY.pw_uid, NOBODY.pw_gid)
    assert place_of(journal).level is disk(tmp_path).level, "there is none yet"
    journal.touch(0o644)
    finding = place_of(journal)
    assert finding.line() == (
        f"trouble: disk: {journal} belongs to root, and nobody may not write to it; games would not be kept: "
        f"sudo chown nobody: {journal}"
    )
    assert place_of(journal, "root").level is disk(tmp_path).level
    os.chown(journal, NOBODY.pw_uid, NOBODY.pw_gid)
    assert place_of(journal).level is disk(tmp_path).level
    journal.with_name("games.sqlite3-wal").touch(0o644)
    assert "games.sqlite3-wal belongs to root" in place_of(journal).line()


@pytest.mark.skipif(os.geteuid() != 0, reason="files are given away by root alone")
def test_a_folder_that_the_service_may_not_write_to_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    said = f"{tmp_path} belongs to root, and nobody may not write to it"
    assert said in place_of(tmp_path / "games.sqlite3", "nobody").line()
    tmp_path.chmod(0o777)
    assert said not in place_of(tmp_path / "games.sqlite3", "nobody").line()


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
            shown(LoadState="loaded", ActiveState="inactive", SubState="dead"),
            Level.WARNING,
            "not running (dead)",
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
    assert service_is_up(state) == (level is Level.OK or "running, but" in service(state).line())


def test_a_program_that_is_not_there_or_fails_says_nothing() -> None:
    assert output("no-such-program-of-kibitz") is None
    assert output("false") is None
    assert output("echo", "throttled=0x0") == "throttled=0x0\n"
