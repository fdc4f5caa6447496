"""What the doctor says about the header: gpiozero's own pretend pins, real files in place of buses."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

import pytest

from firmware.doctor.wires import answers_on_i2c, i2c_display, pins, spi_display
from firmware.finding import Level

USED = [("lights.green", 17), ("lights.red", 22), ("buttons.confirm", 5)]


@pytest.fixture
def pretend(pretend_lgpio: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(pretend_lgpio)}


def test_pins_that_can_be_had_are_told_with_the_way_to_them(pretend: dict[str, str]) -> None:
    (finding,) = pins(USED, busy=False, environ=pretend)
    assert finding.line() == "ok: pins: GPIO 17, 22, 5 by lgpio"


def test_a_pin_that_is_taken_is_named_with_its_key_and_the_others_are_still_tried(
    pretend: dict[str, str],
) -> None:
    (finding,) = pins([*USED, ("buttons.back", 99)], busy=False, environ=pretend)
    assert finding.level is Level.TROUBLE
    assert "GPIO 99 (buttons.back) cannot be had: " in finding.line()
    assert "give buttons.back another pin in the settings" in finding.line()


def test_a_button_that_nobody_presses_and_is_down_is_named(pretend: dict[str, str]) -> None:
    # A pull-up is all that holds a button's pin high; this one is held down as by a wire that touches ground.
    with Path(pretend["PYTHONPATH"], "sitecustomize.py").open("a") as more:
        more.write(
            "from gpiozero.pins.mock import MockPin\n"
            "MockPin._set_pull_as_it_comes = MockPin._set_pull\n"
            "MockPin._set_pull = lambda pin, value: (pin._set_pull_as_it_comes(value), pin.drive_low())\n"
        )
    (finding,) = pins(USED, busy=False, environ=pretend)
    assert finding.level is Level.WARNING
    assert "the button on GPIO 5 (buttons.confirm) is down" in finding.line()


def test_a_computer_without_pins_is_one_line_and_no_silent_change_of_factory() -> None:
    (finding,) = pins(USED, busy=False, environ={**os.environ, "GPIOZERO_PIN_FACTORY": "no-such-factory"})
    assert finding.level is Level.TROUBLE
    assert (
        "cannot be reached by no-such-factory: ValueError: GPIOZERO_PIN_FACTORY may be lgpio or rpigpio"
        in finding.line()
    )
    assert "\n" not in finding.line()


def test_pins_are_tried_whatever_folder_one_is_in(
    pretend: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "gpiozero.py").write_text("raise SystemExit('not what was meant')")
    monkeypatch.chdir(tmp_path / "here")
    (finding,) = pins(USED, busy=False, environ=pretend)
    assert finding.level is Level.OK


def test_a_running_service_keeps_its_pins() -> None:
    (finding,) = pins(USED, busy=True, environ=os.environ)
    assert finding.level is Level.LEFT_OUT
    assert "sudo systemctl stop kibitz" in finding.line()


def test_settings_without_pins_leave_nothing_to_look_at() -> None:
    (finding,) = pins([], busy=False, environ=os.environ)
    assert finding.level is Level.LEFT_OUT


def test_a_display_that_answers_is_fine() -> None:
    finding = i2c_display(Path("/dev/i2c-1"), 0x3C, lambda _bus, address: address == 0x3C)
    assert finding.line() == "ok: display: answers at 0x3C on /dev/i2c-1"


def test_a_display_at_the_other_usual_address_is_found() -> None:
    finding = i2c_display(Path("/dev/i2c-1"), 0x3C, lambda _bus, address: address == 0x3D)
    assert finding.level is Level.TROUBLE
    assert finding.line().endswith("something answers at 0x3D: set display.i2c_address to 0x3D")


def test_a_silent_bus_has_its_wires_checked() -> None:
    finding = i2c_display(Path("/dev/i2c-1"), 0x3C, lambda _bus, _address: False)
    assert finding.level is Level.TROUBLE
    assert "check the display's four wires" in finding.line()


def test_a_bus_that_is_switched_off_is_named(tmp_path: Path) -> None:
    finding = i2c_display(tmp_path / "i2c-1", 0x3C)
    assert finding.level is Level.TROUBLE
    assert f"there is no {tmp_path}/i2c-1; sudo raspi-config nonint do_i2c 0" in finding.line()


def test_a_file_that_is_no_bus_is_named(tmp_path: Path) -> None:
    (tmp_path / "i2c-1").write_bytes(b"\0")
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        answers_on_i2c(tmp_path / "i2c-1", 0x3C)
    assert "cannot be used: Inappropriate ioctl" in i2c_display(tmp_path / "i2c-1", 0x3C).line()


def test_a_display_that_a_driver_of_the_kernel_has_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_line: int, _request: int, _address: int) -> None:
        raise OSError(errno.EBUSY, "Device or resource busy")

    (tmp_path / "i2c-1").touch()
    monkeypatch.setattr(fcntl, "ioctl", busy)
    assert answers_on_i2c(tmp_path / "i2c-1", 0x3C)


def test_a_bus_that_may_not_be_used_wants_its_group() -> None:
    def forbidden(_bus: Path, _address: int) -> bool:
        raise PermissionError(13, "Permission denied")

    assert "sudo usermod -aG i2c $USER" in i2c_display(Path("/dev/i2c-1"), 0x3C, forbidden).line()


def test_a_bus_of_an_spi_display_is_there_or_named(tmp_path: Path) -> None:
    assert "raspi-config nonint do_spi 0" in spi_display(tmp_path / "spidev0.0").line()
    (tmp_path / "spidev0.0").touch()
    assert spi_display(tmp_path / "spidev0.0").level is Level.OK
