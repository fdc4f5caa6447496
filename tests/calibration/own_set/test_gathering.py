"""Pictures of arrangements are kept and forgotten, and nothing else that lies in a folder of that name."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from calibration.own_set.gathering import forget_pictures, keep_picture, kept_pictures

PICTURE = np.full((240, 320, 3), 90, np.uint8)


def test_pictures_are_kept_with_their_camera_and_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "own-pictures"
    for number in (1, 2):
        keep_picture(folder, number, PICTURE, "usb:0")
    kept = kept_pictures(folder)
    assert kept.camera == "usb:0"
    np.testing.assert_array_equal(np.stack(kept.pictures), [PICTURE, PICTURE])
    forget_pictures(folder)
    assert not folder.exists()
    forget_pictures(folder)


def test_a_folder_of_that_name_that_is_somebody_elses_is_let_alone(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_bytes(b"a photo")
    (tmp_path / "holiday.txt").write_text("Crete")
    with pytest.raises(FileExistsError):
        keep_picture(tmp_path, 1, PICTURE, "usb:0")
    with pytest.raises(FileExistsError):
        forget_pictures(tmp_path)
    assert sorted(it.name for it in tmp_path.iterdir()) == ["1.png", "holiday.txt"]
    assert (tmp_path / "1.png").read_bytes() == b"a photo"


def test_pictures_of_another_camera_are_kept_no_longer(tmp_path: Path) -> None:
    for number in (1, 2):
        keep_picture(tmp_path, number, PICTURE, "usb:0")
    (tmp_path / "1.png").write_bytes(b"half a pict")
    keep_picture(tmp_path, 1, PICTURE, "pi")
    kept = kept_pictures(tmp_path)
    assert (kept.camera, len(kept.pictures)) == ("pi", 1)


def test_pictures_behind_one_that_is_missing_are_forgotten_with_the_others(tmp_path: Path) -> None:
    for number in (1, 3):
        keep_picture(tmp_path / "kept", number, PICTURE, "pi")
    forget_pictures(tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_what_was_put_beside_the_pictures_stays_when_they_are_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "own-pictures"
    keep_picture(folder, 1, PICTURE, "usb:0")
    (folder / "note.txt").write_text("mine")
    forget_pictures(folder)
    assert [it.name for it in folder.iterdir()] == ["note.txt"]


def test_a_camera_whose_path_is_no_text_is_remembered(tmp_path: Path) -> None:
    camera = os.fsdecode(b"/tmp/caf\xe9")
    keep_picture(tmp_path / "own-pictures", 1, PICTURE, camera)
    assert kept_pictures(tmp_path / "own-pictures").camera == camera


def test_a_picture_that_was_only_half_written_when_kibitz_was_killed_is_no_hindrance(tmp_path: Path) -> None:
    folder = tmp_path / "own-pictures"
    folder.mkdir()
    (folder / ".kibitz-0123456789abcdef").write_bytes(b"half a pict")
    keep_picture(folder, 1, PICTURE, "usb:0")
    assert len(kept_pictures(folder).pictures) == 1
    forget_pictures(folder)
    assert not folder.exists()
