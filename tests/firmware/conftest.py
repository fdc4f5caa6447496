"""Disks that are really full, read-only or away, for whoever may mount some."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Mount = Callable[..., None]


@pytest.fixture
def mount() -> Iterator[Mount]:
    """`mount` with these words, the folder last; taken down after the test. Skips where that is not allowed."""
    folders: list[str] = []

    def run(*words: object) -> None:
        done = subprocess.run(["mount", *map(str, words)], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"this needs to mount a disk, which is for root: {done.stderr.strip()}")
        folders.append(str(words[-1]))

    yield run
    for folder in reversed(folders):
        subprocess.run(["umount", "--lazy", folder], check=False)


@pytest.fixture
def disk(tmp_path: Path, mount: Mount) -> Path:
    """A disk of half a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=512k", "none", folder)
    return folder


def fill(disk: Path) -> Path:
    """Fill the disk to the last byte; the file to remove again."""
    filler = disk / "holiday.mp4"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            return filler
