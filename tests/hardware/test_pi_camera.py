"""The Pi camera's driver on the real picamera2 and libcamera, whose virtual camera shows a photo of a city.

Asked for by KIBITZ_CAMERA, a folder that `tests/hardware/make_virtual_camera.sh` has filled; takes a few seconds.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.places import ROOT, SAMPLES

SYSTEM = os.environ.get("KIBITZ_CAMERA", "")

pytestmark = [
    pytest.mark.skipif(not SYSTEM, reason="KIBITZ_CAMERA names no system; see make_virtual_camera.sh"),
    pytest.mark.skipif(os.geteuid() != 0, reason="chroot wants root"),
]


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What `pi_program.py` has seen; its picture is left in the system's folder."""
    inside = Path(SYSTEM) / "srv" / "kibitz"
    shutil.rmtree(inside, ignore_errors=True)
    for room in ("engine", "vision", "calibration", "firmware", "tests"):
        shutil.copytree(
            ROOT / room, inside / room, ignore=shutil.ignore_patterns("*.xz", "__pycache__", "data")
        )
    command = [
        "chroot",
        SYSTEM,
        "env",
        "PYTHONPATH=/srv/kibitz",
        "python3",
        "-m",
        "tests.hardware.pi_program",
    ]
    run = subprocess.run(
        [*command, "/srv/picture.png"], capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return answer


def test_the_format_really_given_is_read_back_and_converted(told: dict[str, Any]) -> None:
    # RGB888 and YUV420 were asked for; the virtual camera knows one format only.
    assert told["formats"] == {"main": "NV12", "lores": "NV12"}
    assert told["sizes"]["main"] == [1280, 960]
    assert told["shapes"] == [[960, 1280, 3]] * 5


def test_the_picture_is_what_stands_before_the_camera(told: dict[str, Any]) -> None:
    assert told
    taken = cv2.imread(str(Path(SYSTEM) / "srv" / "picture.png")).astype(float)
    true = cv2.imread(str(SAMPLES / "wooden_tiles.jpg")).astype(float)
    assert taken.shape == true.shape
    for colour in range(3):
        likeness = np.corrcoef(taken[..., colour].ravel(), true[..., colour].ravel())[0, 1]
        assert likeness > 0.97
    # Red and blue are where they belong, not the other way round.
    assert (
        np.corrcoef((taken[..., 2] - taken[..., 0]).ravel(), (true[..., 2] - true[..., 0]).ravel())[0, 1]
        > 0.9
    )


def test_frames_come_with_times_that_go_on_and_nothing_to_complain(told: dict[str, Any]) -> None:
    assert told["seconds"] == sorted(told["seconds"])
    assert len(set(told["seconds"])) == 3
    assert told["told"] == []
