"""Checks of what hangs on the header: the pins of lights and buttons, the display on its bus."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from engine.illegible import why
from firmware.doctor import texts
from firmware.finding import Finding, left_out, ok, trouble, warning
from firmware.panel import try_pins
from firmware.panel.gpio import PIN_FACTORY
from firmware.panel.words import FREE_THE_PIN, INSTALL_LGPIO, NO_PINS, PIN_FAILS

USUAL_ADDRESSES = (0x3C, 0x3D)
"""Where OLED displays answer."""
TIME_LIMIT_S = 30

_ROOMS = Path(__file__).parents[2]

_I2C_SLAVE = 0x0703
"""The ioctl of linux/i2c-dev.h that says whom the next read is for."""


def pins(
    used: Sequence[tuple[str, int]],
    *,
    busy: bool,
    environ: Mapping[str, str] = os.environ,
) -> Iterator[Finding]:
    """Whether the pins of the settings can be had, and whether a button is down that nobody presses.

    used: key of the settings and pin. busy: whether the service is running and has them.
    """
    if not used:
        yield left_out("pins", texts.NO_PINS_SET)
        return
    if busy:
        yield left_out("pins", texts.PINS_BUSY)
        return
    factory = environ.get("GPIOZERO_PIN_FACTORY", PIN_FACTORY)
    words = [f"{key}={pin}" for key, pin in used]
    try:
        run = subprocess.run(
            [sys.executable, "-m", try_pins.__name__, *words],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIME_LIMIT_S,
            check=True,
            cwd=_ROOMS,  # Python imports from the current folder, and others may write to any other one
            env=environ,
        )
        said = json.loads(run.stdout.splitlines()[-1])
    except subprocess.CalledProcessError as error:
        reason = (error.stderr.strip().splitlines() or [f"exit status {error.returncode}"])[-1]
        yield trouble("pins", NO_PINS, INSTALL_LGPIO, factory=factory, reason=reason)
        return
    except (OSError, subprocess.TimeoutExpired, ValueError, IndexError) as error:
        yield trouble("pins", NO_PINS, INSTALL_LGPIO, factory=factory, reason=str(error))
        return
    numbers = dict(used)
    for key, reason in said["failed"].items():
        yield trouble("pins", PIN_FAILS, FREE_THE_PIN, key=key, pin=numbers[key], reason=reason)
    for key in said["down"]:
        yield warning("pins", texts.BUTTON_DOWN, texts.CHECK_THE_BUTTON, key=key, pin=numbers[key])
    if not said["failed"] and not said["down"]:
        yield ok("pins", texts.PINS_FINE, pins=tuple(map(str, numbers.values())), factory=factory)


def answers_on_i2c(bus: Path, address: int) -> bool:
    """Whether a device answers to its address when a byte is asked of it. OSError when the bus can't be used."""
    line = os.open(bus, os.O_RDWR)
    try:
        fcntl.ioctl(line, _I2C_SLAVE, address)
        os.read(line, 1)
    except OSError as error:
        if error.errno == errno.EBUSY:
            return True  # a kernel driver has it
        # What the drivers of different buses report when nothing answers.
        if error.errno in (errno.ENXIO, errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT):
            return False
        raise
    finally:
        os.close(line)
    return True


def i2c_display(bus: Path, address: int, answers: Callable[[Path, int], bool] = answers_on_i2c) -> Finding:
    """Whether the display answers on its bus."""
    facts = {"bus": str(bus), "address": f"0x{address:02X}"}
    try:
        if answers(bus, address):
            return ok("display", texts.DISPLAY_ANSWERS, **facts)
        for other in USUAL_ADDRESSES:
            if other != address and answers(bus, other):
                return trouble(
                    "display", texts.DISPLAY_SILENT, texts.OTHER_ADDRESS, other=f"0x{other:02X}", **facts
                )
    except FileNotFoundError:
        return trouble("display", texts.NO_BUS, texts.SWITCH_ON_I2C, **facts)
    except PermissionError:
        return trouble("display", texts.BUS_FORBIDDEN, texts.JOIN_THE_GROUP, group="i2c", **facts)
    except OSError as error:
        return trouble("display", texts.BUS_FAILS, texts.SWITCH_ON_I2C, reason=why(error), **facts)
    return trouble("display", texts.DISPLAY_SILENT, texts.CHECK_THE_WIRES, **facts)


def spi_display(bus: Path) -> Finding:
    """Whether the display's bus is there; SPI displays don't answer, so no more can be known."""
    if not bus.exists():
        return trouble("display", texts.NO_BUS, texts.SWITCH_ON_SPI, bus=str(bus))
    if not os.access(bus, os.R_OK | os.W_OK):
        return trouble("display", texts.BUS_FORBIDDEN, texts.JOIN_THE_GROUP, bus=str(bus), group="spi")
    return ok("display", texts.BUS_THERE, bus=str(bus))


def no_display() -> Finding:
    """There is none in the settings."""
    return left_out("display", texts.NO_DISPLAY_SET)


def no_pins_here() -> Finding:
    """The computer has no pins, so none are tried."""
    return left_out("pins", texts.NO_PINS_HERE)


def no_display_here() -> Finding:
    """The computer has no pins, so no display is looked for either."""
    return left_out("display", texts.NO_PINS_HERE)
