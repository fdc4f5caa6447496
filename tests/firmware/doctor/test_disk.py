"""What the doctor says about the disk: real folders and files, and whose they are."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from firmware.doctor.disk import disk, place_of
from firmware.finding import Level

NOBODY = pwd.getpwnam("nobody")


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
