"""A video file is a camera with its own time."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware.cameras import CameraError, open_camera
from tests.firmware.cameras.films import film
from tests.places import ROOT


def test_frames_are_skipped_to_a_few_a_second_of_its_own_time(tmp_path: Path) -> None:
    with open_camera(str(film(tmp_path / "game.avi", 50)), fps=5) as camera:
        frames = list(camera.frames())
    assert [f.seconds for f in frames] == pytest.approx([n / 5 for n in range(10)], abs=0.02)
    assert [f.name for f in frames] == [str(1 + 5 * n) for n in range(10)]
    shown = [int(f.picture.mean()) for f in frames]
    assert shown == pytest.approx([20 + 10 * n for n in range(10)], abs=3)


def test_a_video_slower_than_asked_for_gives_all_its_frames(tmp_path: Path) -> None:
    frames = list(open_camera(str(film(tmp_path / "slow.avi", 6, fps=2.0)), fps=5).frames())
    assert [f.seconds for f in frames] == pytest.approx([n / 2 for n in range(6)], abs=0.02)


def test_colours_are_not_turned_round(tmp_path: Path) -> None:
    path = tmp_path / "red.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (320, 240))
    video.write(np.full((240, 320, 3), (0, 0, 200), np.uint8))  # OpenCV's red
    video.release()
    red, _, blue = next(open_camera(str(path)).frames()).picture[100, 100]
    assert red > 150 > 60 > blue


def test_a_video_whose_name_is_not_in_utf_8_is_played_like_any_other(tmp_path: Path) -> None:
    path = film(tmp_path / "game.avi", 50).rename(tmp_path / os.fsdecode(b"h\xe4user.avi"))
    play = (
        "import sys; from firmware.cameras import open_camera; "
        "print(len(list(open_camera(sys.argv[1], fps=5).frames())))"
    )
    # In a process of its own, as OpenCV would end this one.
    run = subprocess.run([sys.executable, "-c", play, str(path)], cwd=ROOT, capture_output=True, check=False)
    assert (run.returncode, run.stdout) == (0, b"10\n")


def test_a_video_is_turned_as_a_phone_notes_in_it(tmp_path: Path) -> None:
    path = tmp_path / "phone.mp4"
    bright_above = np.zeros((240, 320, 3), np.uint8)
    bright_above[:120] = 200
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5, (320, 240))
    video.write(bright_above)
    video.release()
    one = 1 << 16
    as_it_is = struct.pack(">9i", one, 0, 0, 0, one, 0, 0, 0, 1 << 30)  # the matrix in the head of the track
    to_the_right = struct.pack(">9i", 0, one, 0, -one, 0, 0, 240 * one, 0, 1 << 30)
    head, behind_head, track = path.read_bytes().partition(b"tkhd")
    assert as_it_is in track
    path.write_bytes(head + behind_head + track.replace(as_it_is, to_the_right, 1))
    picture = next(open_camera(str(path)).frames()).picture
    assert picture.shape == (320, 240, 3)
    assert picture[:, 130:].mean() > 150 > 50 > picture[:, :110].mean()


def test_what_is_no_video_is_refused_in_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("Black builds on C7")
    with pytest.raises(CameraError, match=r"notes.txt: is neither a picture nor a video.*use JPEG"):
        open_camera(str(tmp_path / "notes.txt"))
    capfd.readouterr()


def test_of_a_damaged_video_only_kibitz_speaks(tmp_path: Path) -> None:
    (tmp_path / "game.mp4").write_bytes(b"\0\0\0\x18ftypmp42" + bytes(4000))
    command = [sys.executable, "-m", "firmware", "watch", "--camera", str(tmp_path / "game.mp4")]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    (line,) = run.stderr.splitlines()
    assert line.startswith(f"kibitz watch: {tmp_path}/game.mp4: is neither a picture nor a video")


def test_a_video_that_breaks_off_is_shown_as_far_as_it_goes_and_that_is_told_once(tmp_path: Path) -> None:
    path, told = film(tmp_path / "game.avi", 100), list[CameraError]()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    frames = list(open_camera(str(path), fps=5, tell=told.append).frames())
    assert 8 <= len(frames) <= 11
    (trouble,) = told
    assert str(trouble) == f"{path}: breaks off after 2 of 4 s; copy it again"


@pytest.mark.parametrize(("name", "code"), [("game.avi", "MJPG"), ("game.mp4", "mp4v")])
def test_of_a_whole_video_nothing_is_told(tmp_path: Path, name: str, code: str) -> None:
    told = list[CameraError]()
    video = cv2.VideoWriter(str(tmp_path / name), cv2.VideoWriter.fourcc(*code), 2.0, (320, 240))
    for grey in range(0, 200, 10):
        video.write(np.full((240, 320, 3), grey, np.uint8))
    video.release()
    assert len(list(open_camera(str(tmp_path / name), fps=5, tell=told.append).frames())) == 20
    assert told == []


def test_a_video_of_frames_that_last_unlike_is_not_taken_for_one_that_breaks_off(tmp_path: Path) -> None:
    path, told = tmp_path / "slides.gif", list[CameraError]()
    slides = [Image.new("L", (320, 240), grey) for grey in (20, 90, 160, 230)]
    slides[0].save(path, save_all=True, append_images=slides[1:], duration=3000)
    assert len(list(open_camera(str(path), fps=5, tell=told.append).frames())) == 4
    assert told == []


@pytest.mark.parametrize("size", [(100, 100), (1600, 8)])
def test_a_video_too_small_to_read_a_board_from_is_refused_as_a_photo_is(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = film(tmp_path / "small.avi", 3, size=size)
    with pytest.raises(CameraError, match=r"small.avi is \d+x\d+, too small to read a board from; record"):
        open_camera(str(path))


def test_it_may_be_closed_twice(tmp_path: Path) -> None:
    camera = open_camera(str(film(tmp_path / "game.avi", 5)))
    camera.close()
    camera.close()
    assert camera.next() is None
