"""What the readers of spots are shown in training: stones and miners where the closer network would have one look.

Miners are told by what the network for connections that is installed makes of connectors, so they are learnt later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from vision.company import company
from vision.lens import Floats
from vision.network import Network, sigmoid
from vision.netzwerk import reader
from vision.netzwerk.board import centres, connections_of
from vision.netzwerk.cuts import (
    CLOSER,
    SPOT,
    Cuts,
    Scene,
    connection_cuts,
    field_cuts,
    frames,
    scene,
    upright,
)
from vision.netzwerk.players import players_looks
from vision.netzwerk.small_things import MOST_MINERS
from vision.netzwerk.spots import (
    MINER_HEIGHTS_MM,
    OF_MINERS,
    OF_STONES,
    STONE_HEIGHTS_MM,
    STONE_SPOTS,
    cell_middles,
    likeliest,
    spot_cuts,
    spots,
)
from vision.netzwerk.stones import PILES
from vision.training.colouring import Colouring
from vision.training.netzwerk.cut_examples import (
    AWRY,
    PLACES,
    as_found,
    field_targets,
    in_light_of,
    is_landscape,
    places_in,
)
from vision.training.netzwerk.pictures import Sample

_MODELS = Path(reader.__file__).parent / "models"
_SEEN = 0.7
_BESIDE_THE_SPOT_MM = 1.0
_AT_SPOT_MM = 6.5  # as far as the middle of a stone may be from a spot, and it is there
_STACK = len(PILES) - 1
_STONE_MAPS = [PLACES.index("stone"), PLACES.index("stack")]


@dataclass(frozen=True, eq=False)
class SpotExample:
    """Spots of fields of one picture at which it can be seen what is there.

    answers: (N,) indices of PILES or of MINERS; first: (N,) whether they are the likeliest spots of their fields.
    """

    cuts: Cuts
    answers: npt.NDArray[np.int64]
    first: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class MinerExample(SpotExample):
    """The same of miners; players: (100,) how the players' connectors look in that picture and light."""

    players: npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Nearby:
    """Fields of a sample as the closer network sees them: their names and turns (N,) in a scene, and the logits
    (N, 6, 18, 18) of where things are."""

    shown: Scene
    fields: list[Field]
    turns: Floats
    places: Floats

    def finer(self, sample: Sample) -> Scene:
        """The same scene, as fine as spots are."""
        return scene(sample.picture(), self.shown.pose, self.fields, SPOT)


@dataclass(frozen=True, eq=False)
class StoneSpots:
    """The spots (N, 2) at which the closer network would have stones looked for, N of n fields of a sample.

    of_field: (N,) whose they are; answers: (N,) indices of PILES; first: (N,) whether they are the likeliest of their
    fields.
    """

    near: Nearby
    of_field: npt.NDArray[np.intp]
    where: Floats
    answers: npt.NDArray[np.int64]
    first: npt.NDArray[np.bool_]


def stone_spots(sample: Sample, rng: np.random.Generator) -> StoneSpots | None:
    """The spots of the landscapes of a sample whose stones can be seen."""
    fields = [
        it for it in sample.dots if is_landscape(sample, it) and field_targets(sample, it)[1].max() > _SEEN
    ]
    if not fields:
        return None
    near = _seen_from_nearby(sample, rng, fields)
    outlines = frames(near.shown.pose, centres(near.fields), near.turns, CLOSER)
    scale = near.shown.picture.shape[1] / sample.pose.lens.size[0]
    maps = places_in(sample, fields, outlines, scale)[:, _STONE_MAPS]
    stacked = maps[:, _STONE_MAPS.index(PLACES.index("stack"))].max(axis=(1, 2)) > _SEEN
    lying = np.array([PILES.index(sample.state.stones[field]) for field in fields])
    lying[stacked] = _STACK
    where = spots(near.places[:, OF_STONES], STONE_SPOTS)
    is_there = [
        [bool((np.linalg.norm(at - spot, axis=1) < _AT_SPOT_MM).any()) for spot in of_field]
        for at, of_field in zip(map(_peaks_of, maps), where, strict=True)
    ]
    return StoneSpots(
        near,
        np.repeat(np.arange(len(fields)), STONE_SPOTS),
        _beside(where.reshape(-1, 2), rng),
        np.where(is_there, lying[:, None], PILES.index(0)).ravel(),
        np.tile(np.arange(STONE_SPOTS) == 0, len(fields)),
    )


