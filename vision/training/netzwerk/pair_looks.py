"""How fields and connections of drawn pairs looked before hands were there and after: prepared once, as cutting them
out of pictures costs far more than learning from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from vision.netzwerk.board import connections_of
from vision.netzwerk.changes import compared
from vision.netzwerk.cuts import CLOSER, Cuts, connection_cuts, field_cuts
from vision.netzwerk.memory import looks_of
from vision.training.colouring import Colouring, recoloured
from vision.training.netzwerk.cut_examples import Blob, as_found
from vision.training.netzwerk.pictures import Sample, pair
from vision.training.pictures import Job, keep_prepared, prepare

Flags: TypeAlias = npt.NDArray[np.bool_]

_FLICKER = 0.03  # of all light, in logarithms
_NOISE = 0.01
_MIRRORED = np.array([-1, 1], np.float32)


@dataclass(frozen=True, eq=False)
class PairLooks:
    """Places of a pair of pictures.

    looks: (N, 6, h, w), as `vision.netzwerk.changes.compared` has them; lean: (N, 2), as `vision.netzwerk.cuts` has
    it. before, after: how it was there: for fields the stones, -1 where none can lie, and whose miner stood there, -1
    for nobody's, (N, 2); for connections how many connectors of each player lay there, (N, 4).
    """

    looks: Blob
    lean: Blob
    before: npt.NDArray[np.int64]
    after: npt.NDArray[np.int64]

    def chosen(self, which: Flags) -> PairLooks:
        """Some of the places (N,)."""
        return PairLooks(self.looks[which], self.lean[which], self.before[which], self.after[which])

    def mirrored(self) -> PairLooks:
        """The same with left and right exchanged."""
        return replace(self, looks=self.looks[..., ::-1], lean=self.lean * _MIRRORED)

    def turned(self) -> PairLooks:
        """The same from the other side of the table."""
        return replace(self, looks=self.looks[..., ::-1, ::-1], lean=-self.lean)

    def in_other_hues(self, rng: np.random.Generator) -> PairLooks:
        """The same in other hues, in light that has changed a little, and with other noise."""
        hues = rng.permutation(3)
        light = np.zeros((6, 1, 1), np.float32)
        light[3:, 0, 0] = rng.normal(0, _FLICKER, 3)
        noise = rng.normal(0, _NOISE, self.looks.shape)
        looks = self.looks[:, [*hues, *(3 + hues)]] + light + noise
        return replace(self, looks=np.ascontiguousarray(looks, np.float32))


def compare_all(paths: list[Path], seed: int, workers: int) -> list[Path]:
    """Compare the places of drawn pairs, except those compared already; returns the files with the results."""
    return prepare(paths, seed, workers, _compare_one)


def fields_in(path: Path) -> PairLooks:
    """The fields of a pair that was compared."""
    return _kept(path, "fields")


def connections_in(path: Path) -> PairLooks:
    """The connections of a pair that was compared."""
    return _kept(path, "connections")


def _kept(path: Path, kind: str) -> PairLooks:
    with np.load(path) as kept:
        looks, lean, before, after = (kept[f"{kind}_{name}"] for name in ("looks", "lean", "before", "after"))
    return PairLooks(looks.astype(np.float32), lean, before, after)


def _compare_one(job: Job) -> None:
    cv2.setNumThreads(1)
    path, seed = job
    rng = np.random.default_rng(seed)
    both = pair(path)
    was, naming = as_found(both[0], rng, CLOSER)
    now, _ = as_found(both[1], rng, CLOSER, naming)
    lamp = Colouring.draw(rng)
    shown = [(scene, replace(lamp, seed=number)) for number, scene in enumerate((was, now))]
    fields = list(both[0].dots)
    ways = connections_of(fields)
    named, named_ways = [naming(it) for it in fields], [naming.connection(it) for it in ways]
    field_looks, lean = zip(
        *(_looks(field_cuts(it, named, sheet=CLOSER), by) for it, by in shown), strict=True
    )
    way_looks, way_lean = zip(*(_looks(connection_cuts(it, named_ways), by) for it, by in shown), strict=True)
    steps = [np.median(after - before, axis=(1, 2)) for before, after in (field_looks, way_looks)]
    common = np.median(np.concatenate(steps), axis=0)
    on_fields = [[_on_field(it, field) for field in fields] for it in both]
    on_ways = [[_on_connection(it.state, way) for way in ways] for it in both]
    kept = {
        "fields_looks": compared(field_looks[0], field_looks[1], common).astype(np.float16),
        "fields_lean": lean[1],
        "fields_before": on_fields[0],
        "fields_after": on_fields[1],
        "connections_looks": compared(way_looks[0], way_looks[1], common).astype(np.float16),
        "connections_lean": way_lean[1],
        "connections_before": on_ways[0],
        "connections_after": on_ways[1],
    }
    keep_prepared(path, kept)


def _looks(cuts: Cuts, lamp: Colouring) -> tuple[Blob, Blob]:
    """How places look in another light, (N, h, w, 3), and how tall things lean there, (N, 2)."""
    pictures = recoloured(cuts.pictures.reshape(-1, *cuts.pictures.shape[2:]), lamp)
    return looks_of(replace(cuts, pictures=pictures.reshape(cuts.pictures.shape))), cuts.about[:, :2]


def _on_field(sample: Sample, field: Field) -> tuple[int, int]:
    stones, standing = sample.state.stones.get(field, -1), sample.miners.get(field)
    return stones, -1 if standing is None else list(Player).index(standing[0])


def _on_connection(state: State, way: Connection) -> list[int]:
    return [int(way in state.connectors.get(player, ())) for player in Player]
