"""Installing: the script is plain sh, says what it would do, and may be run again without harm."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
import venv
from pathlib import Path

import pytest

from tests.places import ROOT

FOLDER = ROOT / "systemd"
SCRIPT = FOLDER / "install.sh"
CONSTRAINTS = FOLDER / "constraints.sh"
PLACES = {
    "kibitz.service": "etc/systemd/system/kibitz.service",
    "kibitz.sysusers": "etc/sysusers.d/kibitz.conf",
    "kibitz.toml": "etc/kibitz/kibitz.toml",
}


def install(*arguments: str, destination: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    if destination is not None:
        environment["DESTDIR"] = str(destination)
    return subprocess.run(
        ["sh", str(SCRIPT), *arguments], capture_output=True, text=True, check=False, env=environment
    )


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("script", [SCRIPT, CONSTRAINTS])
def test_the_scripts_are_plain_sh(script: Path) -> None:
    subprocess.run(["sh", "-n", script], check=True)
    assert script.read_text().startswith("#!/bin/sh\n")
    assert script.stat().st_mode & 0o111


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed here")
def test_shellcheck_finds_nothing() -> None:
    run = subprocess.run(["shellcheck", SCRIPT, CONSTRAINTS], capture_output=True, text=True, check=False)
    assert run.stdout == ""


def test_the_files_come_to_their_places(tmp_path: Path) -> None:
    assert install(destination=tmp_path).returncode == 0
    assert files_below(tmp_path) == {place: (FOLDER / name).read_bytes() for name, place in PLACES.items()}
    assert all((tmp_path / place).stat().st_mode & 0o777 == 0o644 for place in PLACES.values())


def test_what_is_installed_is_for_the_service_to_read_whatever_the_umask() -> None:
    before, umask, after = SCRIPT.read_text().partition("\numask 022\n")
    assert umask
    assert "venv" not in before
    assert "-m venv" in after


def test_a_second_time_settings_stay_and_the_rest_is_brought_up_to_date(tmp_path: Path) -> None:
    install(destination=tmp_path)
    settings, unit = (tmp_path / PLACES[name] for name in ("kibitz.toml", "kibitz.service"))
    settings.write_text("[camera]\nsource = 'usb:0'\n")
    unit.write_text("of last year")
    run = install(destination=tmp_path)
    assert run.returncode == 0
    assert settings.read_text() == "[camera]\nsource = 'usb:0'\n"
    assert unit.read_bytes() == (FOLDER / "kibitz.service").read_bytes()
    assert f"your settings in {settings} stay as they are" in run.stdout
    assert len(files_below(tmp_path)) == len(PLACES)


@pytest.mark.skipif(shutil.which("apt-get") is None, reason="this is no Debian")
def test_a_dry_run_says_every_step_and_does_none() -> None:
    before = Path("/opt/kibitz").exists(), Path("/etc/kibitz").exists()
    run = install("--dry-run")
    assert run.returncode == 0, run.stderr
    steps = [line.strip() for line in run.stdout.splitlines() if line.startswith("  ")]
    assert any("pip install" in step and "[pi]" in step for step in steps)
    assert steps[-1] == "systemctl restart kibitz.service"
    assert (Path("/opt/kibitz").exists(), Path("/etc/kibitz").exists()) == before


def test_an_option_that_is_none_is_refused() -> None:
    run = install("--dry")
    assert run.returncode == 1
    assert run.stderr == "kibitz: there is no option --dry; there is --dry-run\n"


def test_pip_is_not_asked_on_trixie_for_what_has_no_wheel_there() -> None:
    # lgpio would be compiled, which takes swig and its library; rpi-lgpio asks for it.
    project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text())["project"]
    asked = [line for line in project["optional-dependencies"]["pi"] if "lgpio" in line]
    assert len(asked) == 2
    assert all(line.endswith("; python_version < '3.13'") for line in asked)


def held_to(folder: Path, numpy: str) -> set[str]:
    """The lines that pip is held to by, where the system's Python finds such a numpy."""
    (folder / "numpy.py").write_text(numpy)
    run = subprocess.run(
        ["sh", CONSTRAINTS],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(folder)},
    )
    return set(run.stdout.splitlines())


def test_pip_is_held_to_what_kibitz_is_tried_with_but_to_the_numpy_of_the_system(tmp_path: Path) -> None:
    lock = set((FOLDER.parent / "requirements.lock").read_text().splitlines())
    numpy, spidev = ({line for line in lock if line.startswith(f"{name}==")} for name in ("numpy", "spidev"))
    assert numpy
    assert spidev
    assert held_to(tmp_path, "__version__ = '1.24.2'") == lock - numpy - spidev | {"numpy==1.24.2"}
    assert held_to(tmp_path, "raise ImportError") == lock - spidev


def test_what_a_pi_takes_from_pip_is_held_to_as_well() -> None:
    project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text())["project"]
    asked = project["dependencies"] + project["optional-dependencies"]["pi"]
    lock = (FOLDER.parent / "requirements.lock").read_text()
    for line in asked:
        name = re.split(r"[<>=;]", line)[0].replace(".", "-")
        assert re.search(rf"^{name}==", lock, re.MULTILINE), name


def test_an_environment_that_was_made_for_another_python_is_made_anew(tmp_path: Path) -> None:
    (is_its_own,) = re.findall("^is_its_own='(.*)'$", SCRIPT.read_text(), re.MULTILINE)
    venv.create(tmp_path, with_pip=False, symlinks=True)
    command = [tmp_path / "bin" / "python", "-c", is_its_own]
    assert subprocess.run(command, check=False).returncode == 0
    (library,) = (tmp_path / "lib").iterdir()
    library.rename(tmp_path / "lib" / "python3.1")
    assert subprocess.run(command, check=False).returncode == 1
