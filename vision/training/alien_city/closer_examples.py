"""What the network for the closer look learns from: lots in doubt as the reader has them, and clear ones beside them.

Reading a picture takes far longer than learning from its lots, so each is read only once, and what was cut out of it
is kept beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.alien_city.closer import clear_ones, cuts, doubtful
from vision.alien_city.lot_cuts import Cuts
from vision.alien_city.reading import Reading
from vision.training.alien_city.pictures import MANY_HARD, Drawing, Sample
from vision.training.alien_city.readings import Lessons, Read, keep, learnt_from
from vision.training.pictures import Job

DRAWING = Drawing((1280, 960), hands=0.12, hard=MANY_HARD)

_MOST = 20  # doubtful lots of a picture
_READABLE = 0.3  # of a lot may be covered


@dataclass(frozen=True, eq=False)
class CloserExample:
    """Some lots of one picture, and what stands there (N,)."""

    cuts: Cuts
    states: npt.NDArray[np.int64]


def read_all(paths: list[Path], seed: int, workers: int) -> list[Path]:
    """Read drawn pictures, except those read already; returns the files of those with lots to learn from."""
    return learnt_from(paths, seed, workers, _read_one)


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
    keep(job, _lessons)


def _lessons(read: Read, rng: np.random.Generator) -> Lessons:
    """The chosen lots of a picture, and what is true of them."""
    lots = _chosen(read.reading, read.sample, rng)
    if not len(lots):
        return {}
    seen, truth = cuts(read.picture, read.reading, lots), read.sample.states[lots]
    return {"pictures": seen.pictures, "gain": seen.gain, "about": seen.about, "states": truth}


def _chosen(reading: Reading, sample: Sample, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """Lots that can be seen: those in doubt, and the clear ones that they are compared with."""
    visible = np.flatnonzero(sample.covered < _READABLE)
    in_doubt = rng.permutation(np.intersect1d(doubtful(reading), visible))[:_MOST]
    if not len(in_doubt):
        return in_doubt
    return np.concatenate([in_doubt, np.intersect1d(clear_ones(reading, in_doubt), visible)])
