"""Journals to be damaged, and what has become of them."""

from __future__ import annotations

from pathlib import Path

from firmware.events import Event
from firmware.journal import events_of, past_games
from tests.firmware.journal.test_journal import journal_at
from tests.firmware.played import game_events

EVENTS = [event for seed in range(3) for event in game_events(seed)]

PAGE = 4096


def journal_of(path: Path) -> list[Event]:
    return [event for game in past_games(path) for event in events_of(path, game.number)]


def set_aside(path: Path) -> list[Path]:
    return sorted(it for it in path.parent.iterdir() if "damaged" in it.name)


def goes_on(path: Path) -> tuple[list[str], int]:
    """Opens the journal and plays on; what was said, and how many of EVENTS are there."""
    with journal_at(path) as journal:
        assert journal.trouble is None
        said = [str(remark) for remark in journal.remarks()]
        latest = journal.latest()
        journal.append(EVENTS[-1])
    journal_events = journal_of(path)
    assert journal_events[-1] == EVENTS[-1]
    assert latest is None or journal_events[-2] == latest
    # In their order, and each once.
    assert (
        journal_events[:-1]
        == [event for event in EVENTS if event in journal_events[:-1]][: len(journal_events) - 1]
    )
    return said, len(journal_events) - 1
