"""The buttons, from the contact on a pretend pin to what the referee is asked."""

from __future__ import annotations

import pytest

from firmware.events import Event, What
from firmware.panel.buttons import BOUNCE_S, Buttons
from firmware.panel.gpio import GpioError
from firmware.presses import Press, carry_out
from firmware.settings import ButtonsSection
from tests.firmware.panel.conftest import Header

CONFIRM, BACK = 5, 6
WIRED = ButtonsSection(confirm=CONFIRM, back=BACK, long_press_s=1.5)


@pytest.fixture
def buttons(header: Header) -> Buttons:
    return Buttons.wired(WIRED, header.pins)


def down(header: Header, pin: int, *, at: float) -> None:
    header.now = 100 + at
    header.pin(pin).drive_low()


def up(header: Header, pin: int, *, at: float) -> None:
    header.now = 100 + at
    header.pin(pin).drive_high()


def presses(buttons: Buttons, header: Header, *, at: float) -> list[Press]:
    header.now = 100 + at
    return buttons.presses()


@pytest.mark.parametrize(("pin", "press"), [(CONFIRM, Press.CONFIRM), (BACK, Press.BACK)])
def test_a_short_press_counts_once_it_is_let_go(
    header: Header, buttons: Buttons, pin: int, press: Press
) -> None:
    down(header, pin, at=1.0)
    assert presses(buttons, header, at=1.2) == []
    up(header, pin, at=1.3)
    assert presses(buttons, header, at=1.4) == [press]
    assert presses(buttons, header, at=9.0) == []


@pytest.mark.parametrize(("pin", "press"), [(CONFIRM, Press.NEW_GAME), (BACK, Press.END)])
def test_a_long_press_counts_while_it_is_held_and_letting_go_adds_nothing(
    header: Header, buttons: Buttons, pin: int, press: Press
) -> None:
    down(header, pin, at=1.0)
    assert presses(buttons, header, at=2.4) == []
    assert presses(buttons, header, at=2.6) == [press]
    assert presses(buttons, header, at=6.0) == []
    up(header, pin, at=6.1)
    assert presses(buttons, header, at=7.0) == []


def test_a_busy_loop_still_tells_short_from_long(header: Header, buttons: Buttons) -> None:
    down(header, CONFIRM, at=1.0)
    up(header, CONFIRM, at=1.2)
    down(header, BACK, at=2.0)
    up(header, BACK, at=4.0)
    down(header, CONFIRM, at=5.0)
    up(header, CONFIRM, at=5.3)
    assert presses(buttons, header, at=9.0) == [Press.CONFIRM, Press.END, Press.CONFIRM]


def test_a_bouncing_contact_is_one_press(header: Header, buttons: Buttons) -> None:
    for bounce in range(4):
        down(header, CONFIRM, at=1.0 + bounce / 250)
        up(header, CONFIRM, at=1.002 + bounce / 250)
        assert presses(buttons, header, at=1.003 + bounce / 250) == []
    down(header, CONFIRM, at=1.016)
    for bounce in range(4):
        up(header, CONFIRM, at=1.4 + bounce / 250)
        assert presses(buttons, header, at=1.401 + bounce / 250) == []
        down(header, CONFIRM, at=1.402 + bounce / 250)
    up(header, CONFIRM, at=1.416)
    assert presses(buttons, header, at=1.5) == [Press.CONFIRM]
    assert presses(buttons, header, at=5.0) == []


def test_a_contact_that_trembles_while_it_is_held_is_still_held(header: Header, buttons: Buttons) -> None:
    down(header, BACK, at=1.0)
    up(header, BACK, at=2.0)
    down(header, BACK, at=2.01)
    assert presses(buttons, header, at=2.6) == [Press.END]


def test_a_spark_on_the_wire_is_no_press(header: Header, buttons: Buttons) -> None:
    down(header, CONFIRM, at=1.0)
    up(header, CONFIRM, at=1.0 + BOUNCE_S / 3)
    assert presses(buttons, header, at=3.0) == []


