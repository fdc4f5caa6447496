"""Pictures to learn from are on the disk whole or not at all, so that a run can be broken off and gone on with."""

from __future__ import annotations

import json
import resource
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.photo import Picture
from vision.training.pictures import Job, draw, keep_prepared, prepare, prepared_of, sample_paths

MUCH = list(range(3000))
ROOM = 4096
"""Bytes that a broken run still writes: a small picture, but not much more."""


def long_drawing(_: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
    return np.zeros((8, 8, 3), np.uint8), {"much": MUCH}


def broken_drawing(rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
    leave_little_room()
    return long_drawing(rng)


def prepared_long(job: Job) -> None:
    keep_prepared(job[0], {"much": MUCH})


def prepared_in_part(job: Job) -> None:
    leave_little_room()
    prepared_long(job)


def leave_little_room() -> None:
    """From here on the files of this process end as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, resource.RLIM_INFINITY))


def test_a_picture_that_was_broken_off_is_drawn_again(tmp_path: Path) -> None:
    (path,) = sample_paths(tmp_path, 1)
    with pytest.raises(OSError, match=r"\.json"):
        draw(tmp_path, 1, 1, broken_drawing, workers=1)
    assert path.exists(), "it broke off in the middle"

    draw(tmp_path, 1, 1, long_drawing, workers=1)

    assert json.loads(path.with_suffix(".json").read_text())["much"] == MUCH


def test_what_was_prepared_in_part_is_prepared_again(tmp_path: Path) -> None:
    paths = sample_paths(tmp_path, 1)
    with pytest.raises(OSError, match=r"\.npz"):
        prepare(paths, 1, 1, prepared_in_part)
    assert not prepared_of(paths[0]).exists()

    (kept,) = prepare(paths, 1, 1, prepared_long)

    with np.load(kept) as arrays:
        assert arrays["much"].tolist() == MUCH


def test_of_what_has_nothing_to_teach_an_empty_file_is_kept(tmp_path: Path) -> None:
    (path,) = sample_paths(tmp_path, 1)

    keep_prepared(path, {})

    assert prepared_of(path).read_bytes() == b""
