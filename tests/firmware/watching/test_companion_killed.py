"""Two hundred kills beside the table: the game goes on from what was shown, and what was missed is told in words."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.alien_city import AlienCity
from firmware.events import Event, What
from firmware.journal import events_of, past_games
from tests.firmware.watching.killed_companion import CLEAR_TICKS, HAND_TICKS, TURNS, moments
from tests.places import ROOT

LIVES = 200
LONGEST_S = 0.02
LONGEST_TICKS = 60
SEEN_TICKS = CLEAR_TICKS - 1
DEED = HAND_TICKS + CLEAR_TICKS


class Lives:
    """A companion that is killed and started again, the table going on meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.shown: list[dict[str, Any]] = []
        self.watched: list[tuple[int, int]] = []
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.firmware.watching.killed_companion",
                str(path),
                str(LONGEST_S),
                "4",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def live(self, moment: int, count: int) -> int:
        """Live once from a moment on, for so many and a little; returns the moment after the last that was over."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        first = moment
        self._process.stdin.write(f"{moment} {count}\n")
        self._process.stdin.flush()
        for line in iter(self._process.stdout.readline, "killed\n"):
            word, _, text = line.strip().partition(" ")
            assert word not in ("remark", ""), text
            if word == "over":
                moment = int(text) + 1
            elif word != "end":
                self.shown.append(json.loads(line))
        self.watched.append((first, moment))
        return moment

    def close(self) -> None:
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Lives:
    """Two hundred lives; while nobody watches, up to two turns go by, but never a game's end."""
    lives = Lives(tmp_path_factory.mktemp("killed") / "games.sqlite3")
    table, chance = moments(), random.Random(7)
    moment = 0
    for _ in range(LIVES):
        moment = min(lives.live(moment, chance.randint(0, LONGEST_TICKS)), len(table) - 1)
        later = min(moment + chance.choice([0, 0, 1, 4, DEED, 2 * DEED]), len(table) - 1)
        if table[later].game == table[moment].game and table[later].turns < TURNS:
            moment = later
    lives.close()
    return lives


def last_seen(lives: Lives) -> dict[str, int]:
    """The last moment at which each game, by its tiles, was watched for long enough to be seen."""
    table, found = moments(), dict[str, int]()
    for first, after in lives.watched:
        for moment in range(first + SEEN_TICKS, after):
            city = table[moment].city
            if city is not None and all(it.city == city for it in table[moment - SEEN_TICKS : moment]):
                found[str(city).split()[0]] = moment
    return found


def kept(lives: Lives) -> list[list[Event]]:
    return [events_of(lives.path, game.number) for game in past_games(lives.path)]


def begun(events: list[Event]) -> Iterator[list[Event]]:
    """The games of one number: one in which nothing was played gives its number to the next."""
    starts = [place for place, event in enumerate(events) if event.what is What.SETUP]
    yield from (events[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True))


def test_every_event_that_was_shown_is_in_the_journal_in_its_order(lives: Lives) -> None:
    journal = iter([event.to_json() for game in kept(lives) for event in game])
    assert len(lives.shown) > 100
    assert all(any(shown == event for event in journal) for shown in lives.shown)


def test_each_game_of_the_table_is_one_in_the_journal_and_stands_there_as_it_was_last_seen(
    lives: Lives,
) -> None:
    rules, table = AlienCity(), moments()
    games: dict[str, str] = {}
    asked = set()
    for events in (game for numbered in kept(lives) for game in begun(numbered)):
        state = rules.parse_state(events[-1].start)
        tiles = str(state.city).split()[0]
        assert tiles not in games, "a game is not begun twice"
        for turn in events[-1].turns:
            state = rules.play(state, rules.parse_change(turn))
        games[tiles] = str(state.city)
        if any(event.what is What.UNSURE for event in events):
            asked.add(tiles)
    seen = last_seen(lives)
    assert len(seen) > 10
    assert set(games) <= {str(it.city).split()[0] for it in table if it.city is not None}
    for tiles, moment in seen.items():
        later = [
            str(it.city) for it in table[moment:] if it.game == table[moment].game and it.city is not None
        ]
        # What was done meanwhile may leave open who did it; then the players are asked, and nothing is guessed.
        assert games[tiles] in later or tiles in asked
    assert len(asked) < len(games), "there are games in which nobody need be asked"


def test_what_was_built_meanwhile_is_told_in_words(lives: Lives) -> None:
    away = [event for event in lives.shown if event.get("away")]
    assert len(away) > 20
    assert all(event["says"].startswith("while I was away: ") for event in away)
    assert {event["event"] for event in away} >= {What.PLACED.value}
