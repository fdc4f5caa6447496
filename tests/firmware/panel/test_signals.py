"""The table of signals: each status has its light and its rhythm, and says so in words."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from engine.messages import ENGLISH
from firmware.events import Standing, Status, What
from firmware.panel.signals import (
    CUES,
    GOES_ON,
    LIGHTS,
    PASSES_NEXT,
    SIGNALS,
    Light,
    Page,
    Pattern,
    Signal,
    is_on,
    signal_of,
)

TICK_S = 0.2
"""A tick of the demonstration, 5 pictures a second."""


ALL = (*SIGNALS.values(), PASSES_NEXT, GOES_ON)


def seen(signal: Signal, seconds: float) -> str:
    """What somebody sees who can't tell colours, a sign for each tick: on or off."""
    pattern = signal.pattern
    # In the middle of ticks, so that rounding decides nothing.
    return "".join(
        "#" if pattern.level((tick + 0.5) * TICK_S) else "." for tick in range(round(seconds / TICK_S))
    )


def test_every_status_has_its_signal() -> None:
    assert set(SIGNALS) == set(Status)


@pytest.mark.parametrize(("one", "other"), list(permutations(ALL, 2)))
def test_no_signal_looks_like_another_even_without_colours(one: Signal, other: Signal) -> None:
    # Whenever one begins to look, ten seconds of the one are nowhere in a minute of the other.
    assert seen(one, 10) not in seen(other, 60)


def test_green_is_settled_amber_waits_and_red_is_against_the_rules_alone() -> None:
    by_light = {light: {s for s in Status if SIGNALS[s].pattern.light is light} for light in Light}
    assert by_light == {
        Light.GREEN: {Status.SETTING_UP, Status.TO_MOVE, Status.OVER},
        Light.AMBER: {Status.LOOKING, Status.HAND, Status.UNSURE, Status.CANT_SEE, Status.CAMERA_MOVED},
        Light.RED: {Status.ILLEGAL},
    }


def test_no_flash_falls_between_two_ticks() -> None:
    assert all(beat >= 2 * TICK_S for signal in ALL for beat in signal.pattern.beats)


def test_a_question_that_holds_nothing_up_looks_settled_as_long_as_it_is_asked() -> None:
    asked = Standing(Status.UNSURE, goes_on=True)
    assert signal_of(asked) is GOES_ON
    assert GOES_ON.pattern.light is Light.GREEN
    assert signal_of(replace(asked, goes_on=False)) is SIGNALS[Status.UNSURE]
    assert signal_of(replace(asked, status=Status.CANT_SEE)) is SIGNALS[Status.CANT_SEE]


def test_settled_is_the_only_steady_light() -> None:
    assert [status for status in Status if not SIGNALS[status].pattern.beats] == [Status.TO_MOVE]


def test_a_blinking_light_begins_lit_and_comes_round() -> None:
    pattern = Pattern(Light.RED, (1.0, 2.0), brightness=0.4)
    assert [pattern.level(at) for at in (0.0, 0.9, 1.1, 2.9, 3.1, 4.1)] == [0.4, 0.4, 0, 0, 0.4, 0]


def test_a_sound_is_played_once() -> None:
    assert [is_on((1.0, 2.0, 1.0), at) for at in (-0.1, 0.0, 1.5, 3.5, 4.5)] == [
        False,
        True,
        False,
        True,
        False,
    ]


def test_only_the_illegal_and_the_end_are_heard_the_end_as_two_notes() -> None:
    notes = {what: len(cue.sound[::2]) for what, cue in CUES.items() if cue.sound}
    assert notes == {What.ILLEGAL: 1, What.OVER: 2}


def test_warnings_and_questions_have_pages_of_their_own() -> None:
    assert [s for s in Status if SIGNALS[s].page is Page.WARNING] == [Status.ILLEGAL]
    assert [s for s in Status if SIGNALS[s].page is Page.QUESTION] == [Status.UNSURE]
    assert SIGNALS[Status.OVER].page is Page.SCORE


def test_a_page_that_an_event_brings_has_its_time() -> None:
    assert all((cue.page is not None) == (cue.seconds > 0) for cue in CUES.values())


def test_the_legend_names_each_signal_by_its_own_light() -> None:
    for signal in ALL:
        said = ENGLISH.say(signal.legend)
        assert said.startswith(f"{ENGLISH.say(LIGHTS[signal.pattern.light])}, ")
    assert len({signal.legend for signal in ALL}) == len(ALL)
