"""The way to the pins: the one that was named or none, and a line that says what helps."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from firmware.panel.gpio import GpioError, Pins, has_pins
from tests.firmware.panel.conftest import Header

REMEDY = (
    "; `sudo systemd/install.sh` installs a `kibitz` that has gpiozero and lgpio: call that one; "
    "sudo usermod -aG gpio $USER and log in again; "
    "without lights and buttons set their pins to 0"
)


@pytest.mark.filterwarnings("error")  # gpiozero's only word when it falls back
@pytest.mark.parametrize(
    ("environ", "factory", "library"),
    [({}, "lgpio", "lgpio"), ({"GPIOZERO_PIN_FACTORY": "rpigpio"}, "rpigpio", "RPi")],
)
def test_a_way_to_the_pins_that_is_missing_is_said_and_no_other_is_tried(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], factory: str, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"gpiozero.pins.{factory}", raising=False)
    with pytest.raises(GpioError) as said:
        Pins(environ=environ).light("lights.green", 17)
    line = str(said.value)
    assert line.startswith(f"the pins cannot be reached by {factory}: ModuleNotFoundError: ")
    assert line.endswith(REMEDY)
    assert "\n" not in line


def test_a_way_to_the_pins_that_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(GpioError, match="GPIOZERO_PIN_FACTORY may be lgpio or rpigpio"):
        Pins(environ={"GPIOZERO_PIN_FACTORY": "native"}).clock()


def test_a_pin_that_no_pi_has_is_named_with_its_setting(header: Header) -> None:
    with pytest.raises(GpioError, match=r"^GPIO 99 \(lights\.red\) cannot be had: PinInvalidPin: "):
        header.pins.light("lights.red", 99)


def test_pins_that_are_let_go_go_dark_and_may_be_let_go_again(header: Header) -> None:
    with header.pins as pins:
        green = pins.light("lights.green", 17)
        green.value = 1.0
        pin = header.pin(17)
        assert pin.state == 1
    assert pin.state == 0
    pins.close()


def test_a_board_with_a_device_tree_has_pins_and_a_pc_has_none(tmp_path: Path) -> None:
    assert not has_pins(tmp_path / "device-tree")
    (tmp_path / "model").write_text("Raspberry Pi Zero 2 W Rev 1.0\0")
    assert has_pins(tmp_path)


def test_without_gpiozero_there_is_a_line_and_no_light(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [it for it in sys.modules if it.partition(".")[0] == "gpiozero"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(GpioError, match="the pins cannot be reached by lgpio: ModuleNotFoundError: "):
        Pins(environ={}).light("lights.green", 17)
