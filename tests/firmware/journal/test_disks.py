"""Real disks that are full, read-only or away: the game goes on in memory, it is said, and it is caught up."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from firmware.journal import events_of, past_games, words
from tests.firmware.conftest import Mount, fill
from tests.firmware.journal.kept import journal_at, keep, keep_until_power_cut
from tests.firmware.played import game_events

EVENTS = game_events(3)
NOBODY = 65534


def read_only(folder: Path, mount: Mount) -> None:
    mount("--bind", folder, folder)
    mount("-o", "remount,ro,bind", folder)


def test_a_disk_that_fills_up_in_mid_game_and_is_cleared_again(disk: Path) -> None:
    path = disk / "games.sqlite3"
    with journal_at(path) as journal:
        for event in EVENTS[:10]:
            journal.append(event)
        filler = fill(disk)
        for event in EVENTS[10:30]:
            journal.append(event)
            assert journal.latest() == event
        said = [str(remark) for remark in journal.remarks()]
        assert said == [f"The disk is full: the game goes on but is not being saved. Make room in {disk}."]
        assert str(journal.trouble) == said[0]
        assert not journal.catch_up()
        filler.unlink()
        for event in EVENTS[30:]:
            journal.append(event)
        assert journal.trouble is None
        (remark,) = journal.remarks()
        assert remark.message == words.SAVED_AGAIN
        assert remark.facts["count"] in range(11, 22)
    assert events_of(path, 1) == EVENTS


def test_a_disk_cleared_when_the_game_is_over_is_caught_up_without_another_event(disk: Path) -> None:
    path = disk / "games.sqlite3"
    with journal_at(path) as journal:
        filler = fill(disk)
        for event in EVENTS:
            journal.append(event)
        assert journal.trouble is not None
        filler.unlink()
        assert journal.catch_up()
        assert events_of(path, 1) == EVENTS


def test_games_that_wait_for_the_disk_count_among_the_earlier_ones(disk: Path) -> None:
    (setup, *_, end), (second_setup, *_, second_end), (third_setup, *_) = map(game_events, (3, 4, 5))
    scores = [end.facts["score"], second_end.facts["score"]]
    with journal_at(disk / "games.sqlite3") as journal:
        journal.append(setup)
        filler = fill(disk)
        for event in (end, second_setup, second_end, third_setup):
            journal.append(event)
        assert journal.trouble is not None
        assert journal.earlier_scores() == scores
        filler.unlink()
        assert journal.catch_up()
        assert journal.earlier_scores() == scores


@pytest.mark.parametrize("is_cut", [True, False])
def test_a_power_cut_with_a_full_disk_still_goes_on_from_the_last_event(disk: Path, is_cut: bool) -> None:
    path = disk / "games.sqlite3"
    (keep_until_power_cut if is_cut else keep)(path, EVENTS[:10])
    filler = fill(disk)
    with journal_at(path) as journal:
        assert journal.latest() == EVENTS[9]
        assert journal.trouble is not None
        assert journal.trouble.message is words.FULL
        for event in EVENTS[10:20]:
            journal.append(event)
        filler.unlink()
        journal.append(EVENTS[20])
        assert journal.trouble is None
    assert events_of(path, 1) == EVENTS[:21]


def test_a_damaged_journal_on_a_full_disk_is_rescued_when_there_is_room(disk: Path) -> None:
    path = disk / "games.sqlite3"
    keep(path, EVENTS[:40])
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    filler = fill(disk)
    with journal_at(path) as journal:
        assert journal.latest() == EVENTS[39]
        assert journal.trouble is not None
        journal.append(EVENTS[40])
        journal.remarks()
        filler.unlink()
        journal.append(EVENTS[41])
        assert [remark.message for remark in journal.remarks()] == [words.SET_ASIDE, words.SAVED_AGAIN]
    assert events_of(path, 1) == EVENTS[:42]


@pytest.mark.parametrize("is_cut", [True, False])
def test_a_read_only_disk_is_read_and_caught_up_when_it_can_be_written(
    tmp_path: Path, mount: Mount, is_cut: bool
) -> None:
    folder = tmp_path / "disk"
    path = folder / "games.sqlite3"
    (keep_until_power_cut if is_cut else keep)(path, EVENTS[:10])
    read_only(folder, mount)
    with journal_at(path) as journal:
        assert journal.latest() == EVENTS[9]
        for event in EVENTS[10:20]:
            journal.append(event)
        (remark,) = journal.remarks()
        assert remark.message is words.READ_ONLY
        assert str(folder) in str(remark)
        assert events_of(path, 1) == EVENTS[:10]
        mount("-o", "remount,rw,bind", folder)
        journal.append(EVENTS[20])
        assert journal.trouble is None
    assert events_of(path, 1) == EVENTS[:21]


def test_a_full_disk_that_is_read_only_is_said_to_be_read_only(disk: Path, mount: Mount) -> None:
    keep(disk / "games.sqlite3", EVENTS[:10])
    fill(disk)
    mount("-o", "remount,ro", disk)
    with journal_at(disk / "games.sqlite3") as journal:
        assert journal.trouble is not None
        assert journal.trouble.message is words.READ_ONLY


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "state" / "games.sqlite3"
    with journal_at(path) as journal:
        for event in EVENTS[:5]:
            journal.append(event)
        assert journal.latest() == EVENTS[4]
        assert str(journal.trouble) == (
            f"{path} cannot be written (Not a directory): the game goes on but is not being saved. "
            "Check the disk and your rights."
        )
        (tmp_path / "file").unlink()
    assert events_of(path, 1) == EVENTS[:5]


def test_a_disk_without_locks_is_named_and_its_folder_does_not_stay_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(_handle: int, _operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))  # as on a network whose lock daemon is away

    def handles() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    path = tmp_path / "games.sqlite3"
    monkeypatch.setattr("fcntl.flock", flock)
    before = handles()
    with journal_at(path) as journal:
        for event in EVENTS[:5]:
            journal.append(event)
        assert handles() == before
        assert "No locks available" in str(journal.trouble)
        monkeypatch.undo()
        assert journal.catch_up()
    assert events_of(path, 1) == EVENTS[:5]


def test_a_disk_that_comes_late_gets_the_game_behind_those_it_holds(tmp_path: Path, mount: Mount) -> None:
    other = game_events(4, 6)
    stick, folder = tmp_path / "stick", tmp_path / "disk"
    keep(stick / "games.sqlite3", other)
    folder.mkdir()
    read_only(folder, mount)
    path = folder / "games.sqlite3"
    with journal_at(path) as journal:
        for event in EVENTS[:5]:
            journal.append(event)
        assert journal.trouble is not None
        mount("--bind", stick, folder)
        for event in EVENTS[5:]:
            journal.append(event)
        assert journal.trouble is None
    assert [events_of(path, game.number) for game in past_games(path)] == [other, EVENTS]


def test_another_disk_in_mid_game_gets_the_rest_as_a_game_of_its_own(tmp_path: Path, mount: Mount) -> None:
    other = game_events(4, 6)
    stick, folder = tmp_path / "stick", tmp_path / "disk"
    keep(stick / "games.sqlite3", other)
    path = folder / "games.sqlite3"
    with journal_at(path) as journal:
        for event in EVENTS[:5]:
            journal.append(event)
        mount("--bind", stick, folder)
        for event in EVENTS[5:]:
            journal.append(event)
        assert journal.trouble is None
        assert journal.latest() == EVENTS[-1]
    assert [events_of(path, game.number) for game in past_games(path)] == [other, EVENTS[5:]]


@pytest.mark.skipif(os.geteuid() != 0, reason="files are given away by root alone")
@pytest.mark.parametrize("is_damaged", [False, True])
def test_what_root_makes_belongs_to_whom_the_folder_belongs_to(tmp_path: Path, is_damaged: bool) -> None:
    os.chown(tmp_path, NOBODY, NOBODY)
    path = tmp_path / "state" / "games.sqlite3"
    keep(path, EVENTS[:10])
    if is_damaged:
        path.write_bytes(bytes(100) + path.read_bytes()[100:])
    with journal_at(path) as journal:
        journal.append(EVENTS[10])
        assert len(past_games(path)) == 1
        made = [it for it in (path.parent, *path.parent.iterdir()) if "damaged" not in it.name]
        assert {it.name for it in made} == {"state", path.name, f"{path.name}-wal", f"{path.name}-shm"}
        assert {(it.stat().st_uid, it.stat().st_gid) for it in made} == {(NOBODY, NOBODY)}


@pytest.mark.skipif(os.geteuid() != 0, reason="files are given away by root alone")
def test_a_link_to_nothing_gives_nothing_away(tmp_path: Path) -> None:
    os.chown(tmp_path, NOBODY, NOBODY)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "games.sqlite3").symlink_to(elsewhere / "games.sqlite3")
    keep(tmp_path / "games.sqlite3", EVENTS[:2])
    assert (elsewhere / "games.sqlite3").stat().st_uid == 0
