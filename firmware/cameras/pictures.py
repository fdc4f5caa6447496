"""Which files are taken for pictures."""

from __future__ import annotations

from pathlib import Path

_PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
"""Endings of names. The last three are not decoded (see `vision.photo`): that is said of each, instead of leaving it
out without a word or playing it as a film."""


def is_picture(path: Path) -> bool:
    """Whether a file is a picture by its name."""
    return path.suffix.lower() in _PICTURES


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder in the order of their names; raises OSError where it can't be looked into.

    A named pipe is not one: opening it would wait for somebody to write into it, perhaps for ever.
    """
    return sorted(it for it in folder.iterdir() if is_picture(it) and not it.is_fifo())
