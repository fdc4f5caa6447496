"""What the network that tells taken stones learns from: how landscapes looked before hands were there and after."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from vision.netzwerk.board import Naming, centres
from vision.netzwerk.cuts import CLOSER, Scene, field_cuts, lean_at
from vision.netzwerk.memory import looks_of
from vision.netzwerk.taken import about, compared
from vision.training.colouring import Colouring, recoloured
from vision.training.netzwerk.cut_examples import Blob, as_found
from vision.training.netzwerk.pictures import Sample, pair
from vision.training.pictures import Job, prepare, prepared_of

_UNTOUCHED = 0.25  # of the landscapes where nobody was are learnt from
_FLICKER = 0.03  # of all light, in logarithms
_NOISE = 0.01


@dataclass(frozen=True, eq=False)
class TakenExample:
    """Landscapes of a pair of pictures: looks (N, 6, 18, 18) and about (N, 4), as the network takes them, and how
    many stones went, taken (N,)."""

    looks: Blob
    about: Blob
    taken: npt.NDArray[np.int64]


def compare_all(paths: list[Path], seed: int, workers: int) -> list[Path]:
    """Compare the landscapes of drawn pairs, but of those that are compared already; returns the files with that."""
    return prepare(paths, seed, workers, _compare_one)


def taken_example(path: Path, rng: np.random.Generator) -> TakenExample:
    """The landscapes of a pair turned, mirrored, in other hues and with other noise."""
    with np.load(path) as kept:
        looks, said, taken = (kept[name] for name in ("looks", "about", "taken"))
    hues = rng.permutation(3)
    quarters = int(rng.integers(4))
    looks = np.rot90(looks[:, [*hues, *(3 + hues)]].astype(np.float32), quarters, axes=(2, 3))
    right, up = said[:, 0], said[:, 1]
    for _ in range(quarters):
        right, up = -up, right
    if rng.random() < 0.5:
        looks, right = looks[..., ::-1], -right
    light = np.zeros((6, 1, 1), np.float32)
    light[3:, 0, 0] = rng.normal(0, _FLICKER, 3)
    noise = rng.normal(0, _NOISE, looks.shape)
    return TakenExample(
        np.ascontiguousarray(looks + light + noise, np.float32),
        np.column_stack([right, up, said[:, 2:]]).astype(np.float32),
        taken.astype(np.int64),
    )


def _compare_one(job: Job) -> None:
    cv2.setNumThreads(1)
    path, seed = job
    rng = np.random.default_rng(seed)
    before, after = pair(path)
    was, naming = as_found(before, rng, CLOSER)
    now, _ = as_found(after, rng, CLOSER, naming)
    lamp = Colouring.draw(rng)
    all_fields = list(before.dots)
    then, since = (_looks(it, all_fields, naming, replace(lamp, seed=n)) for n, it in enumerate((was, now)))
    common = np.median(np.median(since - then, axis=(1, 2)), axis=0)
    rows = [row for row, field in enumerate(all_fields) if _is_told(before, after, field, rng)]
    fields = [all_fields[row] for row in rows]
    stones = np.array([before.state.stones[field] for field in fields], np.int64)
    left = np.array([after.state.stones[field] for field in fields], np.int64)
    lean = lean_at(now.pose, centres([naming(field) for field in fields]), 0.0)
    np.savez(
        prepared_of(path),
        looks=compared(then[rows], since[rows], common).astype(np.float16),
        about=about(lean, stones),
        taken=stones - left,
    )


def _looks(shown: Scene, fields: list[Field], naming: Naming, lamp: Colouring) -> Blob:
    """How fields look in another light, (N, 18, 18, 3)."""
    cuts = field_cuts(shown, [naming(field) for field in fields], sheet=CLOSER)
    pictures = recoloured(cuts.pictures.reshape(-1, *cuts.pictures.shape[2:]), lamp)
    return looks_of(replace(cuts, pictures=pictures.reshape(cuts.pictures.shape)))


def _is_told(before: Sample, after: Sample, field: Field, rng: np.random.Generator) -> bool:
    """Whether there were stones; mostly such fields where somebody was, though a miner may hide now what is left."""
    was, now = before.state.stones.get(field, 0), after.state.stones.get(field, 0)
    if not was:
        return False
    is_untouched = was == now and before.miners.get(field) == after.miners.get(field)
    return not is_untouched or rng.random() < _UNTOUCHED
