"""Simulated pictures on disk: drawn once, with their truth beside them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from engine.alien_city import City
from vision.alien_city.reading import LOT_STATES, MARKS
from vision.lens import Floats, Lens
from vision.photo import Picture, load_photo
from vision.pose import Pose
from vision.synthetic import random_scene, render


@dataclass(frozen=True, eq=False)
class Sample:
    """A simulated picture with its truth.

    states: (80,) int, index into LOT_STATES; covered: (80,) share covered; marks: (20,) int, index into MARKS.
    """

    path: Path
    pose: Pose
    states: Floats
    covered: Floats
    marks: Floats

    def picture(self) -> Picture:
        """The picture, RGB."""
        return load_photo(self.path)

    @classmethod
    def load(cls, path: Path) -> Sample:
        """The sample whose picture is `path`; its truth lies beside it."""
        truth = json.loads(path.with_suffix(".json").read_text())
        city = City.parse(truth["position"])
        lens = Lens(np.array(truth["K"]), np.array(truth["dist"]), tuple(truth["size"]))
        return cls(
            path,
            Pose(np.array(truth["rvec"]), np.array(truth["tvec"]), lens),
            np.array([LOT_STATES.index(content) for content in city.lots]),
            np.array(truth["covered"]),
            np.array([MARKS.index(tile) for tile in city.tiles]),
        )


@dataclass(frozen=True)
class Drawing:
    """How pictures are drawn: their size, and in what share of them a hand is made sure of."""

    size: tuple[int, int]
    hands: float


def draw(folder: Path, count: int, seed: int, drawing: Drawing, workers: int) -> None:
    """Draw simulated pictures into a folder; those already there are kept, so that it can be broken off."""
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
    rng = np.random.default_rng((seed, number))
    hand = True if rng.random() < drawing.hands else None
    seen = render(random_scene(rng, size=drawing.size, hand=hand))
    path = _picture_path(folder, number)
    cv2.imwrite(str(path), cv2.cvtColor(seen.image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 95])
    truth = {
        "position": seen.position,
        "K": np.asarray(seen.K).tolist(),
        "dist": np.asarray(seen.dist).tolist(),
        "rvec": np.asarray(seen.rvec).tolist(),
        "tvec": np.asarray(seen.tvec).tolist(),
        "size": list(drawing.size),
        "covered": np.asarray(seen.covered).round(3).tolist(),
    }
    path.with_suffix(".json").write_text(json.dumps(truth))


def sample_paths(folder: Path, count: int) -> list[Path]:
    """The first `count` pictures of a folder."""
    return [_picture_path(folder, number) for number in range(count)]


def _picture_path(folder: Path, number: int) -> Path:
    return folder / f"{number:06d}.jpg"
