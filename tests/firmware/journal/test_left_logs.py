"""SQLite's log as a power cut leaves it: torn, damaged, alone, or with a last entry that was not committed."""

from __future__ import annotations

import errno
import os
from itertools import pairwise
from pathlib import Path

import pytest

from firmware.journal import events_of, past_games, words
from firmware.journal.entry import Entry
from firmware.journal.file import JournalFile
from firmware.journal.reading import examine
from tests.firmware.journal.damaged import EVENTS, PAGE, goes_on, journal_of, set_aside
from tests.firmware.journal.kept import journal_at, keep_until_power_cut
from tests.firmware.played import game_events


def test_a_log_left_by_a_power_cut_is_read(unclosed: Path) -> None:
    assert goes_on(unclosed) == ([], 40)


def test_a_log_whose_tail_is_torn_ends_before_the_tear(unclosed: Path) -> None:
    log = Path(f"{unclosed}-wal")
    log.write_bytes(log.read_bytes()[: 100 - PAGE])
    assert goes_on(unclosed) == ([], 39)


def test_a_log_damaged_in_its_middle_is_read_beyond_the_damage(unclosed: Path) -> None:
    log = Path(f"{unclosed}-wal")
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    log.write_bytes(data)
    said, count = goes_on(unclosed)
    assert count == 40
    kept = set_aside(unclosed)
    assert [it.name for it in kept] == ["games.damaged-1.sqlite3", "games.damaged-1.sqlite3-wal"]
    assert kept[1].read_bytes() == data
    assert len(said) == 1


def test_a_log_whose_journal_is_gone_is_read(unclosed: Path) -> None:
    unclosed.unlink()
    said, count = goes_on(unclosed)
    assert count == 40
    (kept,) = set_aside(unclosed)
    assert said == [
        f"The journal was damaged. It is kept as {kept}; 40 events could be read and are in the new one."
    ]


@pytest.fixture
def linked(unclosed: Path) -> Path:
    """A link to it in another folder; SQLite's log lies beside what it leads to."""
    path = unclosed.parent / "state" / unclosed.name
    path.parent.mkdir()
    path.symlink_to(unclosed)
    return path


def test_a_log_is_read_though_the_journals_name_is_a_link(linked: Path) -> None:
    assert journal_of(linked) == EVENTS[:40]
    assert goes_on(linked) == ([], 40)


def test_a_damaged_log_is_noticed_though_the_journals_name_is_a_link(unclosed: Path, linked: Path) -> None:
    log = Path(f"{unclosed}-wal")
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    log.write_bytes(data)
    said, count = goes_on(linked)
    (kept,) = set_aside(linked)
    assert (len(said), count) == (1, 40)
    assert kept.resolve() == unclosed
    assert log.read_bytes() == data


@pytest.mark.parametrize("left", [b"", b"S"], ids=["nothing", "a byte"])
def test_a_log_of_whose_journal_nothing_is_left_is_read_though_sqlite_would_clear_it_away(
    unclosed: Path, left: bytes
) -> None:
    unclosed.write_bytes(left)
    log = Path(f"{unclosed}-wal").read_bytes()
    with pytest.raises(ValueError, match="but its log"):
        past_games(unclosed)
    said, count = goes_on(unclosed)
    assert (len(said), count) == (1, 40)
    assert log in [it.read_bytes() for it in set_aside(unclosed)]


def test_a_write_cut_off_between_its_pages_costs_no_more_than_its_entry(unclosed: Path) -> None:
    log = Path(f"{unclosed}-wal")
    data = bytearray(log.read_bytes())
    frame = 24 + PAGE
    starts = range(32, len(data), frame)
    ends = [start for start in starts if int.from_bytes(data[start + 4 : start + 8], "big")]
    split = next(after for before, after in pairwise(ends) if after - before > frame)
    before = sum(end < split for end in ends)
    log.write_bytes(data[:split])
    with journal_at(unclosed) as journal:
        latest = journal.latest()
        assert journal.remarks() == ()
    assert latest in EVENTS[:40]
    events = journal_of(unclosed)
    assert events == EVENTS[: len(events)]
    assert before - 1 <= len(events) <= before + 1


@pytest.fixture
def unfinished(unclosed: Path) -> Path:
    """The same, its last page cut off behind the last entry: that is whole, and SQLite doesn't count it."""
    log = Path(f"{unclosed}-wal")
    log.write_bytes(log.read_bytes()[:-100])
    found = examine(unclosed).unfinished
    assert found is not None
    assert found.event == EVENTS[39]
    return unclosed


def test_an_entry_written_whole_but_not_committed_is_taken_in(unfinished: Path) -> None:
    assert goes_on(unfinished) == ([], 40)


def fill_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave room on the disk to open a journal, and none to write in it."""

    def write(_file: JournalFile, _entry: Entry) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(JournalFile, "write", write)


def test_an_entry_not_committed_waits_for_a_full_disk_like_those_behind_it(
    unfinished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_up(monkeypatch)
    with journal_at(unfinished) as journal:
        assert journal.latest() == EVENTS[39]
        journal.append(EVENTS[40])
        assert [it.message for it in journal.remarks()] == [words.FULL]
        monkeypatch.undo()
        journal.append(EVENTS[41])
        (remark,) = journal.remarks()
        assert (remark.message, remark.facts["count"]) == (words.SAVED_AGAIN, 3)
    assert events_of(unfinished, 1) == EVENTS[:42]


def test_a_score_that_waits_for_the_disk_is_of_no_match_of_another_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, game = tmp_path / "games.sqlite3", game_events(3)
    keep_until_power_cut(path, game)
    log = Path(f"{path}-wal")
    log.write_bytes(log.read_bytes()[:-100])
    unfinished = examine(path).unfinished
    assert unfinished is not None
    assert unfinished.event == game[-1]
    fill_up(monkeypatch)
    with journal_at(path, game="netzwerk") as journal:
        assert journal.earlier_scores() == []


def test_an_entry_not_committed_on_a_full_disk_that_comes_late_stays_in_its_own_game(
    unfinished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, disk = game_events(7, 6), tmp_path / "disk"
    path = disk / unfinished.name
    disk.write_text("a file where the folder should be")
    fill_up(monkeypatch)
    with journal_at(path) as journal:
        for event in game[:5]:
            journal.append(event)
        disk.unlink()
        disk.mkdir()
        for part in tmp_path.glob(f"{unfinished.name}*"):
            part.rename(disk / part.name)
        assert not journal.catch_up()
        monkeypatch.undo()
        for event in game[5:]:
            journal.append(event)
    assert [events_of(path, number) for number in (1, 2)] == [EVENTS[:40], game]
