"""What the networks that tell changes learn from: how places looked before hands were there and after."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.netzwerk.changes import AS_BEFORE, ONE_LESS, ONE_MORE, about
from vision.training.netzwerk.cut_examples import Blob
from vision.training.netzwerk.pair_looks import Flags, PairLooks, connections_in, fields_in

_UNTOUCHED = 0.25  # share of the places where nobody was that are learnt from


@dataclass(frozen=True, eq=False)
class ChangeExample:
    """Places of a pair of pictures, as a network takes them: looks (N, 6, h, w), about (N, 4); and answers (N,)."""

    looks: Blob
    about: Blob
    answers: npt.NDArray[np.int64]


def taken_example(path: Path, rng: np.random.Generator) -> ChangeExample:
    """The landscapes of a pair that bore stones, turned, mirrored and in other hues, and how many were taken."""
    fields = fields_in(path)
    fields = _mostly(fields, fields.before[:, 0] > 0, (fields.before != fields.after).any(axis=1), rng)
    fields = _quarter_turned(fields, int(rng.integers(4)))
    stones = fields.before[:, 0]
    return _example(fields, stones, stones - fields.after[:, 0], rng)


def come_example(path: Path, rng: np.random.Generator) -> ChangeExample:
    """The fields of a pair, turned, mirrored and in other hues, and whether a miner has come or gone.

    Where one has come for another is left out.
    """
    fields = fields_in(path)
    stood, stands = fields.before[:, 1] >= 0, fields.after[:, 1] >= 0
    same: Flags = fields.before[:, 1] == fields.after[:, 1]
    fields = _mostly(fields, same | ~(stood & stands), ~same, rng)
    fields = _quarter_turned(fields, int(rng.integers(4)))
    stood, stands = fields.before[:, 1] >= 0, fields.after[:, 1] >= 0
    answers = np.select([stands & ~stood, stood & ~stands], [ONE_MORE, ONE_LESS], AS_BEFORE)
    return _example(fields, stood.astype(np.int64), answers, rng)


def laid_example(path: Path, rng: np.random.Generator) -> ChangeExample:
    """The connections of a pair, turned, mirrored and in other hues, and whether a connector was laid or taken away.

    Where one was laid and another taken away is left out.
    """
    ways = connections_in(path)
    came: Flags = np.any(ways.after > ways.before, axis=1)
    went: Flags = np.any(ways.after < ways.before, axis=1)
    ways = _mostly(ways, ~(came & went), came | went, rng)
    if rng.random() < 0.5:
        ways = ways.turned()
    more = np.sign(ways.after.sum(axis=1) - ways.before.sum(axis=1))
    answers = np.select([more > 0, more < 0], [ONE_MORE, ONE_LESS], AS_BEFORE)
    return _example(ways, ways.before.sum(axis=1), answers, rng)


def _mostly(places: PairLooks, which: Flags, touched: Flags, rng: np.random.Generator) -> PairLooks:
    """Some places: those that were touched and some others."""
    return places.chosen(which & (touched | (rng.random(len(touched)) < _UNTOUCHED)))


def _quarter_turned(places: PairLooks, quarters: int) -> PairLooks:
    right, up = places.lean.T
    for _ in range(quarters):
        right, up = -up, right
    looks = np.rot90(places.looks, quarters, axes=(2, 3))
    return replace(places, looks=looks, lean=np.column_stack([right, up]))


def _example(
    places: PairLooks, lay: npt.NDArray[np.int64], answers: npt.NDArray[np.integer], rng: np.random.Generator
) -> ChangeExample:
    """An example of places where so many things (N,) lay."""
    if rng.random() < 0.5:
        places = places.mirrored()
    return ChangeExample(
        places.in_other_hues(rng).looks, about(places.lean, lay), np.asarray(answers, np.int64)
    )
