"""A folder of pictures as a camera: each is in view for two seconds."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from engine.illegible import why
from firmware.cameras.camera import Camera, CameraError, Tell
from firmware.cameras.pictures import pictures_in
from firmware.cameras.through import through
from firmware.cameras.words import BAD_PICTURE, NO_PICTURES, UNREADABLE
from firmware.frame import Frame
from vision.lens import Lens
from vision.photo import BadPhotoError, Picture, load_photo

IN_VIEW_S = 2.0
_FEWEST_FRAMES = 4  # of each picture: below two a second, what is in view would never count as still


class FolderCamera(Camera):
    """The pictures of a folder in the order of their names, or one picture alone.

    While a picture is in view, all frames hold the same array. One that cannot be read is told and left out.
    """

    def __init__(self, path: Path, *, fps: float, lens: Lens | None, tell: Tell) -> None:
        """Open a folder or a picture; CameraError when there is no picture in it."""
        try:
            files = pictures_in(path) if path.is_dir() else [path]
        except OSError as error:
            raise CameraError(UNREADABLE, source=path, reason=why(error)) from None
        if not files:
            raise CameraError(NO_PICTURES, source=path)
        self._files, self._fps, self._lens, self._tell = deque(files), fps, lens, tell
        self._picture: Picture | None = None
        self._name = ""
        self._given = self._left = 0

    def next(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame at once; None after the last."""
        if not self._left:
            self._turn_page()
        if self._picture is None:
            self.ended = True
            return None
        self._left -= 1
        self._given += 1
        seconds = (self._given - 1) / self._fps
        return Frame(self._picture, seconds, self._name, through(self._lens, self._picture))

    def close(self) -> None:
        """Show no more."""
        self._files.clear()
        self._picture, self._left = None, 0
        self.ended = True

    def _turn_page(self) -> None:
        self._picture = None
        while self._files and self._picture is None:
            path = self._files.popleft()
            try:
                self._picture, self._name = load_photo(path), path.name
            except BadPhotoError as error:
                self._tell(CameraError(BAD_PICTURE, source=path, reason=error))
        self._left = max(_FEWEST_FRAMES, round(IN_VIEW_S * self._fps)) if self._picture is not None else 0
