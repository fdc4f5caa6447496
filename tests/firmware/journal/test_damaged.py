"""Whatever has become of the journal's bytes: the game goes on, it is said, and what can be read is saved."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware.journal import past_games, words
from firmware.journal.entry import Entry, entries_in
from firmware.journal.reading import is_foreign
from tests.firmware.journal.damaged import EVENTS, PAGE, goes_on, journal_of, set_aside, with_last_entry
from tests.firmware.journal.kept import EVENING, journal_at, keep
from tests.firmware.played import game_events
from tests.places import ROOT


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games in a journal that was closed."""
    path = tmp_path_factory.mktemp("closed") / "games.sqlite3"
    keep(path, EVENTS)
    return path


@pytest.fixture
def path(closed: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(closed, tmp_path))


@pytest.mark.parametrize("seed", range(25))
def test_bytes_gone_bad_anywhere_cost_at_most_what_stood_there(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(3):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    said, count = goes_on(path)
    if set_aside(path):
        (kept,) = set_aside(path)
        assert kept.read_bytes() == data
        assert said == [
            f"The journal was damaged. It is kept as {kept}; {count} events could be read and are in the new one."
        ]
    else:
        # They stood where nothing is kept.
        assert said == []
    assert count >= len(EVENTS) - 3


def test_a_journal_in_which_another_version_keeps_more_is_written_on(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE entries ADD COLUMN more TEXT")
    assert goes_on(path) == ([], len(EVENTS))


def test_what_another_program_has_locked_is_written_once_it_lets_go(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other, journal_at(path) as journal:
        other.execute("BEGIN IMMEDIATE")
        journal.append(EVENTS[-1])
        assert journal.trouble is not None
        other.execute("ROLLBACK")
        assert journal.catch_up()
        assert journal.trouble is None
    assert journal_of(path) == [*EVENTS, EVENTS[-1]]


def test_a_damaged_schema_that_sqlite_quotes_costs_nothing(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[data.find(b"CREATE TABLE") + 3] = 0xB8  # no UTF-8, and SQLite's message has it
    path.write_bytes(data)
    said, count = goes_on(path)
    assert (len(said), count) == (1, len(EVENTS))


def test_a_table_that_leads_to_other_entries_is_said_to_be_damaged_and_costs_nothing(path: Path) -> None:
    data = bytearray(path.read_bytes())
    root = PAGE
    assert data[root] == 5, (
        "a page that leads to others, by four bytes in each of the places that it begins with"
    )
    one, other = (root + int.from_bytes(data[at : at + 2], "big") for at in (root + 12, root + 14))
    data[one : one + 4], data[other : other + 4] = data[other : other + 4], data[one : one + 4]
    path.write_bytes(data)
    with pytest.raises(ValueError, match="not a whole entry"):
        past_games(path)
    said, count = goes_on(path)
    assert (len(said), count) == (1, len(EVENTS))


@pytest.mark.parametrize("change", ["number = 7", "sequence = 7777", "what = ''"])
def test_entries_found_by_other_columns_than_they_say_are_damage_and_cost_nothing(
    path: Path, change: str
) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE entries SET {change} WHERE sequence = 5")
    said, count = goes_on(path)
    assert (len(said), count) == (1, len(EVENTS))


def test_a_schema_that_no_longer_counts_the_entries_costs_nothing(path: Path) -> None:
    data = path.read_bytes()
    changed = data.replace(b"PRIMARY KEY", b"PSIMARY KEY", 1)  # a bit, and SQLite finds an ordinary column
    assert changed != data
    path.write_bytes(changed)
    said, count = goes_on(path)
    assert (len(said), count) == (1, len(EVENTS))


def test_a_head_by_which_sqlite_would_write_no_more_costs_nothing(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[18] ^= 64  # the format of who may write the file
    path.write_bytes(data)
    said, count = goes_on(path)
    assert (len(said), count) == (1, len(EVENTS))


@pytest.mark.parametrize("zeroed", [range(1), range(2), range(3, 6), range(8, 9)])
def test_pages_of_nothing_cost_what_stood_on_them(path: Path, zeroed: range) -> None:
    data = bytearray(path.read_bytes())
    data[zeroed.start * PAGE : zeroed.stop * PAGE] = bytes(len(zeroed) * PAGE)
    path.write_bytes(data)
    said, count = goes_on(path)
    assert len(said) == len(set_aside(path)) == 1
    # The shortest entry has some 400 bytes.
    assert count >= len(EVENTS) - len(zeroed) * PAGE // 400


def test_a_journal_cut_short_keeps_what_is_left(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    said, count = goes_on(path)
    assert len(said) == len(set_aside(path)) == 1
    assert count > len(EVENTS) // 3


def test_a_word_changed_without_hurting_the_file_is_noticed(path: Path) -> None:
    data = path.read_bytes()
    changed = data.replace(b'"player": "black"', b'"player": "white"', 1)
    assert changed != data
    path.write_bytes(changed)
    said, count = goes_on(path)
    assert len(said) == 1
    assert count == len(EVENTS) - 1


@pytest.mark.parametrize(
    "changed",
    [
        lambda content: content["event"].update(event="sung to"),
        lambda content: content.pop("at"),
        lambda content: content.pop("event"),
        lambda content: content.update(event=7),
        lambda content: content.update(event={}),
        lambda content: content.update(house_rules=7),
    ],
    ids=["kind of event", "no time", "no event", "event a number", "event empty", "house rules a number"],
)
def test_entries_of_another_version_are_set_aside_and_called_that(
    path: Path, changed: Callable[[dict[str, Any]], object]
) -> None:
    with_last_entry(path, changed)
    content = path.read_bytes()
    said, count = goes_on(path)
    (kept,) = set_aside(path)
    assert kept.read_bytes() == content
    assert count == len(EVENTS) - 1
    assert said == [
        f"Another version of Kibitz wrote in the journal. It is kept as {kept}; {count} events could be read and "
        "are in the new one."
    ]


def test_a_journal_of_nothing_but_another_versions_entries_is_a_journal_of_kibitz(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    keep(path, EVENTS[:1])
    with_last_entry(path, lambda content: content.pop("at"))
    assert not is_foreign(path)
    with journal_at(path) as journal:
        assert [it.message for it in journal.remarks()] == [words.OTHER_VERSIONS_SET_ASIDE]


def test_damage_is_called_damage_though_another_version_wrote_as_well(path: Path) -> None:
    with_last_entry(path, lambda content: content.pop("at"))
    path.write_bytes(path.read_bytes().replace(b'"player": "black"', b'"player": "white"', 1))
    with journal_at(path) as journal:
        assert [it.message for it in journal.remarks()] == [words.SET_ASIDE]


def test_of_a_file_larger_than_the_memory_each_entry_is_found(tmp_path: Path) -> None:
    path, most = tmp_path / "film.mp4", 16 << 20
    path.touch()
    os.truncate(path, 4 * most)
    with path.open("r+b") as file:
        for number, event in enumerate(EVENTS[:60], 1):
            file.seek((number << 20) - 100)  # across where a piece may end
            file.write(Entry(number, 1, "alien-city", EVENING, event).to_text().encode())
    tracemalloc.start()
    found = {entry.sequence: entry.event for entry in entries_in(path)}
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert list(found.values()) == EVENTS[:60]
    assert peak < most


@pytest.mark.parametrize("content", [b"no journal at all\n" * 1000, b"\0" * 10_000])
def test_what_is_no_journal_is_kept_under_another_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(content)
    said, count = goes_on(path)
    (kept,) = set_aside(path)
    assert kept.read_bytes() == content
    assert (len(said), count) == (1, 0)


def test_another_programs_database_is_kept_under_another_name(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    content = path.read_bytes()
    assert goes_on(path)[1] == 0
    assert set_aside(path)[0].read_bytes() == content


def test_an_empty_file_is_an_empty_journal(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.touch()
    assert goes_on(path) == ([], 0)


@pytest.mark.parametrize("moved", [("",), ("", "-wal")])
def test_a_power_cut_in_a_rescue_loses_nothing(unclosed: Path, moved: tuple[str, ...]) -> None:
    # What is there when the power goes: the new journal complete, the damaged one partly set aside.
    new = unclosed.with_name(f"{unclosed.name}.new")
    keep(unclosed.parent / "whole.sqlite3", EVENTS[:40])
    (unclosed.parent / "whole.sqlite3").rename(new)
    for part in moved:
        Path(f"{unclosed}{part}").rename(unclosed.with_name(f"games.damaged-1.sqlite3{part}"))
    assert goes_on(unclosed) == ([], 40)
    assert not new.exists()
    assert len(set_aside(unclosed)) == 2


def test_where_a_damaged_journal_was_put_is_on_the_disk_before_it_is_said(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[set[str]] = []

    def fsync(number: int) -> None:
        assert Path(f"/proc/self/fd/{number}").readlink() == path.parent
        synced.append({it.name for it in path.parent.iterdir()})

    monkeypatch.setattr(os, "fsync", fsync)
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    with journal_at(path) as journal:
        assert len(journal.remarks()) == 1
    assert synced == [{"games.sqlite3", "games.sqlite3.new"}, {"games.sqlite3", "games.damaged-1.sqlite3"}]


@pytest.mark.parametrize("moment", ["closing", "row", "sync_folder"])
def test_killed_in_the_rescue_of_a_log_whose_journal_is_gone_kibitz_loses_nothing(
    unclosed: Path, moment: str
) -> None:
    # Its place is empty while the new journal is made, is written, and waits for its name to be on the disk.
    unclosed.unlink()
    program = (
        "import os, signal, sys; from pathlib import Path; from firmware.journal import Journal, rescue; "
        f"rescue.{moment} = lambda *_: os.kill(os.getpid(), signal.SIGKILL); "
        "Journal(Path(sys.argv[1]), 'alien-city', float)"
    )
    killed = subprocess.run([sys.executable, "-S", "-E", "-c", program, str(unclosed)], cwd=ROOT, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert not unclosed.exists()
    assert goes_on(unclosed)[1] == 40
    (kept,) = set_aside(unclosed)
    assert {it.name for it in unclosed.parent.iterdir()} == {unclosed.name, kept.name}


def test_a_power_cut_before_the_rescue_was_ready_leaves_it_to_be_done_again(path: Path) -> None:
    path.with_name(f"{path.name}.building").write_bytes(b"half")
    path.with_name(f"{path.name}.building-journal").write_bytes(b"half")
    data = bytearray(path.read_bytes())
    data[:100] = bytes(100)
    path.write_bytes(data)
    said, count = goes_on(path)
    assert (len(said), count) == (1, len(EVENTS))


def test_what_sqlite_would_roll_back_into_a_damaged_file_is_set_aside_with_it(path: Path) -> None:
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    Path(f"{path}-journal").write_bytes(b"pages as they were before")
    assert goes_on(path)[1] == len(EVENTS)
    kept, rollback = set_aside(path)
    assert rollback.name == f"{kept.name}-journal"
    assert not Path(f"{path}-journal").exists()


def test_a_second_damage_is_kept_beside_the_first(path: Path) -> None:
    for number in (1, 2):
        path.write_bytes(bytes(100) + path.read_bytes()[100:])
        with journal_at(path) as journal:
            (remark,) = journal.remarks()
        assert remark.facts["kept"] == str(path.with_name(f"games.damaged-{number}.sqlite3"))
    assert journal_of(path) == EVENTS


@pytest.mark.parametrize("is_log_left", [True, False])
def test_a_journal_deleted_in_mid_game_is_begun_anew_with_what_its_log_holds(
    path: Path, is_log_left: bool
) -> None:
    game = game_events(5)
    with journal_at(path) as journal:
        for event in game[:10]:
            journal.append(event)
        path.unlink()
        if not is_log_left:
            Path(f"{path}-wal").unlink()
        for event in game[10:]:
            journal.append(event)
        said = [remark.message for remark in journal.remarks()]
        assert said == ([words.GONE, words.SET_ASIDE] if is_log_left else [words.GONE])
        assert journal.trouble is None
    with journal_at(path) as journal:
        assert journal.latest() == game[-1]
    events = journal_of(path)
    assert events[-len(game[10:]) :] == game[10:]
    assert (game[0] in events) == is_log_left


def test_a_journal_damaged_in_mid_game_is_rescued_in_mid_game(path: Path) -> None:
    game = game_events(5)
    with journal_at(path) as journal:
        for event in game[:10]:
            journal.append(event)
        # A careless restore of an old and broken copy.
        old = path.with_name("old")
        old.write_bytes(path.read_bytes().replace(b'"player": "black"', b'"player": "white"', 1))
        old.replace(path)
        for event in game[10:]:
            journal.append(event)
            assert journal.trouble is None
        assert [remark.message for remark in journal.remarks()] == [words.GONE, words.SET_ASIDE]
    with journal_at(path) as journal:
        assert journal.latest() == game[-1]
    events = journal_of(path)
    assert len(events) == len(EVENTS) - 1 + len(game)
    assert events[-len(game) :] == game


def test_a_journal_overwritten_in_mid_game_is_rescued_at_the_latest_when_it_is_opened(path: Path) -> None:
    game = game_events(5)
    with journal_at(path) as journal:
        for event in game[:10]:
            journal.append(event)
        path.write_bytes(path.read_bytes()[:PAGE] + b"\xff" * PAGE * 4)
        for event in game[10:]:
            journal.append(event)
        said = journal.remarks()
    with journal_at(path) as journal:
        said += journal.remarks()
        assert journal.latest() == game[-1]
        assert journal.trouble is None
    assert words.SET_ASIDE in [remark.message for remark in said]
    assert journal_of(path)[-len(game) :] == game
