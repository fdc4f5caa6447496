"""Killed at any moment, Kibitz has on the disk every event that it has shown, and goes on from the last one."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.events import Event, What
from firmware.journal import events_of, past_games
from tests.firmware.played import game_events
from tests.places import ROOT

LIVES = 200
MOST_SHOWN = 20
"""Events that a life shows before its end is near; on a slow machine it shows none besides."""


@pytest.fixture
def events() -> list[Event]:
    """Five games; together a round of the keeper."""
    return [event for seed in range(5) for event in game_events(seed)]


@pytest.fixture
def recorded(tmp_path: Path, events: list[Event]) -> Path:
    path = tmp_path / "events.jsonl"
    path.write_text("".join(f"{json.dumps(event.to_json())}\n" for event in events))
    return path


def keeper(*words: object) -> list[str]:
    """The command; without site-packages it starts at once."""
    return [sys.executable, "-S", "-E", "-m", "tests.firmware.journal.killed_keeper", *map(str, words)]


def test_two_hundred_kills_lose_no_event_that_was_shown(
    tmp_path: Path, events: list[Event], recorded: Path
) -> None:
    path = tmp_path / "games.sqlite3"
    kept = 0
    """How many events the journal holds, as known from outside."""
    lengths: list[int] = []
    chance = random.Random(4)
    process = subprocess.Popen(
        keeper(path, recorded, 0.03, 4), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for _ in range(LIVES):
            process.stdin.write(f"{chance.randint(0, MOST_SHOWN)}\n")
            process.stdin.flush()
            said = list(iter(process.stdout.readline, "killed\n"))
            lengths.append(len(said))
            for line in said:
                word, _, text = line.strip().partition(" ")
                assert word != "remark", text
                assert word != "", "the keeper has gone"
                if word == "from":
                    # What was written when the kill came may be there without having been shown.
                    assert int(text) in (kept, kept + 1)
                    kept = int(text)
                else:
                    assert int(text) == kept
                    kept += 1
            if kept:
                number = past_games(path)[-1].number
                assert events_of(path, number)[-1].seconds in (kept - 1, kept)
        process.stdin.close()
    games = [events_of(path, game.number) for game in past_games(path)]
    journal = [event for game in games for event in game]
    assert len(journal) in (kept, kept + 1)
    for position, event in enumerate(journal):
        assert event == replace(events[position % len(events)], seconds=float(position))
    assert all(game[0].what is What.SETUP for game in games)
    assert len(set(lengths)) > MOST_SHOWN // 2, "the kills came at many different moments"
    assert sorted(it.name for it in tmp_path.iterdir() if "damaged" in it.name) == []


def test_the_log_is_synced_to_the_disk_before_an_event_is_shown(tmp_path: Path, recorded: Path) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace, which watches the calls to the kernel, is not installed")
    trace = tmp_path / "trace"
    watch = ["strace", "-f", "-y", "-o", str(trace), "-e", "trace=write,pwrite64,fsync,fdatasync"]
    command = [*watch, *keeper(tmp_path / "games.sqlite3", recorded, 0.5, 1)]
    subprocess.run(command, input="5\n" * 3, text=True, stdout=subprocess.DEVNULL, cwd=ROOT, check=True)
    calls = [line.split(maxsplit=1)[1] for line in trace.read_text().splitlines()]
    shown, is_synced = 0, False
    for call in calls:
        if "games.sqlite3-wal>" in call:
            is_synced = "sync(" in call
        elif "write(1<" in call and "shown" in call:
            assert is_synced
            shown += 1
    assert shown > 0
