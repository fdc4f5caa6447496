"""The journal goes on where it was, keeps games apart, and counts rather than trusts a clock."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware.events import Event, What
from firmware.journal import Journal, PastGame, events_of, past_games, words
from firmware.journal.entry import Entry
from firmware.journal.file import JournalFile
from tests.firmware.journal.kept import EVENING, journal_at, keep
from tests.firmware.played import game_events


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "games.sqlite3"


def test_a_journal_begins_empty_in_a_folder_made_for_it(path: Path) -> None:
    with journal_at(path) as journal:
        assert journal.latest() is None
        assert journal.trouble is None
    assert past_games(path) == []


def test_after_every_event_the_game_goes_on_from_it(path: Path) -> None:
    events = game_events(1, 15)
    for event in events:
        with journal_at(path) as journal:
            journal.append(event)
        with journal_at(path) as journal:
            assert journal.latest() == event
    assert events_of(path, 1) == events


def test_an_entry_says_by_itself_whether_it_is_whole() -> None:
    for number, event in enumerate([None, *game_events(2)], 1):
        text = Entry(number, 1, "alien-city", EVENING, event).to_text()
        assert Entry.from_text(text) == Entry(number, 1, "alien-city", EVENING, event)
        assert text.isascii()
        place = (7 * number) % len(text)
        with pytest.raises(ValueError, match="not a whole entry"):
            Entry.from_text(f"{text[:place]}\x7f{text[place + 1 :]}")


def test_an_entry_is_synced_to_the_disk_before_writing_it_returns(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def connected(*args: Any, **how: Any) -> sqlite3.Connection:
        opened.append(connect(*args, **how))
        return opened[-1]

    path.parent.mkdir()
    monkeypatch.setattr(sqlite3, "connect", connected)
    with closing(JournalFile(path)) as file:
        file.write(Entry(1, 1, "alien-city", EVENING))
        (connection,) = opened
        full = 2  # of PRAGMA synchronous; 1 syncs a write-ahead log now and then, 0 never
        assert connection.execute("PRAGMA synchronous").fetchone() == (full,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA busy_timeout").fetchone() <= (1000,), "nobody is kept waiting"
        assert not connection.in_transaction


def test_a_setup_begins_another_game(path: Path) -> None:
    first, second = game_events(1), game_events(2, 10)
    keep(path, [*first, *second])
    assert [events_of(path, number) for number in (1, 2)] == [first, second]
    assert past_games(path) == [
        PastGame(
            1, "alien-city", (), EVENING, first[-1].start, first[-1].turns, True, first[-1].facts["score"]
        ),
        PastGame(2, "alien-city", (), EVENING, second[-1].start, second[-1].turns, False, {}),
    ]


def test_a_setup_read_better_is_still_the_same_game(path: Path) -> None:
    setup, *rest = game_events(1, 5)
    before = Event(What.UNSURE, 0.0, "0.jpg", {"lot": "C7"})
    keep(path, [before, setup, setup, *rest])
    assert [game.number for game in past_games(path)] == [1]
    assert events_of(path, 1) == [before, setup, setup, *rest]


def test_games_that_were_joined_at_their_end_are_kept_one_by_one(path: Path) -> None:
    joined = []
    for number in (1, 2):
        end = game_events(number)[-1]
        setup = Event(What.SETUP, 0.0, "0.jpg", {}, f"a city of {number} at its end")
        joined.append([setup, replace(end, start=setup.start, turns=())])
    keep(path, [*joined[0], *joined[1]])
    assert [events_of(path, number) for number in (1, 2)] == joined
    assert [(it.is_over, it.turns) for it in past_games(path)] == [(True, ()), (True, ())]


def test_a_game_begun_by_hand_stays_begun_over_a_power_cut(path: Path) -> None:
    game, other = game_events(1, 5), game_events(2, 5)
    with journal_at(path) as journal:
        for event in game:
            journal.append(event)
        journal.begin()
        journal.begin()
        assert journal.latest() is None
    with journal_at(path) as journal:
        assert journal.latest() is None
        for event in other:
            journal.append(event)
    assert [(it.number, len(it.turns)) for it in past_games(path)] == [(1, 5), (2, 5)]
    assert events_of(path, 2) == other


def test_a_game_whose_end_and_last_turn_were_taken_back_is_not_over(path: Path) -> None:
    events = game_events(1)
    over = events[-1]
    back = Event(What.TAKEN_BACK, 99.0, "99.jpg", {"lot": "C7"}, over.start, over.turns[:-1])
    keep(path, [*events, back])
    (game,) = past_games(path)
    assert not game.is_over
    assert (game.turns, game.score) == (over.turns[:-1], {})


def test_a_clock_that_jumps_back_disorders_nothing(path: Path) -> None:
    events = game_events(1, 10)
    times: Iterator[float] = iter([EVENING, EVENING - 1e9, 0.0] * 100)
    for before, event in zip([None, *events], events, strict=False):
        with Journal(path, "alien-city", lambda: next(times)) as journal:
            assert journal.latest() == before
            journal.append(event)
    assert events_of(path, 1) == events
    assert past_games(path)[0].began == EVENING


def test_a_clock_that_jumps_back_is_said_in_a_game_and_when_it_is_gone_on_with(path: Path) -> None:
    times: Iterator[float] = iter([EVENING, EVENING - 0.5, EVENING - 3600, EVENING - 3590])
    event, *others = game_events(1, 5)
    with Journal(path, "alien-city", lambda: next(times)) as journal:
        journal.append(event)
        journal.append(others[0])
        assert journal.remarks() == (), "it was set right by a little"
        journal.append(others[1])
        (remark,) = journal.remarks()
        assert remark.message is words.CLOCK_BACK
        journal.append(others[2])
        assert journal.remarks() == ()
    with journal_at(path, EVENING - 7200) as journal:
        journal.append(others[3])
        (remark,) = journal.remarks()
        assert remark.message is words.CLOCK_BACK


def test_games_can_be_looked_at_while_one_is_being_played(path: Path) -> None:
    events = game_events(1, 10)
    with journal_at(path) as journal:
        for count, event in enumerate(events, 1):
            journal.append(event)
            assert events_of(path, 1) == events[:count]
    assert {it.name for it in path.parent.iterdir()} == {path.name}


def test_closing_twice_is_closing_once_and_a_closed_journal_takes_no_more(path: Path) -> None:
    journal = journal_at(path)
    journal.close()
    journal.close()
    with pytest.raises(ValueError, match="is closed"):
        journal.append(game_events(1, 0)[0])


def test_a_closed_journal_leaves_the_folder_to_others_when_it_is_closed_again(path: Path) -> None:
    journal = journal_at(path)
    journal.close()
    with journal_at(path):
        journal.close()
    assert (journal.trouble, journal.remarks()) == (None, ())


def test_a_journal_in_which_nothing_waits_loses_nothing_however_the_disk_is(path: Path) -> None:
    path.parent.write_text("a file where the folder should be")
    journal = journal_at(path)
    journal.close()
    assert [it.message for it in journal.remarks()] == [words.UNWRITABLE]


def test_what_waits_when_a_journal_is_closed_is_said_to_be_lost(path: Path) -> None:
    path.parent.write_text("a file where the folder should be")
    journal = journal_at(path)
    for event in game_events(1, 0)[:1] * 2:
        journal.append(event)
    journal.remarks()
    journal.close()
    (lost,) = journal.remarks()
    assert (lost.message, lost.facts["count"]) == (words.LOST, 2)


def test_a_second_kibitz_in_the_same_folder_keeps_its_game_to_itself_until_the_first_ends(path: Path) -> None:
    game, other = game_events(1, 8), game_events(2, 8)
    first = journal_at(path)
    with closing(first), journal_at(path) as second:
        for event, another in zip(game, other, strict=False):
            first.append(event)
            second.append(another)
        assert second.trouble is not None
        assert second.trouble.message is words.TAKEN
        assert events_of(path, 1) == game[: len(other)]
        first.close()
        assert second.catch_up()
        assert second.trouble is None
    assert events_of(path, 2) == other[: len(game)]


def test_an_end_that_was_taken_back_is_none_once_more_was_played(path: Path) -> None:
    events = game_events(1, 8)
    early = Event(
        What.OVER, 50.0, "50.jpg", {"score": {"black": 1, "white": 0}}, events[4].start, events[4].turns
    )
    keep(path, [*events[:5], early, *events[5:]])
    (game,) = past_games(path)
    assert not game.is_over
    assert (game.turns, game.score) == (events[-1].turns, {})


def test_an_end_that_was_taken_back_at_once_is_none(path: Path) -> None:
    events = game_events(1, 8)
    early = replace(events[-1], what=What.OVER, facts={"score": {"black": 1, "white": 0}})
    keep(path, [*events, early, replace(events[-1], what=What.TURN)])
    (game,) = past_games(path)
    assert not game.is_over
    assert (game.turns, game.score) == (early.turns, {})


MINERS = Event(What.TURN, 1.0, "1.jpg", {"player": "white"})
"""Of a game of Netzwerk."""


def test_a_game_of_another_kind_is_left_as_it_was_and_gone_on_with_when_its_turn_comes(path: Path) -> None:
    game, other = game_events(1), game_events(2, 5)
    keep(path, game[:5])
    with journal_at(path, game="netzwerk") as journal:
        assert journal.latest() is None
        journal.append(MINERS)
    assert [(it.number, it.game) for it in past_games(path)] == [(1, "alien-city"), (2, "netzwerk")]
    with journal_at(path) as journal:
        assert journal.latest() == game[4]
        for event in [*game[5:], *other]:
            journal.append(event)
    assert [events_of(path, number) for number in (1, 2, 3)] == [game, [MINERS], other]
    with journal_at(path, game="netzwerk") as journal:
        assert journal.latest() == MINERS


def test_a_finished_game_is_over_once_another_kind_was_played(path: Path) -> None:
    keep(path, game_events(1))
    with journal_at(path, game="netzwerk") as journal:
        journal.append(MINERS)
    with journal_at(path) as journal:
        assert journal.latest() is None
        journal.append(game_events(2)[0])
    assert [(it.number, it.game) for it in past_games(path)][1:] == [(2, "netzwerk"), (3, "alien-city")]


@pytest.mark.parametrize("is_damaged", [True, False])
def test_games_begun_behind_one_that_was_gone_on_with_get_numbers_of_their_own(
    path: Path, is_damaged: bool
) -> None:
    game = game_events(1, 8)
    keep(path, game[:5])
    with journal_at(path, game="netzwerk") as journal:
        journal.append(MINERS)
    keep(path, game[5:])
    if is_damaged:
        path.write_bytes(bytes(100) + path.read_bytes()[100:])
    with journal_at(path, game="netzwerk") as journal:
        assert journal.latest() == MINERS
        journal.begin()
        journal.append(MINERS)
    assert [events_of(path, number) for number in (1, 2, 3)] == [game, [MINERS], [MINERS]]


def test_a_disk_that_is_writable_again_with_nothing_waiting_is_said_to_be_so(path: Path) -> None:
    path.parent.write_text("a file where the folder should be")
    with journal_at(path) as journal:
        assert journal.trouble is not None
        assert len(journal.remarks()) == 1
        path.parent.unlink()
        assert journal.catch_up()
        assert [it.message for it in journal.remarks()] == [words.WRITABLE_AGAIN]
