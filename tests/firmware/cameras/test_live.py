"""A live camera is watched: the newest picture is given, and when it hangs or is pulled it is started again."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cameras import live
from firmware.cameras.camera import CameraError
from firmware.cameras.live import DEADLINE_S, FIRST_WAIT_S, LONGEST_WAIT_S, RESTARTS, LiveCamera, _Taker
from firmware.cameras.usb import UsbSource
from firmware.cameras.words import LOST, NO_USB_CAMERA
from firmware.complaint import complain
from firmware.streams import fit_for_all
from tests.firmware.cameras.films import film
from tests.firmware.cameras.usb_camera import UsbCamera
from vision.lens import Lens
from vision.photo import Picture

PATIENCE_S = 10.0
"""For threads to get going; only waited for in full when a test fails."""


class Clock:
    """Time that goes on when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Pulled:
    """A camera that gives the pictures handed in, hangs while there is none, and can be pulled out.

    close_error: what letting it go raises, if anything.
    """

    close_error: Exception | None = None

    def __init__(self) -> None:
        self.pictures: list[Picture] = []
        self.news = threading.Condition()
        self.error: Exception | None = None
        self.closed = threading.Event()
        self.measured_by: list[threading.Thread] = []

    def give(self, value: int) -> None:
        with self.news:
            self.pictures.append(np.full((48, 64, 3), value, np.uint8))
            self.news.notify_all()

    def pull(self, error: Exception | None = None) -> None:
        """Give no more pictures; grabbing one raises the error, or that the camera is gone."""
        with self.news:
            self.error = error or CameraError(LOST, source="usb:0")
            self.news.notify_all()

    def grab(self) -> Picture:
        with self.news:
            self.news.wait_for(lambda: self.pictures or self.error)
            if self.error:
                raise self.error
            return self.pictures.pop(0)

    def measure_anew(self) -> None:
        self.measured_by.append(threading.current_thread())

    def close(self) -> None:
        self.closed.set()
        if self.close_error:
            raise self.close_error


class Bench:
    """A live camera with its clock, what it told, and every start of it."""

    def __init__(self, lens: Lens | None = None, opens_in_s: float = 0.0) -> None:
        self.clock = Clock()
        self.opens_in_s = opens_in_s
        self.told: list[str] = []
        self.starts: list[Pulled] = []
        self.absent: Exception | None = None
        self.camera = LiveCamera(
            "usb:0", self.start, lens=lens, tell=lambda e: self.told.append(str(e)), clock=self.clock
        )

    def start(self) -> Pulled:
        if self.absent:
            raise self.absent
        self.goes_on(self.opens_in_s)
        self.starts.append(Pulled())
        return self.starts[-1]

    def until_it_stops(self) -> None:
        """Ask until the trouble of the camera has come through."""
        self.camera.next(PATIENCE_S)

    def goes_on(self, seconds: float) -> None:
        self.clock.now += seconds


def test_frames_have_the_camera_s_time_and_a_number() -> None:
    bench = Bench()
    bench.goes_on(0.5)
    bench.starts[0].give(7)
    frame = bench.camera.next(PATIENCE_S)
    assert frame is not None
    assert (frame.seconds, frame.name) == (0.5, "1")
    assert int(frame.picture[0, 0, 0]) == 7
    assert bench.camera.next(0) is None


def test_a_camera_is_asked_to_measure_anew_once_and_in_the_thread_that_it_is_used_by() -> None:
    bench = Bench()
    bench.camera.measure_anew()
    for value in (7, 8, 9):
        bench.starts[0].give(value)
        assert bench.camera.next(PATIENCE_S) is not None
    (by,) = bench.starts[0].measured_by
    assert by is not threading.current_thread()


