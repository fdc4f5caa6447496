"""What is said behind `--camera` gives a camera or one line that says what to do."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.messages import ENGLISH
from firmware.cameras import CameraError, open_camera
from firmware.cameras.simulated import SimulatedCamera


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("usb:x", "usb:x: behind the colon belongs a number, as in usb:0"),
        ("usb", "usb: behind the colon belongs a number, as in usb:0"),
        ("simulated:", "simulated:: behind the colon belongs a number, as in simulated:0"),
        ("usb:77", "usb:77: no camera is there; plug it in, or find its number with `ls /dev/video*`"),
    ],
)
def test_a_source_that_cannot_be_is_refused_with_the_remedy(source: str, line: str) -> None:
    with pytest.raises(CameraError) as caught:
        open_camera(source)
    assert str(caught.value) == line
    assert caught.value.sentence(ENGLISH) == line
    assert isinstance(caught.value, OSError)


def test_a_file_that_is_not_there_is_named_with_all_that_could_be_said() -> None:
    with pytest.raises(CameraError, match=r"^game_7: there is no such file or folder .*usb:0, simulated"):
        open_camera("game_7")


def test_without_picamera2_the_pi_s_camera_says_where_to_get_it() -> None:
    # picamera2 may be there in truth; an entry of None makes any import fail.
    code = (
        "import sys; sys.modules['picamera2'] = None\n"
        "from firmware.cameras import CameraError, open_camera\n"
        "try: open_camera('pi')\n"
        "except CameraError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "`sudo systemd/install.sh` installs a `kibitz` that has it" in run.stdout
    assert run.stdout.count("\n") == 1


def test_the_simulated_table_is_told_by_its_number() -> None:
    one, other, first = (open_camera(s, size=(320, 240)) for s in ("simulated:7", "simulated:8", "simulated"))
    assert isinstance(one, SimulatedCamera)
    assert isinstance(other, SimulatedCamera)
    assert isinstance(first, SimulatedCamera)
    assert len({camera.script.start for camera in (one, other, first)}) == 3


def test_choosing_a_camera_loads_neither_opencv_nor_numpy() -> None:
    code = "import sys, firmware.cameras.opening; print({'cv2', 'numpy', 'picamera2'} & sys.modules.keys())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"
