"""The unit under a real systemd, in a container: ready, hung and started again, stopped, given up on faulty settings.

Asked for by KIBITZ_SYSTEM, a folder that `tests/hardware/make_system.sh` has filled; takes a quarter of a minute.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.hardware.stand_in import FORBIDDEN

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SYSTEM = os.environ.get("KIBITZ_SYSTEM", "")

pytestmark = [
    pytest.mark.skipif(not SYSTEM, reason="KIBITZ_SYSTEM names no system to start; see make_system.sh"),
    pytest.mark.skipif(shutil.which("systemd-nspawn") is None, reason="systemd-nspawn is not installed here"),
    pytest.mark.skipif(os.geteuid() != 0, reason="systemd-nspawn wants root"),
]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the stages of `scenario.sh` have left."""
    staged, results = tmp_path_factory.mktemp("staged"), tmp_path_factory.mktemp("results")
    subprocess.run(
        ["sh", ROOT / "systemd" / "install.sh"], check=True, env={**os.environ, "DESTDIR": str(staged)}
    )
    program = staged / "opt" / "kibitz" / "venv" / "bin" / "kibitz"
    program.parent.mkdir(parents=True)
    shutil.copy(HERE / "stand_in.py", program)
    firmware = staged / "opt" / "kibitz" / "firmware"
    firmware.mkdir()
    for name in ("__init__.py", "notify.py"):
        shutil.copy(ROOT / "firmware" / name, firmware)
    hasty = staged / "etc" / "systemd" / "system" / "kibitz.service.d" / "hasty.conf"
    hasty.parent.mkdir()
    hasty.write_text("[Service]\nWatchdogSec=1\nRestartSec=1\n")
    shutil.copy(HERE / "scenario.sh", results / "scenario.sh")
    for folder in (staged, results):
        # pytest's own folders are shut to the service's user.
        folder.chmod(0o755)
    binds = [
        f"--bind-ro={staged}/opt/kibitz:/opt/kibitz",
        *(
            f"--bind-ro={path}:/{path.relative_to(staged)}"
            for path in (staged / "etc").rglob("*")
            if path.is_file()
        ),
        f"--bind={results}:/results",
    ]
    run = subprocess.run(
        [
            "systemd-nspawn", "--quiet", f"--directory={SYSTEM}", "--volatile=overlay", "--register=no",
            "--keep-unit", "--private-network", *binds, "--boot", "systemd.run=/results/scenario.sh",
        ],
        capture_output=True, text=True, errors="replace", timeout=120, check=False,
        # systemd of today knows the unified hierarchy only, whatever the computer around it has.
        env={**os.environ, "UNIFIED_CGROUP_HIERARCHY": "1"},
    )  # fmt: skip
    assert (results / "faulty").exists(), run.stdout[-3000:] + run.stderr[-3000:]
    return results


def shown(results: Path, stage: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in (results / stage).read_text().splitlines())


def test_the_service_is_started_once_it_says_that_it_is_ready(results: Path) -> None:
    state = shown(results, "ready")
    assert (state["ActiveState"], state["SubState"], state["NRestarts"]) == ("active", "running", "0")
    assert state["StatusText"] == "black to build"


def test_it_runs_as_its_own_user_in_a_sandbox(results: Path) -> None:
    sandbox = json.loads((results / "sandbox.json").read_text())
    assert sandbox["user"] == int((results / "uid").read_text())
    assert sandbox["user"] != 0
    assert len(sandbox["groups"]) >= 5
    assert sandbox["refused"] == ["network", *FORBIDDEN]


def test_a_loop_that_hangs_is_noticed_and_started_again(results: Path) -> None:
    state = shown(results, "restarted")
    assert (state["ActiveState"], state["NRestarts"]) == ("active", "1")
    assert "Watchdog timeout" in (results / "log").read_text()


def test_it_stops_by_itself_when_it_is_asked_to(results: Path) -> None:
    state = shown(results, "stopped")
    assert (state["ActiveState"], state["Result"]) == ("inactive", "success")
    assert (results / "stopped-by-itself").exists()


def test_faulty_settings_are_not_tried_again_and_again(results: Path) -> None:
    state = shown(results, "faulty")
    assert (state["ActiveState"], state["ExecMainStatus"], state["NRestarts"]) == ("failed", "78", "0")
