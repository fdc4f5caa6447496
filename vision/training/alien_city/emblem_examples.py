"""What the network for doubtful tiles learns from: tiles whose icons can be seen, as the reader has them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.alien_city import Corner
from vision.alien_city.emblems import TileCuts, clear_ones, cuts, doubtful
from vision.alien_city.reading import Reading
from vision.training.alien_city.pictures import MANY_HARD, Drawing, Sample
from vision.training.alien_city.readings import Lessons, Read, keep, learnt_from
from vision.training.pictures import Job

DRAWING = Drawing((1280, 960), hands=0.05, hard=MANY_HARD)

_FULL_VIEW = 0.1  # of the icon's lot may be covered


@dataclass(frozen=True, eq=False)
class EmblemExample:
    """Some tiles of one picture, and which of MARKS they are (N,)."""

    cuts: TileCuts
    marks: npt.NDArray[np.int64]


def read_all(paths: list[Path], seed: int, workers: int) -> list[Path]:
    """Read drawn pictures, except those read already; returns the files of those with tiles to learn from."""
    return learnt_from(paths, seed, workers, _read_one)


def emblem_example(path: Path, rng: np.random.Generator) -> EmblemExample:
    """What was kept of a picture, lying any way round, and as often in the mirror."""
    with np.load(path) as kept:
        seen, marks = TileCuts(kept["pictures"], float(kept["gain"]), kept["about"]), kept["marks"]
    guilds, corners = np.divmod(marks, len(Corner))
    quarters = int(rng.integers(len(Corner)))
    seen, corners = seen.turned(quarters), (corners - quarters) % len(Corner)
    if rng.random() < 0.5:
        seen, corners = seen.mirrored(), corners ^ 1
    return EmblemExample(seen, guilds * len(Corner) + corners)


def _read_one(job: Job) -> None:
    keep(job, _lessons)


def _lessons(read: Read, _: np.random.Generator) -> Lessons:
    """The chosen tiles of a picture, and what is true of them."""
    tiles = _chosen(read.reading, read.sample)
    if not len(tiles):
        return {}
    seen, truth = cuts(read.picture, read.reading, tiles), read.sample.marks[tiles]
    return {"pictures": seen.pictures, "gain": seen.gain, "about": seen.about, "marks": truth}


def _chosen(reading: Reading, sample: Sample) -> npt.NDArray[np.intp]:
    """Tiles whose icons can be seen: those in doubt, and the clear ones that they are compared with."""
    lots = sample.icon_lots
    in_view = np.flatnonzero((sample.states[lots] == 0) & (sample.covered[lots] < _FULL_VIEW))
    in_doubt = np.intersect1d(doubtful(reading), in_view)
    return np.concatenate([in_doubt, np.intersect1d(clear_ones(reading), in_view)])
