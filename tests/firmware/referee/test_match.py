"""Games of Netzwerk that follow each other at one table are summed up as a match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.game import WatchedGame
from engine.netzwerk.game import Netzwerk
from engine.positions import random_opening
from firmware.events import Event, Standing, Status, What
from firmware.frame import Frame
from firmware.journal import Journal, past_games
from firmware.looking.gaze import Look
from firmware.presses import Press
from firmware.referee.referee import Referee
from firmware.watching.companion import Companion

FRAME = Frame(np.zeros((1, 1, 3), np.uint8), 1.0, "1")


class Blind:
    """Looks that show nothing."""

    def look(self, frame: Frame) -> Look:
        return Look(frame.seconds, frame.name, None)


BLIND: Any = Blind()


class Shown:
    """Remembers what was shown last."""

    def show(self, standing: Standing, events: Sequence[Event], _now: float) -> None:
        self.standing, self.events = standing, events


def over(start: str, score: object) -> Event:
    return Event(What.OVER, 1.0, "1", {"score": score, "working": ["counted"]}, start)


def ended(path: Path, game: str, rules: WatchedGame[Any, Any], start: str, before: Sequence[Event]) -> Shown:
    """What is shown when a game that begins so is ended by a button after a turn, and after others in its journal."""
    shown, clock = Shown(), count(1.7e9)
    turn = rules.format_change(next(iter(rules.legal(rules.parse_state(start)))))
    with Journal(path, game, lambda: float(next(clock))) as journal:
        for event in before:
            journal.append(event)
            journal.begin()
        journal.append(Event(What.TURN, 0.0, "0", {}, start, (turn,)))
        Companion(BLIND, Referee(rules), [shown], journal).tick(FRAME, [Press.END])
    return shown


def test_a_match_is_summed_up_when_a_game_of_it_is_over(tmp_path: Path) -> None:
    rules, state = random_opening(2, 1)
    one, other = rules.players(state)
    start = rules.format_state(state)
    # The other player began the game before; the two before that were a match of their own.
    before = [
        over(start, {one: 150, other: 90}),
        over(start, {other: 10, one: 60}),
        over(start, {other: 40, one: 30}),
    ]
    shown = ended(tmp_path / "games.sqlite3", "netzwerk", Netzwerk(), start, before)
    assert shown.standing.status is Status.OVER
    sums = [
        f"{other.capitalize()} after 2 games: 40",
        f"{one.capitalize()} after 2 games: 30",
        f"{other.capitalize()} begins the next game.",
    ]
    assert list(shown.standing.working[-3:]) == sums
    assert shown.events[-1].facts["working"][-3:] == sums


@pytest.mark.parametrize("score", [{}, {"Weiss": 60, "Schwarz": 10}, {"white": "60"}, [60, 10], None])
def test_an_earlier_score_that_is_none_is_of_no_match_and_keeps_no_end_from_the_journal(
    tmp_path: Path, score: object
) -> None:
    rules, state = random_opening(2, 1)
    path, start = tmp_path / "games.sqlite3", rules.format_state(state)
    before = [over(start, dict.fromkeys(rules.players(state)[::-1], 30)), over(start, score)]
    shown = ended(path, "netzwerk", Netzwerk(), start, before)
    assert past_games(path)[-1].is_over
    assert [line for line in shown.standing.working if "after 1 game:" in line] == [
        f"{player.capitalize()} after 1 game: 0" for player in rules.players(state)
    ]


def test_the_sum_is_shown_again_after_a_power_cut(tmp_path: Path) -> None:
    rules, state = random_opening(2, 1)
    path, start = tmp_path / "games.sqlite3", rules.format_state(state)
    said = ended(path, "netzwerk", Netzwerk(), start, []).standing.working
    shown = Shown()
    with Journal(path, "netzwerk", lambda: 1.8e9) as journal:
        Companion(BLIND, Referee(Netzwerk()), [shown], journal).tick(FRAME)
    assert shown.standing.working == said
    assert any("after 1 game:" in line for line in said)
