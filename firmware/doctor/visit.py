"""The whole visit: every check in turn, on what the settings name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.calibrated import hanging, lens_of, mount_of
from firmware.doctor import disk, machine, software, texts, wires
from firmware.finding import Finding, Level, left_out, ok, trouble
from firmware.games import TableGame, players_vary
from firmware.panel.gpio import PIN_FACTORY, is_wired
from firmware.settings import Loaded, Settings, SettingsError, journal_path
from firmware.settings.files import DEFAULT
from firmware.settings.sections import pins_in_use

if TYPE_CHECKING:
    from vision.photo import Picture

THERMOMETER = Path("/sys/class/thermal/thermal_zone0/temp")
_TO_SEE = "numpy", "cv2"
"""Libraries without which no picture is looked at."""


def visit(
    load: Callable[[], Loaded],
    look: Callable[[Settings], Picture],
    game: Callable[[Settings, datetime], tuple[Finding, TableGame]],
    now: datetime,
    wired: Callable[[str], bool] = is_wired,
) -> Iterator[Finding]:
    """All findings, each as soon as it is there.

    load: the settings, or SettingsError. look: a picture from the camera they name. game: the one they name, as
    `firmware.calibrated.game_of`. now: with its time zone. wired: whether a panel is looked for with a camera.
    """
    loaded: Loaded | None = None
    try:
        loaded = load()
        yield settings_read(loaded)
    except SettingsError as error:
        yield trouble("settings", texts.SETTINGS_WRONG, texts.CORRECT_THE_SETTINGS, reason=error)
    settings = Settings() if loaded is None else loaded.settings
    journal = journal_path(settings)
    # Asked before anything that takes time: a game that goes on meanwhile is written later than `now`.
    written = max(map(_written_at, (journal, Path(__file__))))

    shown = machine.shown_service()
    busy = machine.service_is_up(shown)
    yield machine.service(shown)
    yield software.python(sys.version_info[:3], sys.maxsize.bit_length() + 1)
    names_none = loaded is not None and _names_no_camera(loaded, has_pins=wired(""))
    has_panel = wired(settings.camera.source) and not names_none
    needed = [*_TO_SEE] if loaded is None or names_none else needed_libraries(settings, has_panel=has_panel)
    found = software.tried(needed)
    yield from software.libraries(found)
    can_see = not any(it.error for it in found if it.name in _TO_SEE)

    # With faulty settings it is unknown which pins they mean; no others are tried instead.
    if loaded is not None:
        if has_panel:
            yield from wires.pins(lights_and_buttons(settings), busy=busy)
            yield display(settings)
        else:
            yield wires.no_pins_here()
            yield wires.no_display_here()
        if names_none:
            yield trouble("camera", texts.NO_CAMERA_NAMED, texts.NAME_A_CAMERA)
        elif can_see:
            yield from seen(settings, lambda: look(settings), game, now, busy=busy)

    # Root checks the service's journal; anybody else, their own.
    yield disk.place_of(journal, machine.service_user(shown) if os.geteuid() == 0 else None)
    yield machine.clock(now, datetime.fromtimestamp(written, now.tzinfo), machine.clock_is_synchronised())
    yield machine.temperature(THERMOMETER)
    yield machine.power(machine.throttled())


def _names_no_camera(loaded: Loaded, *, has_pins: bool) -> bool:
    """Whether a computer that is no Raspberry Pi has the Pi's camera in its settings only by default."""
    key = "camera.source"
    return not has_pins and loaded.settings.camera.source == "pi" and loaded.origin(key) == DEFAULT


def _written_at(path: Path) -> float:
    """When a file was last written, seconds since 1970; 0 where it isn't there or may not be looked at."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def settings_read(loaded: Loaded) -> Finding:
    """Where the settings come from."""
    if loaded.files:
        return ok("settings", texts.SETTINGS, files=tuple(map(str, loaded.files)))
    return ok("settings", texts.SETTINGS_AS_THEY_COME)


def needed_libraries(settings: Settings, *, has_panel: bool = True) -> list[str]:
    """The libraries that these settings ask for, by the names they are imported by."""
    always = [*_TO_SEE, *(["picamera2"] if settings.camera.source == "pi" else [])]
    if not has_panel:
        return always
    return [
        *always,
        *(["gpiozero", PIN_FACTORY] if lights_and_buttons(settings) else []),
        *(["luma.oled"] if settings.display.on_i2c else []),
        *(["luma.lcd", "spidev", "RPi.GPIO"] if settings.display.on_spi else []),
    ]


def lights_and_buttons(settings: Settings) -> list[tuple[str, int]]:
    """The pins that hang on a light, a buzzer or a button; a display's belong to its driver."""
    return [(key, pin) for key, pin in pins_in_use(settings) if key.startswith(("lights.", "buttons."))]


def display(settings: Settings) -> Finding:
    """Whether the display of the settings is there."""
    named = settings.display
    if named.on_i2c:
        return wires.i2c_display(Path(f"/dev/i2c-{named.i2c_bus}"), named.i2c_address)
    if named.on_spi:
        return wires.spi_display(Path(f"/dev/spidev{named.spi_bus}.{named.spi_device}"))
    return wires.no_display()


def players(settings: Settings) -> Finding:
    """Who plays, where that is not always the same."""
    if settings.players.colours:
        return ok("players", texts.PLAYERS_NAMED, players=settings.players.colours)
    return left_out("players", texts.ANYBODY_PLAYS)


def seen(
    settings: Settings,
    look: Callable[[], Picture],
    game: Callable[[Settings, datetime], tuple[Finding, TableGame]],
    now: datetime,
    *,
    busy: bool,
) -> Iterator[Finding]:
    """What the camera shows, and what calibration has left for it."""
    from firmware.doctor import picture  # it needs the libraries that the doctor tries first

    finding, shown = picture.camera(settings.camera.source, look, busy=busy)
    yield finding
    size = None if shown is None else (shown.shape[1], shown.shape[0])
    about_lens, lens = lens_of(settings, now, size)
    yield about_lens
    about_set, of_game = game(settings, now)
    yield about_set
    if players_vary(settings.game.name):
        yield players(settings)
    about_mount, mount = mount_of(settings, now)
    if shown is None:
        yield about_mount
        return
    finding, found = picture.board(shown, of_game.eyes, lens)
    yield finding
    yield from picture.conditions(shown, found, lens)
    if found is not None and mount is not None and about_mount.level is Level.OK:
        about_mount = hanging(mount, found, settings.game.name)
    yield about_mount
