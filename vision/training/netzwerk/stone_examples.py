"""What the networks that count stones and find their shadows are shown in training."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.network import Network
from vision.netzwerk import reader
from vision.netzwerk.board import centres
from vision.netzwerk.cuts import CLOSER, Cuts, frames, places_beside
from vision.netzwerk.shadows import along, around, shadows_by
from vision.netzwerk.spots import OF_STONES, STONE_HEIGHTS_MM, STONE_SPOTS, cell_middles, spot_cuts, spots
from vision.netzwerk.stone_looks import StoneLooks
from vision.netzwerk.stones import PILES
from vision.training.colouring import Colouring
from vision.training.netzwerk.cut_examples import (
    PLACES,
    field_targets,
    in_light_of,
    in_other_light,
    is_landscape,
    places_in,
)
from vision.training.netzwerk.pictures import Sample
from vision.training.netzwerk.spot_examples import SEEN, Nearby, beside, seen_from_nearby

_MIRRORED = np.array([-1.0, 1.0])
_NEXT = 0.25  # share used of the spots that are not the likeliest of their fields: hardly any bears a stone
_AT_SPOT_MM = 6.5  # a stone is at a spot if its middle is no farther from it
_STACK = len(PILES) - 1
_STONE_MAPS = [PLACES.index("stone"), PLACES.index("stack")]


@dataclass(frozen=True, eq=False)
class StonesExample:
    """Spots of fields of one picture at which it can be seen what is there.

    answers: (N,) indices of PILES; first: (N,) whether they are the likeliest spots of their fields.
    """

    looks: StoneLooks
    answers: npt.NDArray[np.int64]
    first: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class VotesExample:
    """The board around the stones of one picture: places (N, 2) mm on it, and where shadows fall beside each."""

    cuts: Cuts
    places: npt.NDArray[np.float32]
    falls: npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class _Spots:
    """Spots (N, 2) at which the closer network would have stones looked for, on n fields of a sample.

    of_field: (N,) whose they are; answers: (N,) indices of PILES; first: (N,) whether they are the likeliest of their
    fields.
    """

    near: Nearby
    of_field: npt.NDArray[np.intp]
    where: Floats
    answers: npt.NDArray[np.int64]
    first: npt.NDArray[np.bool_]

    def on_board(self) -> Floats:
        """The same spots as places (N, 3) of the board."""
        fields = [self.near.fields[n] for n in self.of_field]
        return places_beside(fields, self.near.turns[self.of_field], self.where)


def stones_example(sample: Sample, rng: np.random.Generator) -> StonesExample | None:
    """The spots of a sample where the closer network says to look for stones, or near them, with their shadows, in
    other light, as they are or mirrored."""
    found = _spots(sample, rng)
    if found is None:
        return None
    near, places, colouring = found.near, found.on_board(), Colouring.draw(rng)
    finer = near.finer(sample)
    fields = [near.fields[n] for n in found.of_field]
    nearest = spot_cuts(finer, fields, near.turns[found.of_field], found.where, STONE_HEIGHTS_MM)
    likeliest = places[found.first]
    seen = around(finer, likeliest)
    (votes,) = _lamp_network()(colours=seen.colours, about=seen.about)
    shadows = shadows_by(votes, likeliest)
    looks = StoneLooks(nearest, along(finer, places, shadows)).relit(
        lambda cuts: in_light_of(colouring, cuts, finer)
    )
    return StonesExample(looks.mirrored() if rng.random() < 0.5 else looks, found.answers, found.first)


def votes_example(sample: Sample, rng: np.random.Generator) -> VotesExample | None:
    """Stones, or what looks like some, with their shadows, in other light, as they are or mirrored."""
    found = _spots(sample, rng)
    if found is None:
        return None
    scene, places = found.near.finer(sample), found.on_board()[found.first]
    matrix, _ = cv2.Rodrigues(scene.pose.rotation)
    lamp = matrix.T @ (sample.lamp - scene.pose.translation)
    falls = (places[:, :2] - lamp[:2]) * (sample.stone_mm / (lamp[2] - sample.stone_mm))
    cuts, flat = in_other_light(around(scene, places), scene, rng), places[:, :2]
    if rng.random() < 0.5:
        cuts, flat, falls = cuts.mirrored(), flat * _MIRRORED, falls * _MIRRORED
    return VotesExample(cuts, flat.astype(np.float32), falls.astype(np.float32))


def _spots(sample: Sample, rng: np.random.Generator) -> _Spots | None:
    """Spots of the landscapes of a sample whose stones can be seen: the likeliest, and some of the next ones."""
    fields = [
        it for it in sample.dots if is_landscape(sample, it) and field_targets(sample, it)[1].max() > SEEN
    ]
    if not fields:
        return None
    near = seen_from_nearby(sample, rng, fields)
    outlines = frames(near.shown.pose, centres(near.fields), near.turns, CLOSER)
    scale = near.shown.picture.shape[1] / sample.pose.lens.size[0]
    maps = places_in(sample, fields, outlines, scale)[:, _STONE_MAPS]
    lying = np.array(
        [_STACK if it in sample.stacked else PILES.index(sample.state.stones[it]) for it in fields]
    )
    where = spots(near.places[:, OF_STONES], STONE_SPOTS)
    is_there = [
        [bool((np.linalg.norm(at - spot, axis=1) < _AT_SPOT_MM).any()) for spot in of_field]
        for at, of_field in zip(map(_peaks_of, maps), where, strict=True)
    ]
    first = np.tile(np.arange(STONE_SPOTS) == 0, len(fields))
    kept = np.flatnonzero(first | (rng.random(len(first)) < _NEXT))
    return _Spots(
        near,
        kept // STONE_SPOTS,
        beside(where.reshape(-1, 2)[kept], rng),
        np.where(is_there, lying[:, None], PILES.index(0)).ravel()[kept],
        first[kept],
    )


def _peaks_of(maps: npt.NDArray[np.float32]) -> Floats:
    """Where things are by maps (M, h, w) of them, (n, 2) mm right and upwards of the middle of a closer cut."""
    middles = cell_middles(maps.shape[-2:])
    return np.asarray(middles[(maps.max(axis=0) > SEEN).ravel()])


@cache
def _lamp_network() -> Network:
    return Network(Path(reader.__file__).parent / "models" / "lamp.onnx.xz", ["votes"])
