"""The building guide says what is so: keys, pins and places agree with the program, its table with the geometry."""

from __future__ import annotations

import re
from math import atan, degrees, hypot, radians, tan

import numpy as np
import pytest

from engine.messages import ENGLISH
from firmware.panel.signals import GOES_ON, PASSES_NEXT, SIGNALS
from firmware.referee.doubts import BRIEF
from firmware.settings import Settings
from firmware.settings.places import SERVICE_FOLDER
from firmware.settings.sections import keys
from firmware.window.page import PORT
from tests.places import ROOT
from vision.alien_city.board import LENGTH, LOT, TOWER_HEIGHT, WIDTH

GUIDE = (ROOT / "docs" / "build.md").read_text()

HEADER = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36,
    17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""Where each GPIO is on the 40-pin header of every Raspberry Pi."""
GROUND = {6, 9, 14, 20, 25, 30, 34, 39}

CAMERAS = {"Camera Module 3": 41.0, "Camera Module 2": 48.8, "Camera Module 3 Wide": 67.0}
"""Vertical field of view in degrees, from Raspberry Pi's documentation; pictures of 4:3 have the whole of it."""
TILTS = (0, 10, 20, 25)


def field_of_view(camera: str) -> tuple[float, float]:
    """Radians across and down a picture of 4:3, of which the sides of a wider sensor are cut off."""
    down = radians(CAMERAS[camera])
    width, height = Settings().camera.size
    return 2 * atan(width / height * tan(down / 2)), down


def room_mm(camera: str, height_mm: float, tilt_degrees: float) -> int | None:
    """By how much the board, towers and all, could be larger on each side and still be seen whole.

    The camera stands at that height over the table, points at the board's middle and sees its long side across.
    """
    across, down = field_of_view(camera)
    tilt = radians(tilt_degrees)
    forward = np.array([0.0, np.sin(tilt), -np.cos(tilt)])
    up = np.array([0.0, np.cos(tilt), np.sin(tilt)])
    eye = np.array([0.0, -height_mm * np.tan(tilt), height_mm])
    room = None
    for more in range(400):
        half = np.array([LENGTH / 2 + more, WIDTH / 2 + more])
        corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (0, 1)])
        seen = corners * (*half, TOWER_HEIGHT) - eye
        depth = seen @ forward
        inside = (abs(seen[:, 0]) <= depth * tan(across / 2)) & (abs(seen @ up) <= depth * tan(down / 2))
        if not inside.all():
            break
        room = more
    return room


def row(camera: str, height_mm: int) -> str:
    """The line of the guide's table on mounting."""
    across, down = field_of_view(camera)
    width, height = (2 * height_mm * tan(angle / 2) for angle in (across, down))
    pixels = Settings().camera.size[0] / width * LOT
    lean = TOWER_HEIGHT * hypot(LENGTH / 2, WIDTH / 2) / (height_mm - TOWER_HEIGHT) / LOT
    rooms = [room_mm(camera, height_mm, tilt) for tilt in TILTS]
    cells = [f"{height_mm}", f"{width:.0f} x {height:.0f}", f"{pixels:.0f}", f"{lean:.1f}"]
    return f"| {' | '.join([*cells, *('too close' if room is None else str(room) for room in rooms)])} |"


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_table_on_mounting_is_what_the_geometry_says(camera: str) -> None:
    _, heading, rest = GUIDE.partition(f"\n**{camera}**")
    assert heading
    lines = rest.partition("\n\n")[2].partition("\n\n")[0].splitlines()
    heights = [int(line.split("|")[1]) for line in lines[2:]]
    assert len(heights) >= 4
    assert lines[2:] == [row(camera, height) for height in heights]
    across, down = field_of_view(camera)
    assert f"{degrees(across):.0f} by {degrees(down):.0f} degrees" in rest.partition("\n\n")[0]


def test_every_setting_that_the_guide_names_is_one() -> None:
    known = {str(key) for key in keys()}
    named = set(re.findall(r"`([a-z]+\.[a-z0-9_]+)`", GUIDE))
    named -= {name for name in named if name.endswith((".toml", ".sh", ".service", ".db", ".md"))}
    assert len(named) > 10
    assert named <= known


def test_the_wiring_is_that_of_the_settings_and_of_the_header() -> None:
    lines = re.findall(r"^\| [^|]+ \| `(\w+\.\w+)` \| (\d+) \| (\d+) \|", GUIDE, re.MULTILINE)
    named = {str(key): key.of(Settings()) for key in keys()}
    for key, gpio, place in lines:
        # The buzzer is an extra: the settings come without it.
        assert named[key] == int(gpio) or (key == "lights.buzzer" and named[key] == 0), key
        assert HEADER[int(gpio)] == int(place), key
    pins = {key for key in named if key.startswith("lights.") or key in ("buttons.confirm", "buttons.back")}
    assert pins | {"display.data_pin", "display.reset_pin", "display.backlight_pin"} == {
        key for key, *_ in lines
    }


def test_the_diagram_shows_the_header_as_it_is() -> None:
    diagram = GUIDE.partition("```text\n")[2].partition("```")[0]
    left = re.findall(r"(\S+)\s*\((\d+)\)\s*\(", diagram)
    right = re.findall(r"\)\s*\((\d+)\)\s*(\S+)", diagram)
    assert len(left) == len(right) == 20
    for name, place in [*left, *((name, place) for place, name in right)]:
        if name.startswith("GPIO"):
            assert HEADER[int(name.removeprefix("GPIO"))] == int(place)
        else:
            assert (name == "GND") == (int(place) in GROUND), place


def test_the_guide_names_the_places_of_the_service() -> None:
    assert str(SERVICE_FOLDER) in GUIDE
    assert "/etc/kibitz/kibitz.toml" in GUIDE
    assert "sudo systemd/install.sh" in GUIDE


def test_the_guide_explains_every_signal_of_the_lights_in_their_own_words() -> None:
    for signal in (*SIGNALS.values(), PASSES_NEXT, GOES_ON):
        look, _, meaning = ENGLISH.say(signal.legend).partition(": ")
        assert f"| {look} | {meaning} |" in GUIDE


def test_the_guide_says_how_every_question_is_answered() -> None:
    for question in BRIEF.values():
        assert f"\n| {ENGLISH.say(question)} | " in GUIDE


def test_the_tunnel_leads_to_where_the_page_is() -> None:
    assert f"`http://127.0.0.1:{PORT}/`" in GUIDE
    assert f"`ssh -N -L {PORT}:127.0.0.1:{PORT} USER@KIBITZ`" in GUIDE
