"""The service under a real systemd, in a container: ready, hung and started again, stopped, refusing faulty settings.

Asked for by KIBITZ_SYSTEM, a folder that `tests/hardware/make_system.sh` has filled; takes a minute.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.events import What
from firmware.journal import events_of, past_games

HERE = Path(__file__).parent
SYSTEM = os.environ.get("KIBITZ_SYSTEM", "")

pytestmark = [
    pytest.mark.skipif(not SYSTEM, reason="KIBITZ_SYSTEM names no system to start; see make_system.sh"),
    pytest.mark.skipif(shutil.which("systemd-nspawn") is None, reason="systemd-nspawn is not installed here"),
    pytest.mark.skipif(os.geteuid() != 0, reason="systemd-nspawn wants root"),
]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the stages of `scenario.sh` have left."""
    results = tmp_path_factory.mktemp("results")
    shutil.copy(HERE / "scenario.sh", results / "scenario.sh")
    hasty = results / "hasty.conf"
    # The same service, but for its patience, with a table to watch and a journal of it. The first look at a board can
    # take seconds where something else runs as well.
    hasty.write_text(
        "[Service]\nWatchdogSec=20\nTimeoutAbortSec=1\nRestartSec=1\nExecStart=\n"
        "ExecStart=/opt/kibitz/venv/bin/kibitz watch --journal /var/lib/kibitz/games.sqlite3\n"
    )
    run = subprocess.run(
        [
            "systemd-nspawn", "--quiet", f"--directory={SYSTEM}", "--volatile=overlay", "--register=no",
            "--keep-unit", "--private-network", f"--bind={results}:/results",
            f"--bind-ro={hasty}:/etc/systemd/system/kibitz.service.d/hasty.conf",
            "--boot", "systemd.run=/results/scenario.sh",
        ],
        capture_output=True, text=True, errors="replace", timeout=240, check=False,
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
    assert state["StatusText"] == "black to move"


def test_it_runs_as_its_own_user_in_a_sandbox(results: Path) -> None:
    lines = (line.split(":", 1) for line in (results / "process").read_text().splitlines())
    process = {key: value.split() for key, value in lines}
    user = (results / "uid").read_text().strip()
    assert process["Uid"] == [user] * 4
    assert user != "0"
    assert len(process["Groups"]) >= 5
    assert (process["NoNewPrivs"], process["Seccomp"], process["CapBnd"]) == (["1"], ["2"], ["0" * 16])
    assert len((results / "refused").read_text().splitlines()) == 4


def test_a_loop_that_hangs_is_noticed_and_started_again(results: Path) -> None:
    state = shown(results, "restarted")
    assert (state["ActiveState"], state["NRestarts"]) == ("active", "1")
    assert "Watchdog timeout" in (results / "log").read_text()


def test_it_stops_by_itself_when_it_is_asked_to(results: Path) -> None:
    state = shown(results, "stopped")
    assert (state["ActiveState"], state["Result"]) == ("inactive", "success")


def test_what_it_saw_is_in_its_journal(results: Path) -> None:
    path = results / "games.sqlite3"
    first, *_ = events_of(path, past_games(path)[0].number)
    assert first.what is What.SETUP


def test_faulty_settings_are_not_tried_again_and_again(results: Path) -> None:
    state = shown(results, "faulty")
    assert (state["ActiveState"], state["ExecMainStatus"], state["NRestarts"]) == ("failed", "78", "0")
