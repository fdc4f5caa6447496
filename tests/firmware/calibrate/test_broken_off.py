"""Each step of calibration may be broken off with Ctrl-C, and goes on from there when it is called again."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from calibration.lens.gathering import kept_views
from calibration.mount.file import load_mount
from calibration.own_set.gathering import kept_pictures
from firmware.cli import main

ROOT = Path(__file__).parents[3]


def broken_off(word: str, *arguments: str | Path) -> tuple[int, str]:
    """Call it and break it off when it has said a line with that word; its exit status and all it said."""
    command = [sys.executable, "-u", "-m", "firmware", "calibrate", *map(str, arguments)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        preexec_fn=_heed_interrupts,
    ) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if word in line:
                process.send_signal(signal.SIGINT)
                break
        said += list(process.stdout)
        return process.wait(30), "".join(said)


def _heed_interrupts() -> None:
    """Tests that run in the background may have been told to ignore Ctrl-C, which children inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "kibitz.toml"
    path.write_text("[camera]\nsize = [640, 480]\nfps = 1.0\n")
    return path


def test_a_lens_goes_on_with_what_was_taken_of_the_same_camera(
    tmp_path: Path, settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lens = tmp_path / "lens.json"
    command = ["lens", "--camera", "simulated:2", "--settings", str(settings), "--to", str(lens)]
    status, said = broken_off("taken, ", *command)
    assert status == 130
    assert said.endswith("Broken off. What was taken is kept: call it again to go on.\n")
    assert said.splitlines()[-8] == "Where in the picture the sheet was seen so far:"
    assert "Traceback" not in said
    assert not lens.exists()
    kept = kept_views(tmp_path / "lens-views.json")
    assert kept.views
    assert main(["calibrate", *command]) == 0
    assert capsys.readouterr().out.startswith(f"Going on with {len(kept.views)} picture")

    data = json.loads(lens.read_text())
    data["quality"]["held_out_px"] = 0.001
    lens.write_text(json.dumps(data))
    assert main(["calibrate", *command]) == 1
    capsys.readouterr()
    assert main(["calibrate", *command, "--replace"]) == 0
    assert "taken" not in capsys.readouterr().out, "nothing has to be shown again"


def test_views_of_another_camera_are_neither_mixed_in_nor_lost(
    tmp_path: Path, settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lens, views = tmp_path / "lens.json", tmp_path / "lens-views.json"
    command = ["lens", "--settings", str(settings), "--to", str(lens), "--camera"]
    assert broken_off("taken, ", *command, "simulated:2")[0] == 130
    before = views.read_bytes()
    for source in ("simulated:3", str(ROOT / "vision" / "samples")):
        assert main(["calibrate", *command, source]) == 1
        heard = capsys.readouterr()
        assert "taken with simulated:2 lie" in heard.err
        assert "--anew" in heard.err
        assert not heard.out
        assert views.read_bytes() == before
    assert main(["calibrate", *command, "simulated:3", "--anew"]) == 0
    assert "Going on" not in capsys.readouterr().out


def test_a_set_goes_on_with_the_arrangements_that_were_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.json"
    command = ["set", "--camera", "simulated:2", "--to", str(own)]
    status, said = broken_off("1 of 6 is taken", *command)
    assert status == 130
    assert "call it again to go on" in said
    assert "Traceback" not in said
    assert not own.exists()
    assert len(kept_pictures(tmp_path / "own-pictures").pictures) == 1
    assert main(["calibrate", *command]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Going on with 1 arrangement from before")
    assert "Arrangement 1 of 6" not in said
    assert sorted(it.name for it in tmp_path.iterdir()) == ["own.json", "own.png"]


def test_a_mount_is_kept_as_it_hangs(tmp_path: Path, settings: Path) -> None:
    """In so small a picture there is something to change, so that it would go on looking."""
    mount = tmp_path / "mount.json"
    settings.write_text("[camera]\nsize = [320, 240]\nfps = 1.0\n")
    command = ["mount", "--camera", "simulated:3", "--settings", str(settings), "--to", str(mount)]
    status, said = broken_off("height of the camera", *command)
    assert status == 0
    assert "Traceback" not in said
    assert "to change" in said.splitlines()[-1]
    assert load_mount(mount).faults > 0
    assert mount.with_suffix(".jpg").exists()