def test_two_quick_presses_are_two(header: Header, buttons: Buttons) -> None:
    for began in (1.0, 1.2):
        down(header, BACK, at=began)
        up(header, BACK, at=began + 0.1)
    assert presses(buttons, header, at=1.5) == [Press.BACK, Press.BACK]


def test_a_button_that_is_down_when_kibitz_starts_counts_from_its_next_press(header: Header) -> None:
    header.pin(CONFIRM)._set_pull = lambda _value: header.pin(CONFIRM).drive_low()
    buttons = Buttons.wired(WIRED, header.pins)
    assert presses(buttons, header, at=5.0) == []
    up(header, CONFIRM, at=6.0)
    assert presses(buttons, header, at=7.0) == []
    down(header, CONFIRM, at=8.0)
    up(header, CONFIRM, at=8.2)
    assert presses(buttons, header, at=9.0) == [Press.CONFIRM]


def test_the_pi_s_own_resistors_hold_the_buttons_up(header: Header, buttons: Buttons) -> None:
    assert presses(buttons, header, at=1.0) == []
    assert [header.pin(pin).pull for pin in (CONFIRM, BACK)] == ["up", "up"]


def test_a_button_that_is_not_connected_is_left_alone(header: Header) -> None:
    buttons = Buttons.wired(ButtonsSection(confirm=0, back=BACK), header.pins)
    down(header, BACK, at=1.0)
    up(header, BACK, at=1.2)
    assert presses(buttons, header, at=2.0) == [Press.BACK]
    assert header.used() == {"GPIO6"}


def test_without_buttons_nobody_presses_any(header: Header) -> None:
    buttons = Buttons.wired(ButtonsSection(confirm=0, back=0), header.pins)
    assert buttons.presses() == []
    assert header.used() == set()


def test_closed_buttons_hear_nothing_and_may_be_closed_again(header: Header, buttons: Buttons) -> None:
    buttons.close()
    buttons.close()
    header.pin(BACK).drive_high()
    down(header, BACK, at=1.0)
    up(header, BACK, at=1.2)
    assert presses(buttons, header, at=2.0) == []


def test_a_taken_pin_is_named_with_its_setting_and_the_other_pin_stays_free(header: Header) -> None:
    taken = header.pins.light("a lamp of ours", BACK)
    with pytest.raises(GpioError, match=r"^GPIO 6 \(buttons\.back\) cannot be had: "):
        Buttons.wired(WIRED, header.pins)
    taken.close()
    Buttons.wired(WIRED, header.pins).close()


class Asked:
    """A referee that writes down what it is asked."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, float, str]] = []

    def confirm(self, seconds: float, frame: str) -> list[Event]:
        self.calls.append(("confirm", seconds, frame))
        return [Event(What.TURN, seconds, frame)]

    def take_back(self, seconds: float, frame: str) -> list[Event]:
        self.calls.append(("take back", seconds, frame))
        return [Event(What.TAKEN_BACK, seconds, frame)]

    def end_game(self, seconds: float, frame: str) -> list[Event]:
        self.calls.append(("end game", seconds, frame))
        return [Event(What.OVER, seconds, frame)]

    def new_game(self) -> None:
        self.calls.append(("new game", 0.0, ""))


@pytest.mark.parametrize(
    ("press", "call", "given_out"),
    [
        (Press.CONFIRM, ("confirm", 4.0, "4.jpg"), [What.TURN]),
        (Press.BACK, ("take back", 4.0, "4.jpg"), [What.TAKEN_BACK]),
        (Press.END, ("end game", 4.0, "4.jpg"), [What.OVER]),
        (Press.NEW_GAME, ("new game", 0.0, ""), []),
    ],
)
def test_the_referee_is_asked_what_the_button_says(
    press: Press, call: tuple[str, float, str], given_out: list[What]
) -> None:
    referee = Asked()
    frame = "4.jpg"
    assert [event.what for event in carry_out(press, referee, 4.0, frame)] == given_out
    assert referee.calls == [call]
