"""Simulated pictures on disk: drawn once, with their truth beside them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

from engine.whole import write_whole
from vision.lens import Lens
from vision.photo import Picture, encoded
from vision.pose import Pose

Drawing: TypeAlias = Callable[[np.random.Generator], tuple[Picture, dict[str, Any]]]
"""Draws a picture (H, W, 3) uint8 RGB; with it goes the truth, as plain values. It has to be a value of a module."""


def draw(folder: Path, count: int, seed: int, drawing: Drawing, workers: int) -> None:
    """Draw simulated pictures into a folder; those already there are kept, so that it can be broken off.

    A picture is there once its truth is, which is written last, and whole.
    """
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        (folder, seed, drawing, n)
        for n in range(count)
        if not _picture_path(folder, n).with_suffix(".json").exists()
    ]
    # Forked children would inherit OpenCV's threads half alive and wait for them for ever.
    with get_context("spawn").Pool(workers) as pool:
        for done, _ in enumerate(pool.imap_unordered(_draw_one, jobs, chunksize=8), start=1):
            if done % 500 == 0:
                print(f"drawn {done} of {len(jobs)}", flush=True)


def _draw_one(job: tuple[Path, int, Drawing, int]) -> None:
    cv2.setNumThreads(1)
    folder, seed, drawing, number = job
    image, truth = drawing(np.random.default_rng((seed, number)))
    path = _picture_path(folder, number)
    write_whole(path, encoded(image, ".jpg", 95))
    write_whole(path.with_suffix(".json"), json.dumps(truth).encode())


def sample_paths(folder: Path, count: int) -> list[Path]:
    """The first `count` pictures of a folder."""
    return [_picture_path(folder, number) for number in range(count)]


Job: TypeAlias = tuple[Path, tuple[int, int]]
"""A drawn picture to prepare, and a seed."""


def prepare(paths: list[Path], seed: int, workers: int, one: Callable[[Job], None]) -> list[Path]:
    """Prepare drawn pictures, except those prepared already; returns the files that are `prepared_of` them.

    one: prepares a picture, by `keep_prepared`. It has to be defined in a module, to be pickled.
    """
    jobs = [(path, (seed, number)) for number, path in enumerate(paths) if not prepared_of(path).exists()]
    with get_context("spawn").Pool(workers) as pool:
        for done, _ in enumerate(pool.imap_unordered(one, jobs, chunksize=8), start=1):
            if done % 500 == 0:
                print(f"prepared {done} of {len(jobs)}", flush=True)
    return [prepared_of(path) for path in paths]


def keep_prepared(path: Path, arrays: Mapping[str, Any]) -> None:
    """Keep what was prepared of a picture, by name, whole or not at all; an empty file if that is nothing."""
    packed = io.BytesIO()
    if arrays:
        np.savez(packed, **arrays)
    write_whole(prepared_of(path), packed.getvalue())


def prepared_of(path: Path) -> Path:
    """The file with what was prepared of a picture."""
    return path.with_suffix(".npz")


def _picture_path(folder: Path, number: int) -> Path:
    return folder / f"{number:06d}.jpg"


def camera_to_json(pose: Pose) -> dict[str, Any]:
    """The camera of a picture, as plain values."""
    return {
        "K": pose.lens.matrix.tolist(),
        "dist": pose.lens.distortion.tolist(),
        "rvec": pose.rotation.tolist(),
        "tvec": pose.translation.tolist(),
        "size": list(pose.lens.size),
    }


def camera_of(truth: Mapping[str, Any]) -> Pose:
    """The camera that `camera_to_json` has written."""
    lens = Lens(np.array(truth["K"]), np.array(truth["dist"]), tuple(truth["size"]))
    return Pose(np.array(truth["rvec"]), np.array(truth["tvec"]), lens)
