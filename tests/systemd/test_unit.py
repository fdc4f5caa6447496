"""The service as systemd judges it: a unit without a mistake, in a tight sandbox, with a user of its own."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.settings.files import SYSTEM_FILE
from firmware.settings.places import SERVICE_FOLDER
from tests.places import ROOT

FOLDER = ROOT / "systemd"
UNIT = FOLDER / "kibitz.service"
MOST_EXPOSED = 1.5

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here"
)
needs_sysusers = pytest.mark.skipif(
    shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is not installed here"
)


def settings_of(unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


@needs_systemd
def test_systemd_finds_no_mistake_in_the_unit(tmp_path: Path) -> None:
    # Kibitz itself is not installed where it is tested.
    copy = tmp_path / "kibitz.service"
    copy.write_text(UNIT.read_text().replace("/opt/kibitz/venv/bin/kibitz", "/bin/true"))
    run = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    # What is wrong with other units of this computer is no matter here.
    assert [line for line in run.stderr.splitlines() if "kibitz" in line] == []


@needs_systemd
def test_the_sandbox_is_as_tight_as_a_camera_and_pins_allow() -> None:
    run = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", UNIT],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    exposure = re.search(r"exposure level for kibitz.service: ([\d.]+)", run.stdout)
    if exposure is None and "offline" in run.stderr:
        pytest.skip("this systemd cannot judge units that are not loaded")
    assert exposure is not None, run.stderr
    assert float(exposure[1]) <= MOST_EXPOSED


def test_the_watchdog_and_the_limits_are_on() -> None:
    unit = settings_of(UNIT.read_text())
    assert unit["Type"] == ["notify"]
    assert int(unit["WatchdogSec"][0]) > 0
    assert unit["Restart"] == ["on-failure"]
    assert int(unit["StartLimitBurst"][0]) * int(unit["RestartSec"][0]) < int(
        unit["StartLimitIntervalSec"][0]
    )
    assert unit["RestartPreventExitStatus"] == ["78"]


def test_the_unit_and_the_program_agree_on_places() -> None:
    unit = settings_of(UNIT.read_text())
    assert Path("/var/lib", unit["StateDirectory"][0]) == SERVICE_FOLDER
    assert Path("/etc", unit["ConfigurationDirectory"][0]) == SYSTEM_FILE.parent


@needs_sysusers
def test_every_group_of_the_service_is_made_where_it_is_missing(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    run = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", FOLDER / "kibitz.sysusers"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if run.returncode and "permitted" in run.stderr:
        pytest.skip("only root may write users, even below a folder")
    assert run.returncode == 0, run.stderr
    unit = settings_of(UNIT.read_text())
    groups = {line.split(":")[0] for line in (tmp_path / "etc" / "group").read_text().splitlines()}
    assert {unit["Group"][0], *unit["SupplementaryGroups"][0].split()} <= groups
    (user,) = (tmp_path / "etc" / "passwd").read_text().splitlines()
    assert user.split(":")[0] == unit["User"][0]
    assert user.split(":")[5] == str(SERVICE_FOLDER)
    assert user.endswith("/nologin")
