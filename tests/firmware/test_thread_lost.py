"""A game whose thread was lost: "back" brings it back as long as nothing is played on, and it is another one then."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.alien_city import Lot
from firmware.events import Status
from firmware.journal import past_games
from firmware.presses import Press
from tests.firmware.evening import TURNS, Evening, listed, some_turns_into
from tests.firmware.refereed import EMPTY, built

TOO_MUCH = {"A1": "b", "A5": "R", "A10": "g", "H1": "R", "H5": "g", "H10": "R"}  # more than any turns explain


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def evening(path: Path) -> Evening:
    return some_turns_into(path)


def lose_the_thread(evening: Evening) -> None:
    """Have so much done at once that no turns explain it, and take it as it lies."""
    city = evening.view
    assert city is not None
    evening.play(built(city, **{lot: it for lot, it in TOO_MUCH.items() if city[Lot.parse(lot)] is None}))
    evening.watch(evening.view, 5.0)
    assert evening.standing.status is Status.UNSURE
    (told,) = evening.press(Press.CONFIRM)
    assert told.facts["left"]
    assert evening.standing.told == told.facts["says"], "whoever only looks at the display reads it as well"


@pytest.mark.parametrize("is_joined", [False, True], ids=["at once", "once the table was joined"])
@pytest.mark.parametrize("is_second", [False, True], ids=["the first game", "a game begun by button"])
def test_back_brings_back_a_game_whose_thread_was_lost(
    evening: Evening, path: Path, is_joined: bool, is_second: bool
) -> None:
    games = [(1, TURNS)]
    if is_second:
        (end,) = evening.press(Press.END)
        evening.press(Press.NEW_GAME)
        evening.watch(None)
        evening.watch(EMPTY, 6.0)
        evening.play(built(EMPTY, D2="b"))
        games.append((2, 1))
    turns = evening.journal.latest().turns  # type: ignore[union-attr]
    lose_the_thread(evening)
    if is_joined:
        evening.watch(evening.view, 8.0)
        assert evening.standing.status is not Status.SETTING_UP
    (told,) = evening.press(Press.BACK)
    assert told.turns == turns
    evening.journal.close()
    assert listed(path) == games
    if is_second:
        assert past_games(path)[0].score == end.facts["score"], "what the first came to is still known"


def test_a_thread_lost_again_before_anything_is_played_leads_back_to_the_same_game(
    evening: Evening, path: Path
) -> None:
    city = evening.view
    evening.press(Press.NEW_GAME)
    evening.watch(city, 8.0)
    lose_the_thread(evening)
    (told,) = evening.press(Press.BACK)
    assert len(told.turns) == TURNS
    evening.journal.close()
    assert listed(path) == [(1, TURNS)]


def test_a_game_whose_thread_was_lost_is_another_one_once_it_is_played_on(
    evening: Evening, path: Path
) -> None:
    lose_the_thread(evening)
    evening.watch(evening.view, 8.0)
    assert evening.view is not None
    free = next(lot for lot in ("D1", "E1", "D10", "E10", "D5") if evening.view[Lot.parse(lot)] is None)
    evening.play(built(evening.view, **{free: "b"}))
    evening.journal.close()
    assert listed(path) == [(1, TURNS), (2, 1)]
