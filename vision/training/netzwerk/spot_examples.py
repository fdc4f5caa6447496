"""What the readers of spots are shown in training: stones and miners where the closer network would have one look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from vision.lens import Floats
from vision.network import Network
from vision.netzwerk import reader
from vision.netzwerk.board import centres
from vision.netzwerk.cuts import CLOSER, SPOT, Cuts, Scene, field_cuts, frames, scene, upright
from vision.netzwerk.reader import MOST_MINERS
from vision.netzwerk.spots import OF_MINERS, OF_STONES, likeliest, spot_cuts, spots
from vision.netzwerk.stones import PILES
from vision.training.netzwerk.cut_examples import (
    AWRY,
    PLACES,
    as_found,
    field_targets,
    in_other_light,
    is_landscape,
    places_in,
)
from vision.training.netzwerk.pictures import Sample

_SEEN = 0.7
_BESIDE_THE_SPOT_MM = 1.0
_STACK = len(PILES) - 1


@dataclass(frozen=True, eq=False)
class SpotExample:
    """Spots of fields of one picture at which it can be seen what is there: answers (N,), indices of PILES or of
    MINERS."""

    cuts: Cuts
    answers: npt.NDArray[np.int64]


def stones_example(sample: Sample, rng: np.random.Generator) -> SpotExample | None:
    """The landscapes of a sample at which the closer network would have one look for stones, or about there."""
    fields = [
        it for it in sample.dots if is_landscape(sample, it) and field_targets(sample, it)[1].max() > _SEEN
    ]
    if not fields:
        return None
    near = _seen_from_nearby(sample, rng, fields)
    outlines = frames(near.shown.pose, centres(near.fields), near.turns, CLOSER)
    stacks = places_in(sample, fields, outlines, near.shown.picture.shape[1] / sample.pose.lens.size[0])[
        :, PLACES.index("stack")
    ]
    piles = [
        _STACK if stack.max() > _SEEN else PILES.index(sample.state.stones[field])
        for field, stack in zip(fields, stacks, strict=True)
    ]
    return _spot_example(sample, rng, near, near.places[:, OF_STONES], piles)


def miners_example(sample: Sample, rng: np.random.Generator) -> SpotExample | None:
    """The fields of a sample at which the closer network would have one look for miners, or about there."""
    told = {it: field_targets(sample, it)[2] for it in sample.dots}
    fields = [it for it, target in told.items() if target.max() > _SEEN]
    if not fields:
        return None
    near = _seen_from_nearby(sample, rng, fields)
    owners = [int(told[field].argmax()) for field in fields]
    places = near.places[:, OF_MINERS]
    return _spot_example(sample, rng, near, places, owners, likeliest(places, MOST_MINERS))


@dataclass(frozen=True, eq=False)
class _Nearby:
    """Fields of a sample as the closer network sees them: their names and turns (N,) in a scene, and the logits
    (N, 6, 18, 18) of where things are."""

    shown: Scene
    fields: list[Field]
    turns: Floats
    places: Floats


def _seen_from_nearby(sample: Sample, rng: np.random.Generator, fields: list[Field]) -> _Nearby:
    shown, name = as_found(sample, rng, CLOSER)
    renamed = [name(field) for field in fields]
    turns = upright(shown.pose, renamed) + rng.uniform(-AWRY, AWRY)
    cuts = field_cuts(shown, renamed, turns, CLOSER)
    (places,) = _closer_network()(colours=cuts.colours, about=cuts.about)
    return _Nearby(shown, renamed, turns, places.astype(np.float64))


def _spot_example(
    sample: Sample,
    rng: np.random.Generator,
    near: _Nearby,
    places: Floats,
    answers: Sequence[int],
    chosen: npt.NDArray[np.intp] | slice = slice(None),
) -> SpotExample:
    """Some fields where things are likeliest, by places (N, M, 18, 18), or about there; in other light, as they are
    or mirrored."""
    where = spots(places)
    where += rng.normal(0, _BESIDE_THE_SPOT_MM, where.shape)
    finer = scene(sample.picture(), near.shown.pose, near.fields, SPOT)
    fields = [near.fields[n] for n in np.arange(len(near.fields))[chosen]]
    cuts = in_other_light(spot_cuts(finer, fields, near.turns[chosen], where[chosen]), finer, rng)
    return SpotExample(cuts.mirrored() if rng.random() < 0.5 else cuts, np.array(answers, np.int64)[chosen])


@cache
def _closer_network() -> Network:
    return Network(Path(reader.__file__).parent / "models" / "closer.onnx", ["places"])
