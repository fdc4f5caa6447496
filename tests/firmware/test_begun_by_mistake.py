"""A new game begun by mistake: "back" brings the game before back, and no game is listed that was none."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.alien_city import AlienCity
from firmware.events import Event, Status, What
from firmware.journal import Journal, events_of, past_games
from firmware.presses import Press
from tests.engine.alien_city.play import random_turns
from tests.firmware.evening import TURNS, Evening, listed, next_city, some_turns_into
from tests.firmware.refereed import EMPTY, built


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def evening(path: Path) -> Evening:
    return some_turns_into(path)


def test_pressed_at_once_back_brings_the_game_back(evening: Evening, path: Path) -> None:
    before = evening.standing
    evening.press(Press.NEW_GAME)
    assert evening.standing.told == 'A new game: "back" undoes that'
    (turn,) = evening.press(Press.BACK)
    assert turn.facts["says"] == f"back in the previous game: {before.player.capitalize()} to move"
    assert evening.standing.told == "The previous game is back"
    assert evening.watch(evening.view, 12.0) == []
    assert evening.standing == before
    evening.journal.close()
    assert listed(path) == [(1, TURNS)]
    assert events_of(path, 1)[-1] == turn


def test_back_answers_what_is_asked_before_it_leads_to_the_game_before(evening: Evening, path: Path) -> None:
    evening.press(Press.NEW_GAME)
    evening.watch(evening.view, 30.0)
    more = next_city()
    (placed,) = evening.play(more)
    (taken_back,) = evening.press(Press.BACK)
    assert taken_back.what is What.TAKEN_BACK
    (asked,) = evening.watch(more, 6.0)
    assert asked.what is What.UNSURE
    assert evening.press(Press.BACK) == []
    assert evening.standing.told == "", "it was no way back"
    (again,) = evening.watch(more, 6.0)
    assert again.what is What.UNSURE
    assert again != asked
    assert placed.start == again.start
    told, *_ = evening.press(Press.CONFIRM)
    assert (told.what, len(told.turns)) == (What.PLACED, 1)
    evening.journal.close()
    assert [number for number, _ in listed(path)] == [1, 2]
    assert len(events_of(path, 1)[-1].turns) == TURNS, "the game before is as it was left"


def test_it_does_so_as_long_as_nothing_is_played_in_the_new_game(evening: Evening, path: Path) -> None:
    city, before = evening.view, evening.standing
    evening.press(Press.NEW_GAME)
    (setup, *_) = evening.watch(city, 30.0)
    assert setup.what is What.SETUP
    evening.press(Press.BACK)
    assert evening.watch(city, 12.0) == []
    assert (evening.standing.state, evening.standing.last) == (before.state, before.last)
    evening.journal.close()
    assert listed(path) == [(1, TURNS)]
    with Journal(path, "alien-city", lambda: 0.0) as journal:
        assert len(journal.latest().turns) == TURNS, "and it is gone on with after a power cut"  # type: ignore[union-attr]
        journal.begin()
        journal.append(setup)
    assert listed(path) == [(1, TURNS), (3, 0)], "no two games bear the same number"


@pytest.mark.parametrize("seconds", [0.0, 30.0], ids=["not set up yet", "set up"])
def test_it_does_so_after_a_power_cut_as_well(evening: Evening, path: Path, seconds: float) -> None:
    city, before = evening.view, evening.standing
    evening.press(Press.NEW_GAME)
    evening.watch(city, seconds)
    evening.journal.close()
    again = Evening(path)
    again.press()
    assert again.standing.told == 'A new game: "back" undoes that'
    again.watch(city, seconds)
    (turn,) = again.press(Press.BACK)
    assert turn.facts["says"] == f"back in the previous game: {before.player.capitalize()} to move"
    assert again.watch(city, 12.0) == []
    assert again.standing == before
    again.journal.close()
    assert listed(path) == [(1, TURNS)]


@pytest.mark.parametrize("seconds", [0.0, 30.0], ids=["not set up yet", "set up"])
def test_after_a_power_cut_too_another_board_ends_the_way_back(
    evening: Evening, path: Path, seconds: float
) -> None:
    evening.press(Press.NEW_GAME)
    evening.watch(None)
    evening.watch(EMPTY, seconds)
    evening.journal.close()
    again = Evening(path)
    again.watch(EMPTY)
    assert again.press(Press.BACK) == []
    again.journal.close()
    assert listed(path) == [(1, TURNS), (2, 0)]


@pytest.mark.parametrize("is_begun_by_button", [False, True])
def test_after_a_power_cut_there_is_no_way_back_from_a_game_that_was_played(
    evening: Evening, path: Path, is_begun_by_button: bool
) -> None:
    if is_begun_by_button:
        evening.press(Press.NEW_GAME)
    evening.watch(None)
    evening.watch(EMPTY, 30.0)
    if is_begun_by_button:
        evening.play(built(EMPTY, D2="b"))
    evening.journal.close()
    with Journal(path, "alien-city", lambda: 0.0) as journal:
        assert journal.left() is None


@pytest.mark.parametrize("has_power_cut", [False, True])
def test_turns_that_were_seen_with_the_set_up_close_no_way_back(path: Path, has_power_cut: bool) -> None:
    start, turns = random_turns(1, most=2)
    state, table = start, Evening(path)
    table.watch(start.city)
    for turn in turns:
        state = state.played(turn)
        table.play(state.city)
    table.press(Press.NEW_GAME)
    table.watch(state.city)
    if has_power_cut:
        table.journal.close()
        assert listed(path) == [(1, 2), (2, 2)]
        table = Evening(path)
        table.watch(state.city)
    assert [event.what for event in table.press(Press.BACK)] == [What.TURN]
    assert table.standing.told == "The previous game is back"
    table.journal.close()
    assert listed(path) == [(1, 2)]


def test_what_back_would_undo_is_not_said_once_another_board_lies_there(evening: Evening) -> None:
    evening.press(Press.NEW_GAME)
    assert evening.standing.told == 'A new game: "back" undoes that'
    evening.watch(None, 1.0)
    evening.watch(built(EMPTY, D2="b"))
    assert evening.standing.status is Status.TO_MOVE
    assert evening.standing.told == ""


def test_after_a_power_cut_nothing_leads_back_to_a_game_that_was_begun_by_mistake(
    evening: Evening, path: Path
) -> None:
    first = evening.journal.latest()
    evening.press(Press.NEW_GAME)
    evening.watch(evening.view, 30.0)
    evening.play(next_city())
    evening.press(Press.NEW_GAME)
    evening.watch(next_city(), 30.0)
    evening.press(Press.BACK, Press.BACK)
    evening.journal.close()
    assert listed(path) == [(1, TURNS), (2, 0)]
    with Journal(path, "alien-city", lambda: 0.0) as journal:
        assert journal.left() == first


def test_where_a_game_cannot_be_gone_on_with_back_leads_to_the_one_before_by_its_number(
    evening: Evening, path: Path
) -> None:
    evening.press(Press.NEW_GAME)
    evening.watch(evening.view, 30.0)
    evening.journal.close()
    with Journal(path, "alien-city", lambda: 0.0) as journal:
        before = journal.left()
        assert before is not None
        journal.set_aside(ValueError("of another version"))
        journal.go_back()
        journal.append(before)
    assert listed(path) == [(1, TURNS), (2, 0)]


def test_what_was_played_meanwhile_is_taken_back_first_and_then_told_of_the_game_before(
    evening: Evening,
) -> None:
    assert evening.view is not None
    city = evening.view
    evening.press(Press.NEW_GAME)
    evening.watch(city, 10.0)
    rules = AlienCity()
    state = rules.parse_state(evening.standing.state)
    turn = next(it for it in rules.legal(state) if it.placement is not None)
    later, lot = rules.play(state, turn).city, str(turn.placement and turn.placement.lot)
    (placed, *_) = evening.play(later)
    assert placed.what is What.PLACED
    (back, *_) = evening.press(Press.BACK)
    assert (back.what, back.facts["lot"]) == (What.TAKEN_BACK, lot)
    (back, *_) = evening.press(Press.BACK)
    assert len(back.turns) == TURNS
    (placed, *_) = evening.watch(later)
    assert (placed.facts["lot"], len(placed.turns)) == (lot, TURNS + 1)


def test_held_twice_it_is_still_the_same_game_that_comes_back(evening: Evening, path: Path) -> None:
    city, before = evening.view, evening.standing
    evening.press(Press.NEW_GAME)
    evening.watch(city, 10.0)
    evening.press(Press.NEW_GAME)
    evening.watch(city, 10.0)
    evening.press(Press.BACK)
    evening.watch(city)
    assert evening.standing.state == before.state
    evening.journal.close()
    assert listed(path) == [(1, TURNS)]


def test_once_another_board_lies_there_the_game_before_is_gone(evening: Evening, path: Path) -> None:
    evening.press(Press.NEW_GAME)
    evening.watch(None)
    evening.watch(EMPTY)
    assert evening.press(Press.BACK) == []
    evening.play(built(EMPTY, D2="b"))
    evening.journal.close()
    assert listed(path) == [(1, TURNS), (2, 1)]


def test_a_game_that_was_over_comes_back_with_its_score(evening: Evening, path: Path) -> None:
    (end,) = evening.press(Press.END)
    evening.press(Press.NEW_GAME)
    (again,) = evening.press(Press.BACK)
    assert (again.what, again.facts["score"]) == (What.OVER, end.facts["score"])
    assert again.facts["says"] == f"back in the previous game: {end.facts['says']}"
    assert evening.standing.status is Status.OVER
    evening.press(Press.BACK)
    assert evening.standing.status is not Status.OVER, "the end was brought by a button as well"
    evening.journal.close()
    assert listed(path) == [(1, TURNS)]


def test_what_was_against_the_rules_still_is(evening: Evening) -> None:
    evening.press(Press.NEW_GAME)
    evening.watch(EMPTY)
    city = built(EMPTY, H9="g")
    evening.play(city)
    before = evening.standing
    assert before.status is Status.ILLEGAL
    evening.press(Press.NEW_GAME)
    (told,) = evening.press(Press.BACK)
    assert told.facts["says"] == "back in the previous game: H9 green dome: against the rules"
    assert evening.watch(city) == []
    assert (evening.standing.status, evening.standing.rules) == (Status.ILLEGAL, before.rules)


def test_the_end_of_a_game_comes_back_whatever_its_last_turn_was(evening: Evening, path: Path) -> None:
    evening.press(Press.NEW_GAME)
    evening.watch(EMPTY)
    evening.play(built(EMPTY, H9="g"))
    evening.press(Press.END)
    evening.press(Press.NEW_GAME)
    (again,) = evening.press(Press.BACK)
    assert (again.what, evening.standing.status) == (What.OVER, Status.OVER)
    assert past_games(path)[-1].is_over, "and is so after a power cut"


def test_an_end_taken_back_leaves_what_is_against_the_rules_to_be_said(evening: Evening) -> None:
    evening.press(Press.NEW_GAME)
    evening.watch(EMPTY)
    evening.play(built(EMPTY, H9="g"))
    evening.press(Press.END)
    (told,) = evening.press(Press.BACK)
    assert told.facts["says"] == "H9 green dome: against the rules"
    assert evening.standing.status is Status.ILLEGAL


def test_another_board_ends_the_way_back_before_its_game_has_begun(evening: Evening) -> None:
    evening.press(Press.NEW_GAME)
    evening.watch(evening.view, 10.0)
    evening.watch(None, 1.0)
    evening.view = EMPTY
    for _ in range(30):
        evening.press()
        if not evening.standing.state:
            break
    assert evening.standing.status is Status.SETTING_UP
    assert evening.press(Press.BACK) == []
    assert evening.standing.state == ""


def test_on_another_disk_there_is_no_game_to_go_back_to(tmp_path: Path) -> None:
    path, other = (tmp_path / disk / "games.sqlite3" for disk in ("disk", "other"))
    for each in (path, other):
        with Journal(each, "alien-city", lambda: 0.0) as journal:
            journal.append(Event(What.TURN, 1.0, "", start=each.parent.name, turns=("a turn",)))
    with Journal(path, "alien-city", lambda: 0.0) as journal:
        journal.begin()
        path.parent.rename(tmp_path / "gone")
        other.parent.rename(path.parent)
        journal.append(Event(What.SETUP, 2.0, "", start="begun"))
        journal.go_back()
        journal.append(Event(What.TURN, 3.0, "", start="gone on with", turns=("a turn",)))
    assert [game.start for game in past_games(path)] == ["other", "gone on with"]
