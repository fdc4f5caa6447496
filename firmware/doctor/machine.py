"""Checks of the computer itself: the clock, the temperature, the power supply, the service."""

from __future__ import annotations

import re
import subprocess
from datetime import datetime
from pathlib import Path

from firmware.doctor import texts
from firmware.finding import Finding, left_out, ok, trouble, warning

WARM, HOT = 75.0, 80.0
"""Degrees Celsius; at 80 the firmware of a Raspberry Pi begins to slow the processor down."""

# Bits of get_throttled, from the documentation of vcgencmd: for now; 16 places higher, for ever since the start.
_UNDERVOLTAGE, _CAPPED, _THROTTLED, _TOO_WARM = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_SINCE_START = 16


def clock(now: datetime, written: datetime, synchronised: bool | None) -> Finding:
    """Whether the clock can be right. written: when some existing file was written.

    synchronised: whether the network has set it; None where that is not known.
    """
    facts = {"now": f"{now:%Y-%m-%d %H:%M}", "written": f"{written:%Y-%m-%d %H:%M}"}
    if now < written:
        return trouble("clock", texts.CLOCK_BEHIND, texts.SET_THE_CLOCK, **facts)
    if synchronised is False:
        return warning("clock", texts.CLOCK_LOOSE, texts.SET_THE_CLOCK, **facts)
    return ok("clock", texts.CLOCK_FINE, **facts)


def temperature(thermometer: Path) -> Finding:
    """How warm the processor is. thermometer: a file with thousandths of a degree, as in /sys/class/thermal."""
    try:
        degrees = int(thermometer.read_text()) / 1000
    except (OSError, ValueError):
        return left_out("temperature", texts.NO_THERMOMETER)
    facts = {"degrees": round(degrees), "hot": round(HOT)}
    if degrees >= HOT:
        return trouble("temperature", texts.TEMPERATURE, texts.COOL_IT, **facts)
    if degrees >= WARM:
        return warning("temperature", texts.TEMPERATURE, texts.COOL_IT, **facts)
    return ok("temperature", texts.TEMPERATURE, **facts)


def power(throttled: str | None) -> Finding:
    """Whether the supply holds its voltage. throttled: what the function `throttled` gives."""
    number = re.fullmatch(r"(?:throttled=)?(?:0x)?([0-9a-fA-F]+)", (throttled or "").strip())
    if number is None:
        return left_out("power", texts.NO_POWER_METER)
    bits = int(number[1], 16)
    if bits & _UNDERVOLTAGE:
        return trouble("power", texts.UNDERVOLTAGE, texts.BETTER_SUPPLY)
    if bits & _UNDERVOLTAGE << _SINCE_START:
        return warning("power", texts.UNDERVOLTAGE_BEFORE, texts.BETTER_SUPPLY)
    if bits & (_CAPPED | _THROTTLED | _TOO_WARM):
        return warning("power", texts.SLOWED, texts.COOL_IT, hot=round(HOT))
    return ok("power", texts.POWER_FINE)


def throttled(devices: Path = Path("/sys/devices/platform")) -> str | None:
    """The bits that a Raspberry Pi's firmware keeps on its supply, as text; None on any other computer."""
    for file in sorted(devices.glob("soc*/*firmware/get_throttled")):
        try:
            return file.read_text()
        except OSError:
            continue
    return output("vcgencmd", "get_throttled")


def service(shown: str | None) -> Finding:
    """How the service is doing. shown: what `systemctl show` says of it; None where there is no systemd."""
    state = dict(line.split("=", 1) for line in (shown or "").splitlines() if "=" in line)
    restarts = int(state.get("NRestarts", "0") or 0)
    facts = {"state": state.get("SubState", ""), "result": state.get("Result", ""), "count": restarts}
    if state.get("LoadState", "not-found") == "not-found":
        return left_out("service", texts.NO_SERVICE)
    if state.get("ActiveState") == "failed":
        return trouble("service", texts.SERVICE_FAILED, texts.READ_THE_LOG, **facts)
    if state.get("ActiveState") == "inactive" and state.get("UnitFileState") == "enabled":
        return ok("service", texts.SERVICE_STOPPED)
    if state.get("ActiveState") not in ("active", "reloading"):
        return warning("service", texts.SERVICE_DOWN, texts.START_THE_SERVICE, **facts)
    if restarts:
        return warning("service", texts.SERVICE_RESTARTED, texts.READ_THE_LOG, **facts)
    return ok("service", texts.SERVICE_RUNS, **facts)


def service_user(shown: str | None) -> str | None:
    """The user that the service runs as; None where there is no service."""
    return next((line[5:] for line in (shown or "").splitlines() if line.startswith("User=")), "") or None


def service_is_up(shown: str | None) -> bool:
    """Whether the service runs, and so holds the camera and the pins."""
    return "ActiveState=active" in (shown or "").splitlines()


def shown_service() -> str | None:
    """What systemd says of the service."""
    return output(
        "systemctl",
        "show",
        "kibitz.service",
        "--property=LoadState,ActiveState,SubState,UnitFileState,Result,NRestarts,User",
    )


def clock_is_synchronised() -> bool | None:
    """Whether the network has set the clock; None where that is not known."""
    return {"yes": True, "no": False}.get(
        (output("timedatectl", "show", "--property=NTPSynchronized", "--value") or "").strip()
    )


def output(*command: str) -> str | None:
    """What a program of the system prints; None when it is missing or fails."""
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return run.stdout
