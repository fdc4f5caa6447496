"""From the value of `--camera` to the camera."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.cameras.camera import Camera, CameraError, Keep, Tell, forget
from firmware.cameras.pictures import is_picture
from firmware.cameras.words import NO_SUCH, NOT_A_NUMBER
from firmware.games import DEFAULT

if TYPE_CHECKING:
    from vision.lens import Lens

SIZE = (1280, 960)


def is_live(source: str) -> bool:
    """Whether a source is a real camera above a table, and no film, folder or simulation."""
    return source.partition(":")[0] in ("pi", "usb")


def is_simulated(source: str) -> bool:
    """Whether a source is a simulated camera."""
    return source.partition(":")[0] == "simulated"


def keep_quiet(_: CameraError) -> None:
    """Tell nobody."""


def open_camera(
    source: str,
    *,
    fps: float = 5.0,
    size: tuple[int, int] = SIZE,
    lens: Lens | None = None,
    tell: Tell = keep_quiet,
    held: Mapping[str, Any] | None = None,
    keep: Keep = forget,
    game: str = DEFAULT,
    turns: int | None = None,
) -> Camera:
    """The camera of a source: `pi`, `usb:0`, `simulated` or `simulated:7`, a picture, a video, a folder of pictures.

    fps: frames a second of camera time. size: width and height that cameras are asked for; files are given as they
    are. lens: goes along with every frame, scaled to the picture. tell: is told of trouble that can be overcome.
    held, keep: exposure, white balance and focus to start from, and what is told what they are held at. game: which
    one is simulated. turns: after how many of them it is broken off, None where it is played to its end.
    Raises CameraError when there is no such source, or it gives no picture.
    """
    kind, colon, number = source.partition(":")
    if kind in ("usb", "simulated"):
        if re.fullmatch(r"\d{1,9}", number) is None and (colon or kind == "usb"):
            raise CameraError(NOT_A_NUMBER, source=source, example=f"{kind}:0")
        if kind == "simulated":
            from firmware.cameras.simulated import open_simulated

            return open_simulated(int(number or 0), fps=fps, size=size, lens=lens, turns=turns, game=game)
        from firmware.cameras.usb import open_usb

        return open_usb(int(number), fps=fps, size=size, lens=lens, tell=tell, held=held, keep=keep)
    if source == "pi":
        from firmware.cameras.pi import open_pi

        return open_pi(fps=fps, size=size, lens=lens, tell=tell, held=held, keep=keep)
    return _open_path(Path(source), fps, lens, tell)


def _open_path(path: Path, fps: float, lens: Lens | None, tell: Tell) -> Camera:
    from firmware.cameras.folder import FolderCamera
    from firmware.cameras.video import VideoCamera

    if not path.exists():
        raise CameraError(NO_SUCH, source=path)
    if path.is_dir() or is_picture(path):
        return FolderCamera(path, fps=fps, lens=lens, tell=tell)
    return VideoCamera(path, fps=fps, lens=lens, tell=tell)
