"""The pictures of arrangements taken so far, kept until the set is learnt, so that it may be broken off."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.store import write_in_folder
from engine.whole import is_left_over
from vision.photo import BadPhotoError, Picture, encoded, load_photo

_CAMERA = "camera.txt"


@dataclass(frozen=True)
class Kept:
    """Pictures that were kept, and the source of the camera they are from."""

    camera: str
    pictures: tuple[Picture, ...]


def keep_picture(folder: Path, number: int, picture: Picture, camera: str) -> None:
    """Keep the picture (H, W, 3) uint8 RGB of the arrangement of that number, from 1, as it is. Raises OSError.

    Those of another camera are kept no longer. A folder that holds anything else is let alone.
    """
    if _camera_of(folder) != camera:
        forget_pictures(folder)
        write_in_folder(folder / _CAMERA, os.fsencode(camera))
    write_in_folder(_file(folder, number), encoded(picture, ".png"))


def kept_pictures(folder: Path) -> Kept:
    """The pictures kept in a folder from the first arrangement on; those behind one that is missing are lost."""
    camera = _camera_of(folder)
    if camera is None:
        return Kept("", ())
    pictures: list[Picture] = []
    while _file(folder, len(pictures) + 1).exists():
        try:
            pictures.append(np.asarray(load_photo(_file(folder, len(pictures) + 1)), np.uint8))
        except BadPhotoError:
            break
    return Kept(camera, tuple(pictures))


def forget_pictures(folder: Path) -> None:
    """Keep them no longer. Raises OSError, above all where other things than such pictures lie in that folder."""
    with suppress(FileNotFoundError):
        for path in folder.iterdir():
            if is_left_over(path):
                path.unlink()
        if next(folder.iterdir(), None) is None:
            return
        if not (folder / _CAMERA).is_file():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))
        for path in folder.glob("*.png"):
            if path.stem.isdecimal():
                path.unlink()
        (folder / _CAMERA).unlink()
        with suppress(OSError):  # what else lies there stays
            folder.rmdir()


def _camera_of(folder: Path) -> str | None:
    """The source of the camera whose pictures were kept in a folder; None where none were."""
    try:
        return os.fsdecode((folder / _CAMERA).read_bytes())
    except OSError:
        return None


def _file(folder: Path, number: int) -> Path:
    return folder / f"{number}.png"