def test_a_lens_that_does_not_fit_the_pictures_is_told_once_and_done_without() -> None:
    fitting = Bench(Lens.pinhole(60, (128, 96)))
    fitting.starts[0].give(7)
    frame = fitting.camera.next(PATIENCE_S)
    assert frame is not None
    assert frame.lens is not None
    assert frame.lens.size == (64, 48)
    wide = Bench(Lens.pinhole(60, (128, 72)))
    for value in (7, 8):
        wide.starts[0].give(value)
        frame = wide.camera.next(PATIENCE_S)
        assert frame is not None
        assert frame.lens is None
    (line,) = wide.told
    assert "pictures of 128x72, which cannot be scaled to 64x48: an ordinary lens is assumed" in line


def test_no_camera_at_the_start_is_an_error_at_once() -> None:
    def start() -> Pulled:
        raise CameraError(NO_USB_CAMERA, source="usb:0")

    with pytest.raises(CameraError, match="plug it in"):
        LiveCamera("usb:0", start, lens=None, tell=lambda _: None)


def test_a_first_start_that_hangs_is_told_in_one_line_and_let_go_if_it_ever_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "STARTING_S", 0.01)
    driver, comes_back = Pulled(), threading.Event()

    def start() -> Pulled:
        assert comes_back.wait(PATIENCE_S)
        return driver

    with pytest.raises(CameraError, match=r"^usb:0: the camera has not started within 0 s; check cable"):
        LiveCamera("usb:0", start, lens=None, tell=lambda _: None)
    comes_back.set()
    assert driver.closed.wait(PATIENCE_S)


def test_a_first_start_that_is_broken_off_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Pulled()

    def broken_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_Taker, "is_open_within", broken_off)
    with pytest.raises(KeyboardInterrupt):
        LiveCamera("usb:0", lambda: driver, lens=None, tell=lambda _: None)
    driver.give(1)
    assert driver.closed.wait(PATIENCE_S)


def test_a_camera_that_is_silent_too_long_is_started_again() -> None:
    bench = Bench()
    bench.goes_on(DEADLINE_S + 0.1)
    assert bench.camera.next(0) is None
    assert bench.told == ["usb:0: no picture for 5 s; check cable and power. Trying again"]
    assert bench.camera.next(0) is None
    assert len(bench.starts) == 1
    bench.goes_on(1.0)
    bench.camera.next(0)
    bench_start = until(bench, 2)
    bench_start.give(9)
    frame = bench.camera.next(PATIENCE_S)
    assert frame is not None
    assert int(frame.picture[0, 0, 0]) == 9


def test_a_camera_that_takes_long_to_open_is_waited_for() -> None:
    bench = Bench(opens_in_s=DEADLINE_S + 1)
    assert bench.camera.next(0) is None
    assert bench.told == []
    bench.goes_on(DEADLINE_S + 0.1)
    bench.camera.next(0)
    assert len(bench.told) == 1
    bench.goes_on(1.0)
    bench.camera.next(0)
    until(bench, 2).give(9)
    assert bench.camera.next(PATIENCE_S) is not None


def until(bench: Bench, starts: int) -> Pulled:
    """The camera's start of that number, which happens in another thread."""
    found = threading.Event()
    while len(bench.starts) < starts:
        found.wait(0.001)
    return bench.starts[starts - 1]


