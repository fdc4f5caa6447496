"""What the network for the closer look learns from: lots as the reader has them, most of them those in doubt.

Reading a picture takes far longer than learning from its lots, so that each is read once and what was cut out of it
is kept beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.alien_city.closer import cuts, doubtful
from vision.alien_city.find import NoCityError
from vision.alien_city.lot_cuts import Cuts
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import Reading
from vision.training.alien_city.lot_examples import slightly_wrong
from vision.training.alien_city.pictures import MANY_HARD, Drawing, Sample
from vision.training.colouring import Colouring, recoloured
from vision.training.pictures import Job, prepare, prepared_of

DRAWING = Drawing((1280, 960), hands=0.12, hard=MANY_HARD)

_MOST = 20  # doubtful lots of a picture
_OF_EACH = 2  # lots of each state that are not in doubt, to learn from what is plain to see
_READABLE = 0.3  # of a lot may be covered


@dataclass(frozen=True, eq=False)
class CloserExample:
    """Some lots of one picture, and what stands there (N,)."""

    cuts: Cuts
    states: npt.NDArray[np.int64]


def read_all(paths: list[Path], seed: int, workers: int) -> list[Path]:
    """Read drawn pictures, but those that are read already; returns the files of those with lots to learn from."""
    return [it for it in prepare(paths, seed, workers, _read_one) if it.stat().st_size]


def load_example(path: Path) -> CloserExample:
    """What was kept of a picture."""
    with np.load(path) as kept:
        return CloserExample(Cuts(kept["pictures"], float(kept["gain"]), kept["about"]), kept["states"])


def closer_example(path: Path, rng: np.random.Generator) -> CloserExample:
    """What was kept of a picture as it is at the table, and as often in the mirror."""
    kept = load_example(path)
    upright = kept.cuts.upright()
    return CloserExample(upright.mirrored() if rng.random() < 0.5 else upright, kept.states)


def _read_one(job: Job) -> None:
    """Read a picture in other light, from a pose that is nearly right; an empty file where no city was seen."""
    cv2.setNumThreads(1)
    path, seed = job
    rng, sample = np.random.default_rng(seed), Sample.load(path)
    picture = recoloured(sample.picture(), Colouring.draw(rng))
    pose = slightly_wrong(sample.pose, float(rng.choice([0.02, 0.2])), rng)
    try:
        reading = _reader().follow(picture, pose, turned=bool(rng.random() < 0.5))
    except NoCityError:
        prepared_of(path).touch()
        return
    lots = _chosen(reading, sample, rng)
    seen = cuts(picture, reading, lots)
    np.savez(
        prepared_of(path),
        pictures=seen.pictures,
        gain=seen.gain,
        about=seen.about,
        states=sample.states[lots].astype(np.int64),
    )


def _chosen(reading: Reading, sample: Sample, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """Lots that can be seen: those in doubt, and a few of each state that are not."""
    visible = np.flatnonzero(sample.covered < _READABLE)
    in_doubt = rng.permutation(np.intersect1d(doubtful(reading), visible))[:_MOST]
    clear = rng.permutation(np.setdiff1d(visible, in_doubt))
    few = [clear[sample.states[clear] == state][:_OF_EACH] for state in np.unique(sample.states)]
    return np.concatenate([in_doubt, *few])


@cache
def _reader() -> CityReader:
    return CityReader(closely=False)
