"""What the doctor says about Python and libraries, tried with real imports in a real process."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from firmware.doctor.software import Library, fitting, libraries, python, tried
from firmware.finding import Level
from tests.places import ROOT

ABI = "numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88 from PyObject"


def test_the_python_that_runs_this_is_fine() -> None:
    assert python(sys.version_info[:3], 64).level is Level.OK


@pytest.mark.parametrize(
    ("version", "bits", "remedy"),
    [((3, 9, 2), 64, "Bookworm or a later one"), ((3, 11, 2), 32, "the 64-bit Raspberry Pi OS")],
)
def test_a_python_that_will_not_do_is_trouble(version: tuple[int, ...], bits: int, remedy: str) -> None:
    finding = python(version, bits)
    assert finding.level is Level.TROUBLE
    assert remedy in finding.line()


@pytest.mark.parametrize("version", [(3, 11, 2), (3, 12, 3), (3, 13, 5)])
def test_what_fits_is_what_the_project_asks_for(version: tuple[int, ...]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    here = {"python_version": ".".join(map(str, version[:2]))}
    asked = {
        it.name: it.specifier
        for it in map(Requirement, project["dependencies"])
        if it.marker is None or it.marker.evaluate(here)
    }
    for library, name in (("numpy", "numpy"), ("cv2", "opencv-python-headless")):
        oldest, before = (".".join(map(str, it)) for it in fitting(version)[library])
        assert asked[name] & SpecifierSet(f">={oldest},<{before}") == asked[name]


def test_the_libraries_that_run_this_are_fine_and_told_with_their_versions() -> None:
    import cv2
    import numpy

    (finding,) = libraries(tried(["numpy", "cv2"]))
    assert finding.level is Level.OK
    assert f"numpy {numpy.__version__} (" in finding.line()
    assert f"cv2 {cv2.__version__} (" in finding.line()


def trouble_with(folder: Path, name: str, code: str) -> str:
    """The line about a library that holds this code, found along with one that works."""
    (folder / f"{name}.py").write_text(code)
    first, second = libraries(tried([name, "numpy"], search=[folder]), prefix="/opt/kibitz/venv")
    assert (first.level, second.level) == (Level.TROUBLE, Level.OK)
    return first.line()


@pytest.mark.parametrize(
    "error",
    [
        f"ValueError({ABI!r})",
        "ImportError('numpy.core.multiarray failed to import')",
        "ImportError('A module that was compiled using NumPy 1.x cannot be run in NumPy 2.2.4')",
        "AttributeError('_ARRAY_API not found')",
    ],
)
def test_apts_camera_under_pips_numpy_is_recognised(tmp_path: Path, error: str) -> None:
    line = trouble_with(tmp_path, "picamera2", f"print('loading'); raise {error}")
    assert line.startswith("trouble: libraries: picamera2 cannot be used: ")
    assert line.endswith(": sudo /opt/kibitz/venv/bin/pip uninstall numpy")


def test_a_library_that_takes_the_process_down_is_named_and_the_others_are_still_tried(
    tmp_path: Path,
) -> None:
    line = trouble_with(tmp_path, "picamera2", "import os; os.abort()")
    assert "picamera2 cannot be used: it took Python down with it" in line


def test_a_missing_camera_library_comes_from_apt() -> None:
    (finding,) = libraries(tried(["picamera2"])) if not installed("picamera2") else (None,)
    if finding is None:
        pytest.skip("picamera2 is installed here")
    assert "No module named 'picamera2'; sudo apt install python3-picamera2" in finding.line()


def installed(name: str) -> bool:
    return not tried([name])[0].error


def test_any_other_missing_library_is_installed_again() -> None:
    (finding,) = libraries(tried(["a_library_of_nobody"]), prefix="/opt/kibitz/venv")
    assert "into /opt/kibitz/venv" in finding.line()


@pytest.mark.parametrize(
    ("library", "level"),
    [
        (Library("cv2", "4.11.0"), Level.OK),
        (Library("cv2", "4.10.0"), Level.WARNING),
        (Library("cv2", "5.0.0"), Level.WARNING),
        (Library("numpy", "1.24.2"), Level.OK),
        (Library("numpy", "2.2.4"), Level.OK),
        (Library("numpy", "3.0.0rc1"), Level.WARNING),
        (Library("gpiozero", "2.0.1.post3"), Level.OK),
    ],
)
def test_a_version_that_nobody_has_tried_is_named(library: Library, level: Level) -> None:
    (finding,) = libraries([library])
    assert finding.level is level
    assert library.version in finding.line()


def test_a_line_says_whether_a_library_is_apts_or_pips() -> None:
    found = [
        Library("numpy", "1.24.2", "/usr/lib/python3/dist-packages/numpy/__init__.py"),
        Library("cv2", "4.11.0", "/opt/kibitz/venv/lib/python3.11/site-packages/cv2/__init__.py"),
    ]
    (finding,) = libraries(found)
    assert finding.line() == "ok: libraries: numpy 1.24.2 (apt), cv2 4.11.0 (pip)"


def test_what_lies_in_the_folder_at_hand_is_no_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stray.py").write_text("open('left_behind', 'w').close()")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    (library,) = tried(["stray"])
    assert "No module named 'stray'" in library.error
    assert not (tmp_path / "left_behind").exists()