def test_a_pulled_cable_is_told_once_and_the_game_goes_on_when_it_is_back() -> None:
    bench = Bench()
    bench.starts[0].give(1)
    assert bench.camera.next(PATIENCE_S) is not None
    bench.starts[0].pull()
    bench.absent = CameraError(NO_USB_CAMERA, source="usb:0")
    for _ in range(4):
        bench.until_it_stops()
        bench.goes_on(LONGEST_WAIT_S)
    assert bench.told == ["usb:0: the camera is gone; check cable and power. Trying again"]
    assert bench.starts[0].closed.wait(PATIENCE_S)
    bench.absent = None
    bench.camera.next(0)
    until(bench, 2).give(5)
    frame = bench.camera.next(PATIENCE_S)
    assert frame is not None
    assert frame.name == "2"
    assert frame.seconds >= 4 * LONGEST_WAIT_S


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            cv2.error("(-215:Assertion failed)\n !_src.empty()"),
            "error: (-215:Assertion failed) !_src.empty()",
        ),
        (RuntimeError("Failed to queue request"), "RuntimeError: Failed to queue request"),
        (ValueError("cannot reshape array"), "ValueError: cannot reshape array"),
        (KeyError("lores"), "KeyError: 'lores'"),
    ],
    ids=["OpenCV", "runtime", "value", "key"],
)
def test_whatever_a_driver_raises_is_told_with_its_reason_and_the_camera_is_started_again(
    error: Exception, reason: str
) -> None:
    bench = Bench()
    said = f"usb:0: the camera's driver fails: {reason}. Trying again"
    bench.starts[0].close_error = error
    bench.starts[0].pull(error)
    bench.until_it_stops()
    assert bench.told == [said]
    bench.goes_on(1.0)
    bench.camera.next(0)
    again = until(bench, 2)
    again.give(5)
    assert bench.camera.next(PATIENCE_S) is not None
    again.pull()
    bench.until_it_stops()
    bench.absent = error
    bench.goes_on(1.0)
    bench.until_it_stops()
    bench.absent = None
    bench.goes_on(LONGEST_WAIT_S)
    bench.camera.next(0)
    until(bench, 3).give(6)
    assert bench.camera.next(PATIENCE_S) is not None, "a start that failed is tried again as well"


def test_an_error_in_letting_a_pulled_camera_go_hides_nothing_and_ends_no_thread_with_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tracebacks: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", tracebacks.append)
    bench = Bench()
    bench.starts[0].close_error = RuntimeError("Camera still in use")
    bench.starts[0].pull()
    bench.until_it_stops()
    bench.camera.close()
    assert bench.starts[0].closed.is_set()
    assert bench.told == ["usb:0: the camera is gone; check cable and power. Trying again"]
    assert tracebacks == []


def test_a_camera_that_gave_a_picture_just_now_is_not_silent_however_long_ago_it_was_opened() -> None:
    bench = Bench()
    for value in (1, 2):
        bench.goes_on(DEADLINE_S - 1)
        bench.starts[0].give(value)
        assert bench.camera.next(PATIENCE_S) is not None
    bench.goes_on(DEADLINE_S - 1)
    assert bench.camera.next(0) is None
    assert bench.told == []
    bench.goes_on(1.1)
    assert bench.camera.next(0) is None
    assert bench.told == ["usb:0: no picture for 5 s; check cable and power. Trying again"]


def test_each_time_the_cable_is_pulled_is_told_and_counts_its_attempts_anew() -> None:
    bench = Bench()
    for times in range(1, RESTARTS + 2):
        until(bench, times).give(times)
        assert bench.camera.next(PATIENCE_S) is not None
        bench.starts[-1].pull()
        bench.until_it_stops()
        assert len(bench.told) == times
        bench.goes_on(FIRST_WAIT_S)
        bench.camera.next(0)
    assert not bench.camera.ended


def test_after_too_many_starts_in_vain_it_is_given_up() -> None:
    bench = Bench()
    bench.starts[0].pull()
    bench.absent = CameraError(NO_USB_CAMERA, source="usb:0")
    for _ in range(RESTARTS):
        bench.until_it_stops()
        bench.goes_on(LONGEST_WAIT_S)
    with pytest.raises(CameraError, match=f"no picture after {RESTARTS} attempts"):
        bench.until_it_stops()
    assert bench.camera.ended


def test_closing_lets_the_camera_go() -> None:
    bench = Bench()
    bench.starts[0].give(1)
    assert bench.camera.next(PATIENCE_S) is not None
    bench.starts[0].pictures.append(np.zeros((48, 64, 3), np.uint8))
    bench.starts[0].pull()
    bench.camera.close()
    bench.camera.close()
    assert bench.starts[0].closed.is_set()
    assert bench.camera.next() is None


