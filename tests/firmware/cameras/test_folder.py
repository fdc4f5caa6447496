"""A folder of pictures is a camera: each picture is in view for two seconds."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cameras import CameraError, open_camera
from vision.lens import Lens


def write(path: Path, value: int, size: tuple[int, int] = (320, 240)) -> None:
    cv2.imwrite(str(path), np.full((size[1], size[0], 3), value, np.uint8))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, value in (("0002.png", 20), ("0001.png", 10), ("0003.png", 30)):
        write(tmp_path / name, value)
    (tmp_path / "labels.json").write_text("[]")
    return tmp_path


def test_pictures_come_in_the_order_of_their_names_two_seconds_each(folder: Path) -> None:
    with open_camera(str(folder), fps=5) as camera:
        frames = list(camera.frames())
    assert [f.name for f in frames] == ["0001.png"] * 10 + ["0002.png"] * 10 + ["0003.png"] * 10
    assert [f.seconds for f in frames] == pytest.approx([n / 5 for n in range(30)])
    assert [int(f.picture[0, 0, 0]) for f in frames[::10]] == [10, 20, 30]
    assert camera.ended


def test_while_a_picture_is_in_view_the_array_is_the_same(folder: Path) -> None:
    frames = list(open_camera(str(folder), fps=2).frames())
    assert len({id(f.picture) for f in frames[:4]}) == 1
    assert frames[4].picture is not frames[3].picture


def test_few_frames_a_second_are_enough_for_each_picture_to_lie_still(folder: Path) -> None:
    frames = [frame.name for frame in open_camera(str(folder), fps=0.5).frames()]
    assert frames == ["0001.png"] * 4 + ["0002.png"] * 4 + ["0003.png"] * 4


def test_a_corrupt_picture_is_told_and_left_out(folder: Path) -> None:
    (folder / "0002.png").write_bytes(b"no picture")
    told: list[CameraError] = []
    frames = list(open_camera(str(folder), fps=5, tell=told.append).frames())
    assert [f.name for f in frames[::10]] == ["0001.png", "0003.png"]
    assert frames[10].seconds == pytest.approx(2.0)
    (line,) = map(str, told)
    assert "0002.png is not a picture" in line
    assert line.endswith("left out")


def test_a_pipe_in_the_folder_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "0.jpg")
    with open_camera(str(folder), fps=5.0) as camera:
        assert camera.next() is not None


def test_one_picture_alone_will_do(folder: Path) -> None:
    frames = list(open_camera(str(folder / "0003.png"), fps=5).frames())
    assert [f.name for f in frames] == ["0003.png"] * 10


def test_the_lens_comes_along_scaled_to_the_picture(folder: Path) -> None:
    lens = Lens.pinhole(1200.0, (1280, 960))
    frame = next(open_camera(str(folder), lens=lens).frames())
    assert frame.lens is not None
    assert frame.lens.size == (320, 240)
    assert frame.lens.focal == pytest.approx(300)


def test_a_lens_of_another_shape_is_refused_with_the_remedy(folder: Path) -> None:
    with pytest.raises(CameraError, match="calibrate the lens"):
        next(open_camera(str(folder), lens=Lens.pinhole(1200.0, (1280, 720))).frames())


def test_a_folder_without_a_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="holds no picture"):
        open_camera(str(tmp_path))


def test_a_closed_camera_shows_no_more(folder: Path) -> None:
    camera = open_camera(str(folder))
    assert camera.next() is not None
    camera.close()
    camera.close()
    assert camera.next() is None
    assert camera.ended
