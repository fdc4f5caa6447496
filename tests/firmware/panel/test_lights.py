"""The lights, down to what the pins do and when: gpiozero's own lamps on its pretend pins."""

from __future__ import annotations

from itertools import accumulate, chain, pairwise

import pytest

from firmware.events import Event, Standing, Status, What
from firmware.panel.gpio import GpioError, Pins
from firmware.panel.lights import Glow, Lights
from firmware.panel.signals import SIGNALS, Light
from firmware.settings import LightsSection
from tests.firmware.panel.conftest import Header

WIRED = LightsSection(green=17, amber=27, red=22, buzzer=12)
PIN = {Light.GREEN: 17, Light.AMBER: 27, Light.RED: 22}


def watch(
    lights: Lights,
    header: Header,
    status: Status,
    seconds: float,
    events: tuple[Event, ...] = (),
    tick_s: float = 0.2,
) -> None:
    """So many seconds in which lights are moved 100 times a second; the events come with the first tick."""
    began = header.now
    for step in range(round(seconds * 100)):
        header.now = began + step / 100
        if step % round(tick_s * 100) == 0:
            lights.show(Standing(status), events if step == 0 else (), header.now)
        else:
            lights.follow(header.now)


def event(what: What) -> Event:
    return Event(what, 1.0, "1.jpg")


def went_through(header: Header, number: int, expected: list[tuple[float, float]]) -> bool:
    """Whether a pin has changed to these values, each so many seconds after the one before, and no more often."""
    pin = header.pin(number)
    pin.assert_states_and_times(expected)
    return len(pin.states) == len(expected)


@pytest.mark.parametrize("tick_s", [0.03, 0.2, 0.8, 1.0, 2.0, 12.0])
@pytest.mark.parametrize("status", Status)
def test_each_status_blinks_on_its_own_pin_alone_as_the_table_says_however_long_ticks_are(
    header: Header, status: Status, tick_s: float
) -> None:
    lights = Lights.wired(WIRED, header.pins)
    watch(lights, header, status, 12, tick_s=tick_s)
    pattern = SIGNALS[status].pattern
    beats, level = pattern.beats or (100.0,), pattern.brightness
    changes = [at for at in accumulate(chain([0.0], beats * 30)) if at < 11.9]
    waits = [0.0, *(later - earlier for earlier, later in pairwise(changes))]
    values = [level if place % 2 == 0 else 0.0 for place in range(len(changes))]
    assert went_through(header, PIN[pattern.light], [(0.0, 0.0), *zip(waits, values, strict=True)])
    for other in set(PIN.values()) - {PIN[pattern.light]}:
        assert went_through(header, other, [(0.0, 0.0)])
    assert went_through(header, 12, [(0.0, 0.0)])


def test_a_light_goes_out_as_the_next_is_lit(header: Header) -> None:
    lights = Lights.wired(WIRED, header.pins)
    watch(lights, header, Status.TO_MOVE, 3)
    header.now += 0.01
    watch(lights, header, Status.ILLEGAL, 0.2)
    assert went_through(header, 17, [(0, 0), (0, 0.5), (3, 0)])
    assert went_through(header, 22, [(0, 0), (3, 1)])


def test_a_status_that_comes_again_begins_with_its_light_on(header: Header) -> None:
    lights = Lights.wired(WIRED, header.pins)
    watch(lights, header, Status.HAND, 0.7)
    assert header.pin(27).state == 0
    watch(lights, header, Status.TO_MOVE, 0.1)
    watch(lights, header, Status.HAND, 0.1)
    assert header.pin(27).state == SIGNALS[Status.HAND].pattern.brightness


def test_a_warning_is_heard_once_and_shortly(header: Header) -> None:
    lights = Lights.wired(WIRED, header.pins)
    watch(lights, header, Status.ILLEGAL, 5, (event(What.ILLEGAL),))
    assert went_through(header, 12, [(0, False), (0, True), (0.2, False)])


def test_the_end_is_heard_as_two_notes(header: Header) -> None:
    lights = Lights.wired(WIRED, header.pins)
    watch(lights, header, Status.OVER, 5, (event(What.TURN), event(What.OVER)))
    assert went_through(header, 12, [(0, False), (0, True), (0.2, False), (0.2, True), (0.6, False)])


@pytest.mark.parametrize("what", [what for what in What if what not in (What.ILLEGAL, What.OVER)])
def test_nothing_else_is_heard(header: Header, what: What) -> None:
    lights = Lights.wired(WIRED, header.pins)
    watch(lights, header, Status.TO_MOVE, 2, (event(what),))
    assert went_through(header, 12, [(0, False)])


def test_what_is_not_connected_is_left_alone(header: Header) -> None:
    lights = Lights.wired(LightsSection(green=0, amber=0, red=22, buzzer=0), header.pins)
    for status in Status:
        watch(lights, header, status, 1, (event(What.ILLEGAL),))
    assert header.used() == {"GPIO22"}


def test_closed_lights_are_dark_and_may_be_closed_again(header: Header) -> None:
    lights = Lights.wired(WIRED, header.pins)
    watch(lights, header, Status.ILLEGAL, 0.1, (event(What.ILLEGAL),))
    assert (header.pin(22).state, header.pin(12).state) == (1, 1)
    lights.close()
    lights.close()
    assert [header.pin(number).state for number in (17, 27, 22, 12)] == [0, 0, 0, 0]
    assert lights.glow == Glow()


def test_a_taken_pin_is_named_with_its_setting_and_the_other_pins_stay_free(header: Header) -> None:
    taken = header.pins.light("a lamp of ours", 22)
    with pytest.raises(GpioError) as said:
        Lights.wired(WIRED, header.pins)
    assert str(said.value).startswith("GPIO 22 (lights.red) cannot be had: GPIOPinInUse: ")
    assert str(said.value).endswith(
        "; end the program that has it, or give lights.red another pin in the settings"
    )
    taken.close()
    Lights.wired(WIRED, header.pins).close()


def test_before_anything_is_shown_there_is_nothing_to_follow(header: Header) -> None:
    lights = Lights.wired(WIRED, header.pins)
    lights.follow(1.0)
    assert lights.glow == Glow()


def test_settings_without_pins_need_no_pi() -> None:
    no_pi = Pins(environ={"GPIOZERO_PIN_FACTORY": "none such"})
    lights = Lights.wired(LightsSection(green=0, amber=0, red=0, buzzer=0), no_pi)
    lights.show(Standing(Status.TO_MOVE), [], now=1.0)
    assert lights.glow == Glow(Light.GREEN, 0.5)
