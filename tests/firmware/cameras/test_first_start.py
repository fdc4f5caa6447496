"""A camera whose driver fails at the first start ends every command in one clear line."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import pytest

from firmware.cameras import CameraError, live, open_camera, usb
from firmware.cli import main

OPENCV = cv2.error("(-215:Assertion failed)\n !_src.empty()")


def fail(error: Exception) -> Any:
    """A function that raises an error whatever it is given."""

    def failing(*_: object) -> None:
        raise error

    return failing


@pytest.fixture(autouse=True)
def _at_home_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.mark.parametrize(
    "error",
    [OPENCV, OSError(16, "Device or resource busy"), RuntimeError("Failed to acquire camera"), KeyError("Y")],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize(
    "command",
    ["watch", "calibrate lens", "calibrate mount", "calibrate set"],
)
def test_a_driver_that_fails_is_told_in_one_line(
    command: str, error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(usb, "opened", fail(error))
    assert main([*command.split(), "--camera", "usb:0"]) == 1
    said = [line for line in capsys.readouterr().err.splitlines() if "driver" in line]
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    name = command.split()[0]
    assert said == [
        f"kibitz {name}: usb:0: the camera's driver fails: {reason}; "
        "check cable and power, and whether another program uses the camera"
    ]


def test_a_driver_that_hangs_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for_ever = threading.Event()
    monkeypatch.setattr(live, "STARTING_S", 0.01)
    monkeypatch.setattr(usb, "opened", lambda *_: for_ever.wait())
    assert main(["watch", "--camera", "usb:0"]) == 1
    for_ever.set()
    said = [line for line in capsys.readouterr().err.splitlines() if "started" in line]
    assert said == [
        "kibitz watch: usb:0: the camera has not started within 0 s; "
        "check cable and power, and whether another program uses the camera"
    ]


def test_the_doctor_tells_it_with_its_remedy_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(usb, "opened", fail(OPENCV))
    settings = tmp_path / "kibitz.toml"
    settings.write_text("[camera]\nsource = 'usb:0'\n")
    assert main(["doctor", "--settings", str(settings)]) == 1
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "driver" in line]
    assert line.endswith(
        "usb:0: the camera's driver fails: error: (-215:Assertion failed) !_src.empty(); "
        "check cable and power, and whether another program uses the camera"
    )


class Picamera2:
    """picamera2 as far as its driver gets before it fails."""

    closed = 0
    close_error: Exception | None = None

    @staticmethod
    def global_camera_info() -> list[dict[str, str]]:
        return [{"Model": "imx708"}]

    def create_still_configuration(self, **_: object) -> dict[str, object]:
        raise KeyError("imx708")

    def close(self) -> None:
        type(self).closed += 1
        if self.close_error is not None:
            raise self.close_error


@pytest.mark.parametrize("close_error", [None, RuntimeError("in use")], ids=["let go", "not even let go"])
def test_a_pi_camera_that_cannot_be_set_up_is_let_go_and_told(
    close_error: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = ModuleType("picamera2")
    library.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", library)
    monkeypatch.setattr(Picamera2, "closed", 0)
    monkeypatch.setattr(Picamera2, "close_error", close_error)
    with pytest.raises(
        CameraError,
        match=r"^the Pi camera cannot be started: KeyError: 'imx708'; is another program using it",
    ):
        open_camera("pi")
    assert Picamera2.closed == 1
