"""What a terminal says of how things stand: what needs the players, once, and when it is over."""

from __future__ import annotations

from engine.messages import ENGLISH, Language
from firmware.events import Standing, Status
from firmware.terminal.notices import Notices

DARK = Standing(Status.CANT_SEE, because="too dark", player="white", state="a state")
MOVE = Standing(Status.TO_MOVE, player="white", state="a state")
HAND = Standing(Status.HAND, player="white", state="a state")


def said(*shown: tuple[float, Standing], told: float = -1.0, language: Language = ENGLISH) -> list[str]:
    """What is said while these are shown, each at its time; told: when an event is told."""
    notices = Notices(language)
    return [line for now, it in shown for line in notices.lines(it, now, is_told=now == told)]


def test_what_lasts_is_said_once_and_so_is_that_it_is_over() -> None:
    shown = [(0.0, DARK), (0.8, DARK), (1.0, DARK), (9.0, DARK), (9.2, HAND), (9.8, MOVE), (10.0, MOVE)]
    assert said(*shown) == ["I can't see the board: too dark", "White to move"]
    assert said(*shown, told=9.8) == ["I can't see the board: too dark"], "as the event says how it goes on"


def test_a_hand_and_what_is_over_at_once_are_passed_over() -> None:
    moved = Standing(Status.CAMERA_MOVED, player="white", state="a state")
    assert said((0.0, MOVE), (0.2, HAND), (4.0, HAND), (4.2, moved), (4.6, MOVE)) == []
    assert said((0.0, moved), (1.2, moved)) == ["The camera has moved"]


def test_reasons_that_change_before_any_has_lasted_are_not_said() -> None:
    bright = Standing(Status.CANT_SEE, because="too bright")
    assert said((0.0, DARK), (0.6, bright), (1.2, DARK), (1.8, bright), (2.4, MOVE)) == []


def test_a_warning_that_is_there_once_the_board_is_seen_again_is_nobody_s_turn() -> None:
    warning = Standing(Status.ILLEGAL, player="white", because="R3", state="a state")
    shown = [(0.0, DARK), (1.0, DARK), (2.0, warning), (3.0, MOVE)]
    assert said(*shown) == ["I can't see the board: too dark"]


def test_another_reason_is_said_as_well_and_the_same_one_not_again_for_a_hand() -> None:
    bright = Standing(Status.CANT_SEE, because="too bright")
    shown = [(0.0, DARK), (1.0, DARK), (2.0, HAND), (3.0, DARK), (5.0, DARK), (6.0, bright), (7.0, bright)]
    assert said(*shown) == ["I can't see the board: too dark", "I can't see the board: too bright"]


def test_what_is_told_beside_the_game_is_said_unless_an_event_says_it() -> None:
    told = Standing(Status.TO_MOVE, told='A new game: "back" undoes that')
    assert said((0.0, told), (0.2, told)) == [told.told]
    assert said((0.0, told), (0.2, told), told=0.0) == []
