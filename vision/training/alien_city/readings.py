"""Drawn pictures as the reader has them, from which the networks for what is in doubt learn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.alien_city.find import NoCityError
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import Reading
from vision.photo import Picture
from vision.training.alien_city.lot_examples import slightly_wrong
from vision.training.alien_city.pictures import Sample
from vision.training.colouring import Colouring, recoloured
from vision.training.pictures import Job, keep_prepared, prepare


@dataclass(frozen=True, eq=False)
class Read:
    """A drawn picture in some light, and how it was read."""

    sample: Sample
    picture: Picture
    reading: Reading


Lessons = dict[str, Any]
"""What a picture has to teach: arrays by name; none where it shows nothing."""


def learnt_from(paths: list[Path], seed: int, workers: int, one: Callable[[Job], None]) -> list[Path]:
    """Prepare pictures, except those prepared already; the files of those with something to learn from.

    one: prepares a picture, by `keep`.
    """
    return [it for it in prepare(paths, seed, workers, one) if it.stat().st_size]


def keep(job: Job, lessons: Callable[[Read, np.random.Generator], Lessons]) -> None:
    """Read a picture in other light, from a pose that is nearly right, and keep what it has to teach; an empty file
    where no city was seen, or nothing is to be learnt."""
    cv2.setNumThreads(1)
    path, seed = job
    rng, sample = np.random.default_rng(seed), Sample.load(path)
    picture = recoloured(sample.picture(), Colouring.draw(rng))
    pose = slightly_wrong(sample.pose, float(rng.choice([0.02, 0.2])), rng)
    try:
        reading = _reader().follow(picture, pose, turned=bool(rng.random() < 0.5))
    except NoCityError:
        keep_prepared(path, {})
        return
    keep_prepared(path, lessons(Read(sample, picture, reading), rng))


@cache
def _reader() -> CityReader:
    return CityReader(closely=False)