def test_a_usb_camera_s_frames_are_fetched_and_only_those_due_decoded(tmp_path: Path) -> None:
    clock = Clock()

    video = cv2.VideoCapture(str(film(tmp_path / "film.avi", 40)))

    class Played:
        """The video at the pace of the clock: 25 frames a second."""

        isOpened, retrieve, release, get, set = (  # noqa: N815
            video.isOpened,
            video.retrieve,
            video.release,
            video.get,
            video.set,
        )

        def grab(self) -> bool:
            clock.now += 1 / 25
            return bool(video.grab())

    source = UsbSource("usb:0", Played(), 5, clock)  # type: ignore[arg-type]
    shown = [int(source.grab().mean()) for _ in range(5)]
    assert np.diff(shown)[1:] == pytest.approx([10, 10, 10], abs=3)
    source.close()
    with pytest.raises(CameraError, match="the camera is gone"):
        source.grab()


@pytest.fixture
def error_output(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> pytest.CaptureFixture[str]:
    """What is written to the error output, by libraries and by a Kibitz that was begun at a terminal."""
    stream = os.fdopen(2, "w", buffering=1, closefd=False)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(sys, "__stderr__", stream)
    fit_for_all()
    return capfd


def test_nothing_is_said_of_a_stray_byte_in_a_picture_and_what_kibitz_says_meanwhile_is_not_lost(
    error_output: pytest.CaptureFixture[str],
) -> None:
    jpeg = cv2.imencode(".jpg", np.full((240, 320, 3), 90, np.uint8))[1].tobytes()
    stray = np.frombuffer(jpeg[:-2] + bytes(9) + jpeg[-2:], np.uint8)

    class Stray(UsbCamera):
        def retrieve(self) -> tuple[bool, Picture]:
            complain("watch", "something")
            return True, np.asarray(cv2.imdecode(stray, cv2.IMREAD_COLOR), np.uint8)

    cv2.imdecode(stray, cv2.IMREAD_COLOR)
    assert "Corrupt JPEG data" in error_output.readouterr().err, "libjpeg would speak"
    source = UsbSource("usb:0", Stray(), 5)  # type: ignore[arg-type]
    for _ in range(3):
        assert source.grab().shape == (240, 320, 3)
    assert error_output.readouterr().err == "kibitz watch: something\n" * 3


def test_a_camera_that_hangs_amid_a_picture_keeps_nobody_waiting_and_is_told(
    error_output: pytest.CaptureFixture[str],
) -> None:
    clock, hangs, comes_back, let_go = Clock(), threading.Event(), threading.Event(), threading.Event()

    class Hanging(UsbCamera):
        def retrieve(self) -> tuple[bool, Picture]:
            if not hangs.is_set():
                hangs.set()
                comes_back.wait(PATIENCE_S)
            return super().retrieve()

        def release(self) -> None:
            let_go.set()

    def start() -> UsbSource:
        return UsbSource("usb:0", Hanging(picture=np.zeros((48, 64, 3), np.uint8)), 5)  # type: ignore[arg-type]

    camera = LiveCamera("usb:0", start, lens=None, tell=lambda it: complain("watch", str(it)), clock=clock)
    assert hangs.wait(PATIENCE_S)
    clock.now += DEADLINE_S + 0.1
    camera.next(0)
    said = error_output.readouterr().err
    clock.now += FIRST_WAIT_S
    assert camera.next(PATIENCE_S) is not None, "it was started again"
    assert not let_go.is_set(), "what hung first hangs on"
    assert said == "kibitz watch: usb:0: no picture for 5 s; check cable and power. Trying again\n"
    comes_back.set()
    assert let_go.wait(PATIENCE_S)
    camera.close()


def test_a_device_that_gives_nothing_is_said_to_be_no_camera(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="in use by another program"):
        UsbSource("usb:3", cv2.VideoCapture(str(tmp_path / "none")), 5)
