"""Steps of calibration may be broken off with Ctrl-C, and go on from there when they are called again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.lens.file import KeptLens, Quality, load_lens, save_lens
from calibration.lens.gathering import kept_views
from calibration.mount.file import load_mount
from firmware.cli import main
from tests.firmware.calibrate.breaking_off import broken_off
from tests.places import SAMPLES
from vision.lens import Lens


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
    assert said.splitlines()[-9] == "Where in the picture the sheet was seen so far:"
    assert said.splitlines()[-2] == "· not yet, ░ once, ▒ twice, ▓ more often, × wanted next"
    assert "Traceback" not in said
    assert not lens.exists()
    kept = kept_views(tmp_path / "lens-views.json")
    assert kept.views

    better = Quality("2026-01-01", "simulated:2", 20, 0.001, 0.001, 0.0001)
    save_lens(lens, KeptLens(Lens(np.diag([500.0, 500.0, 1.0]), np.zeros(5), (640, 480)), better))
    assert main(["calibrate", *command]) == 1
    assert capsys.readouterr().out.startswith(f"Going on with {len(kept.views)} picture")
    assert main(["calibrate", *command, "--replace"]) == 0
    assert "taken" not in capsys.readouterr().out, "nothing has to be shown again"
    assert load_lens(lens).quality != better


def test_views_of_another_camera_are_neither_mixed_in_nor_lost(
    tmp_path: Path, settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lens, views = tmp_path / "lens.json", tmp_path / "lens-views.json"
    command = ["lens", "--settings", str(settings), "--to", str(lens), "--camera"]
    assert broken_off("taken, ", *command, "simulated:2")[0] == 130
    before = views.read_bytes()
    for source in ("simulated:3", str(SAMPLES)):
        assert main(["calibrate", *command, source]) == 1
        heard = capsys.readouterr()
        assert "taken with simulated:2 lie" in heard.err
        assert "--anew" in heard.err
        assert not heard.out
        assert views.read_bytes() == before
    assert kept_views(views).camera == "simulated:2"
    status, said = broken_off("taken, ", *command, "simulated:3", "--anew")
    assert status == 130
    assert "Going on" not in said
    assert kept_views(views).camera == "simulated:3"


def test_a_mount_is_kept_as_it_hangs(tmp_path: Path, settings: Path) -> None:
    """In so small a picture there is something to change, so that it would go on looking."""
    mount = tmp_path / "mount.json"
    settings.write_text("[camera]\nsize = [320, 240]\nfps = 30.0\n")
    command = ["mount", "--camera", "simulated:3", "--settings", str(settings), "--to", str(mount)]
    status, said = broken_off("height of the camera", *command)
    assert status == 0
    assert "Traceback" not in said
    kept, _, left = said.partition("to change.\n")
    assert kept.splitlines()[-1].startswith(f"{mount}: kept, with ")
    assert len(left.splitlines()) == load_mount(mount).faults > 0, "what is left is named once more"
    assert mount.with_suffix(".jpg").exists()
