"""The running score on request: from the button on a pretend pin to the picture on the display."""

from __future__ import annotations

import pytest

from engine.messages import ENGLISH
from firmware.events import Standing, Status, What
from firmware.panel.lights import Glow
from firmware.panel.signals import SIGNALS, Light, Page, signal_of
from firmware.terminal.printed import Printed
from firmware.watching.asides import SCORE_S
from tests.engine.alien_city.play import random_turns
from tests.firmware.panel.conftest import Header
from tests.firmware.panel.device import TICK_S, Device
from tests.firmware.refereed import EMPTY, built

DOME = built(EMPTY, D2="b")


@pytest.fixture
def device(header: Header) -> Device:
    made = Device(header)
    made.watch(4.0)
    made.play(DOME)
    assert made.shows(Page.TURN)
    return made


def test_a_short_press_shows_the_score_for_some_seconds_and_changes_nothing(device: Device) -> None:
    before = device.standing
    assert device.press() == []
    assert device.shows(Page.SCORE, asked=True)
    device.watch(SCORE_S - 2 * TICK_S)
    assert device.shows(Page.SCORE, asked=True)
    device.watch(3 * TICK_S)
    assert device.shows(Page.TURN)
    assert device.standing == before


def test_without_a_display_the_lights_answer_a_press_until_it_is_too_late_for_the_next(
    device: Device,
) -> None:
    device.press()
    lit = []
    for _ in range(round(SCORE_S / TICK_S) - 1):
        lit.append(
            "#" if device.lights.glow.lit is Light.GREEN and device.lights.glow.brightness == 1 else "."
        )
        device.watch(TICK_S)
    flashes, *_ = "".join(lit).split("....")
    assert flashes.startswith("#")
    assert flashes.count(".#") == 3, "four of them, and then a pause"
    device.watch(2 * TICK_S)
    assert device.lights.glow == Glow(Light.GREEN, SIGNALS[Status.TO_MOVE].pattern.brightness)


def test_without_a_display_the_score_is_printed_as_often_as_it_is_asked_for(
    device: Device, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    for _ in range(2):
        device.press()
        (line,) = capsys.readouterr().out.splitlines()
        assert line.endswith("  Black 0, White 0 (press again to pass the turn)")
        device.watch(SCORE_S + TICK_S)
        assert capsys.readouterr().out == ""


def test_a_score_that_cannot_be_counted_yet_is_printed_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    asked = Standing(Status.TO_MOVE, state="some state", score_asked=True, can_pass=True)
    Printed(ENGLISH, as_json=False).show(asked, [], 65.0)
    (line,) = capsys.readouterr().out.splitlines()
    assert (
        line == "  1:05  the score can't be counted while something is unread (press again to pass the turn)"
    )


def test_where_nobody_has_a_turn_yet_the_score_promises_no_pass(capsys: pytest.CaptureFixture[str]) -> None:
    asked = Standing(Status.TO_MOVE, totals={"white": 0}, state="some state", score_asked=True)
    Printed(ENGLISH, as_json=False).show(asked, [], 65.0)
    assert capsys.readouterr().out == "  1:05  White 0\n"
    assert signal_of(asked) is SIGNALS[Status.TO_MOVE]


def test_the_score_of_a_game_that_was_joined_is_shown_as_well(header: Header) -> None:
    start, turns = random_turns(1, most=14)
    state, device = start, Device(header)
    for turn in turns:
        state = state.played(turn)
    device.eyes.view = state.city
    device.watch(4.0)
    assert device.press() == []
    assert device.shows(Page.SCORE, asked=True)


def test_programs_are_given_events_alone(header: Header, capsys: pytest.CaptureFixture[str]) -> None:
    device = Device(header, as_json=True)
    device.watch(4.0)
    assert capsys.readouterr().out
    device.press()
    assert capsys.readouterr().out == ""


def test_pressed_again_while_the_score_is_shown_it_sets_the_turn_right(device: Device) -> None:
    device.press()
    (turn,) = device.press()
    assert (turn.what, turn.facts["player"]) == (What.TURN, "black")
    assert device.shows(Page.TURN)


def test_pressed_again_once_a_turn_was_told_it_passes_nobody_elses(device: Device) -> None:
    device.press()
    device.play(built(DOME, D10="g"))
    assert (device.standing.player, device.standing.passes_next) == ("black", False)
    assert device.press() == []
    assert device.standing.player == "black"
    assert device.shows(Page.SCORE, asked=True)


def test_a_press_later_asks_for_the_score_anew(device: Device) -> None:
    device.press()
    device.watch(SCORE_S)
    assert device.press() == []
    assert device.shows(Page.SCORE, asked=True)


def test_what_is_against_the_rules_is_let_stand_at_once(device: Device) -> None:
    device.play(built(DOME, H9="g"))
    assert device.standing.status is Status.ILLEGAL
    (turn,) = device.press()
    assert turn.what is What.TURN
    assert device.standing.status is Status.TO_MOVE


def test_a_warning_takes_the_score_away(device: Device) -> None:
    device.press()
    device.play(built(DOME, H9="g"))
    assert device.shows(Page.WARNING)


def test_before_the_first_game_there_is_no_score_to_show(header: Header) -> None:
    device = Device(header)
    device.eyes.view = None
    device.watch(1.0)
    assert device.press() == []
    assert device.shows(Page.SCORE)
