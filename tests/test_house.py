"""The house keeps its order: imports go one way, games and hardware stay in their places, help comes at once."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.game_folders import GAMES
from tests.places import ROOT

ROOMS = ("engine", "vision", "calibration", "firmware")
"""Each room may import from those before it and from itself."""

DRIVERS: dict[str, tuple[str, ...]] = {
    "picamera2": ("firmware/cameras/pi.py",),
    "libcamera": (),
    "gpiozero": ("firmware/panel/gpio.py",),
    "luma": ("firmware/panel/display.py",),
    "lgpio": (),
    "RPi": (),
    "smbus2": (),
    "spidev": (),
}
"""Hardware libraries, and the one module each may be imported in."""

TRAINING_ONLY = {"torch", "onnx", "mitsuba", "mitsuba_oidn", "drjit"}

KNOW_GAMES = (
    "calibration/sheets/",
    "engine/registry.py",
    "firmware/games.py",
    "vision/training/__main__.py",
)
"""What serves all games and imports from those of some: registries, and sheets to print for a game."""


VISION_KNOWS = {
    "alien_city": {"city", "lots", "pieces", "state", "text", "tiles", "turns", "words"},
    "netzwerk": {"board", "fields", "material", "state", "text", "turns", "unknown", "words"},
}
"""What vision and calibration may import of each game: its words, its material and what lies on a table, no rule."""


def modules(*rooms: str) -> list[Path]:
    return [path for room in rooms or ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


@cache
def imports(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """All imports of a file, those inside functions included."""
    nodes = ast.walk(ast.parse(path.read_text()))
    return tuple(node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)))


def imported(path: Path) -> set[str]:
    """The top-level names of all that a file imports."""
    names = set()
    for node in imports(path):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif node.module:
            names.add(node.module.partition(".")[0])
    return names


def games_imported(path: Path) -> set[str]:
    """The folders of games that a file imports from."""
    found = set()
    for node in imports(path):
        if isinstance(node, ast.Import):
            found |= {part for alias in node.names for part in alias.name.split(".")}
        else:
            found |= {*(node.module or "").split("."), *(alias.name for alias in node.names)}
    return found & GAMES


def rules_imported(path: Path, game: str) -> set[str]:
    """The modules of a game's rules that a file imports from, also where it takes their names from the package."""
    package = f"engine.{game}"
    homes = dict(names_imported(ROOT / "engine" / game / "__init__.py"))
    found = set()
    for name, module in names_imported(path):
        home = homes.get(name, f"{package}.{name}") if module == package else module
        if home.startswith(f"{package}."):
            found.add(home.removeprefix(f"{package}."))
    return found


def names_imported(path: Path) -> Iterator[tuple[str, str]]:
    """Each name that a file imports, with the module it is imported from."""
    for node in imports(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, alias.name) for alias in node.names)
        else:
            yield from ((alias.name, node.module or "") for alias in node.names)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_from_its_own_room_and_those_before_it(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    later = set(ROOMS[ROOMS.index(room) + 1 :]) | {"tests"}
    assert not imported(path) & later


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_what_serves_all_games_imports_from_none(path: Path) -> None:
    here = path.relative_to(ROOT)
    own = GAMES & set(here.parts)
    if own or not str(here).startswith(KNOW_GAMES):
        assert games_imported(path) <= own


def parts_imported(path: Path) -> set[str]:
    """The modules and folders right below the firmware that a file imports from, by name."""
    found = set()
    for node in imports(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            room, *below = node.module.split(".")
            if room == "firmware":
                found |= {below[0]} if below else {alias.name for alias in node.names}
    return found


def test_the_parts_of_the_firmware_need_each_other_in_no_circle() -> None:
    needs: defaultdict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "firmware").rglob("*.py"):
        part = path.relative_to(ROOT / "firmware").parts[0].removesuffix(".py")
        needs[part] |= parts_imported(path) - {part}
    assert list(TopologicalSorter(needs).static_order()), "raises CycleError, with the circle"


@pytest.mark.parametrize(
    "path", modules("vision", "calibration"), ids=lambda path: str(path.relative_to(ROOT))
)
def test_who_sees_and_measures_knows_no_rule(path: Path) -> None:
    for game in GAMES:
        assert rules_imported(path, game) <= VISION_KNOWS.get(game, set())


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_hardware_libraries_are_imported_in_their_drivers_only(path: Path) -> None:
    here = str(path.relative_to(ROOT))
    assert {name for name in imported(path) & DRIVERS.keys() if here not in DRIVERS[name]} == set()


def test_training_libraries_stay_in_the_training_room() -> None:
    training = ROOT / "vision" / "training"
    beyond = [path for path in modules() if training not in path.parents]
    assert [str(path) for path in beyond if imported(path) & TRAINING_ONLY] == []


def test_tests_lie_in_the_folders_of_what_they_test() -> None:
    for room in ROOMS:
        for path in (ROOT / "tests" / room).rglob("test_*.py"):
            assert (ROOT / path.relative_to(ROOT / "tests")).parent.is_dir(), path


def test_what_tests_share_stands_in_no_file_of_tests() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        imported_from = [f"{module}.{name}" for name, module in names_imported(path)]
        assert not [it for it in imported_from if re.search(r"\btest_", it)], path


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    for path in (ROOT / "engine").rglob("*.py"):
        assert imported(path) <= sys.stdlib_module_names | {"engine"}, path


def test_help_loads_neither_opencv_nor_numpy() -> None:
    code = (
        "import sys; from firmware.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'cv2', 'numpy'} & sys.modules.keys()))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout.splitlines()[-1] == "[]"
    assert "read" in run.stdout