def stones_example(sample: Sample, rng: np.random.Generator) -> SpotExample | None:
    """The landscapes of a sample where the closer network would have one look for stones, or about there."""
    found = stone_spots(sample, rng)
    if found is None:
        return None
    colouring = Colouring.draw(rng)
    cuts = _cuts_of(sample, rng, found.near, found.of_field, found.where, STONE_HEIGHTS_MM, colouring)
    return SpotExample(cuts, found.answers, found.first)


def miners_example(sample: Sample, rng: np.random.Generator) -> MinerExample | None:
    """The fields of a sample at which the closer network would have one look for miners, or about there."""
    told = {it: field_targets(sample, it)[2] for it in sample.dots}
    fields = [it for it, target in told.items() if target.max() > _SEEN]
    if not fields:
        return None
    near = _seen_from_nearby(sample, rng, fields)
    places = near.places[:, OF_MINERS]
    chosen = likeliest(places, MOST_MINERS)
    owners = np.array([int(told[fields[n]].argmax()) for n in chosen])
    where = _beside(spots(places[chosen])[:, 0], rng)
    colouring = Colouring.draw(rng)
    cuts = _cuts_of(sample, rng, near, chosen, where, MINER_HEIGHTS_MM, colouring)
    return MinerExample(cuts, owners, np.ones(len(chosen), np.bool_), _players_in(sample, rng, colouring))


def _players_in(sample: Sample, rng: np.random.Generator, colouring: Colouring) -> npt.NDArray[np.float32]:
    """How the players' connectors look to the network that reads them."""
    shown, name = as_found(sample, rng, CLOSER)
    ways = connection_cuts(shown, [name.connection(it) for it in connections_of(list(sample.dots))])
    ways = in_light_of(colouring, ways.turned() if rng.random() < 0.5 else ways, shown)
    others = company(len(ways.about))
    sticks, looks = _connection_network()(colours=ways.colours, about=ways.about, company=others)
    return players_looks(looks.astype(np.float64), sigmoid(sticks))


def _seen_from_nearby(sample: Sample, rng: np.random.Generator, fields: list[Field]) -> Nearby:
    shown, name = as_found(sample, rng, CLOSER)
    renamed = [name(field) for field in fields]
    turns = upright(shown.pose, renamed) + rng.uniform(-AWRY, AWRY)
    cuts = field_cuts(shown, renamed, turns, CLOSER)
    (places,) = _closer_network()(colours=cuts.colours, about=cuts.about, company=company(len(fields)))
    return Nearby(shown, renamed, turns, places.astype(np.float64))


def _peaks_of(maps: npt.NDArray[np.float32]) -> Floats:
    """Where things are by maps (M, h, w) of them, (n, 2) mm right and upwards of the middle of a closer cut."""
    middles = cell_middles(maps.shape[-2:])
    return np.asarray(middles[(maps.max(axis=0) > _SEEN).ravel()])


def _beside(where: Floats, rng: np.random.Generator) -> Floats:
    """About where spots (N, 2) are, mm."""
    return where + rng.normal(0, _BESIDE_THE_SPOT_MM, where.shape)


def _cuts_of(
    sample: Sample,
    rng: np.random.Generator,
    near: Nearby,
    chosen: npt.NDArray[np.intp],
    where: Floats,
    heights: Sequence[float],
    colouring: Colouring,
) -> Cuts:
    """Spots (n, 2) of chosen fields (n,) at some heights; in other light, as they are or mirrored."""
    finer = near.finer(sample)
    cuts = spot_cuts(finer, [near.fields[n] for n in chosen], near.turns[chosen], where, heights)
    cuts = in_light_of(colouring, cuts, finer)
    return cuts.mirrored() if rng.random() < 0.5 else cuts


@cache
def _closer_network() -> Network:
    return Network(_MODELS / "closer.onnx.xz", ["places"], together=True)


@cache
def _connection_network() -> Network:
    return Network(_MODELS / "connections.onnx.xz", ["sticks", "looks"], together=True)
