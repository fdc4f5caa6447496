"""What the readers of spots are shown in training: stones and miners where the closer network says to look.

Miners are judged with what the installed network for connections says of connectors, so they are learnt later.
"""

from __future__ import annotations

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
from vision.netzwerk.board import connections_of
from vision.netzwerk.cuts import (
    CLOSER,
    SPOT,
    Cuts,
    Scene,
    connection_cuts,
    field_cuts,
    scene,
    upright,
)
from vision.netzwerk.players import players_looks
from vision.netzwerk.small_things import MOST_MINERS
from vision.netzwerk.spots import (
    MINER_HEIGHTS_MM,
    OF_MINERS,
    likeliest,
    spot_cuts,
    spots,
)
from vision.training.colouring import Colouring
from vision.training.netzwerk.cut_examples import (
    AWRY,
    as_found,
    field_targets,
    in_light_of,
)
from vision.training.netzwerk.pictures import Sample

_MODELS = Path(reader.__file__).parent / "models"

SEEN = 0.7
"""From such a target on a thing is there, and can be seen."""

_BESIDE_THE_SPOT_MM = 1.0


@dataclass(frozen=True, eq=False)
class MinerExample:
    """Spots of fields of one picture at which it can be seen whose miner is there.

    answers: (N,) indices of MINERS; players: (100,) how the players' connectors look in that picture and light.
    """

    cuts: Cuts
    answers: npt.NDArray[np.int64]
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


def miners_example(sample: Sample, rng: np.random.Generator) -> MinerExample | None:
    """The spots of a sample at which the closer network says to look for miners, or near them."""
    told = {it: field_targets(sample, it)[2] for it in sample.dots}
    fields = [it for it, target in told.items() if target.max() > SEEN]
    if not fields:
        return None
    near = seen_from_nearby(sample, rng, fields)
    places = near.places[:, OF_MINERS]
    chosen = likeliest(places, MOST_MINERS)
    owners = np.array([int(told[fields[n]].argmax()) for n in chosen])
    where = beside(spots(places[chosen])[:, 0], rng)
    colouring = Colouring.draw(rng)
    finer = near.finer(sample)
    cuts = spot_cuts(finer, [near.fields[n] for n in chosen], near.turns[chosen], where, MINER_HEIGHTS_MM)
    cuts = in_light_of(colouring, cuts, finer)
    shown = cuts.mirrored() if rng.random() < 0.5 else cuts
    return MinerExample(shown, owners, _players_in(sample, rng, colouring))


def _players_in(sample: Sample, rng: np.random.Generator, colouring: Colouring) -> npt.NDArray[np.float32]:
    """How the players' connectors look to the network that reads them."""
    shown, name = as_found(sample, rng, CLOSER)
    ways = connection_cuts(shown, [name.connection(it) for it in connections_of(list(sample.dots))])
    ways = in_light_of(colouring, ways.turned() if rng.random() < 0.5 else ways, shown)
    others = company(len(ways.about))
    sticks, looks = _connection_network()(colours=ways.colours, about=ways.about, company=others)
    return players_looks(looks.astype(np.float64), sigmoid(sticks))


def seen_from_nearby(sample: Sample, rng: np.random.Generator, fields: list[Field]) -> Nearby:
    """Some fields of a sample as the installed closer network sees them, from a pose as it is found in practice."""
    shown, name = as_found(sample, rng, CLOSER)
    renamed = [name(field) for field in fields]
    turns = upright(shown.pose, renamed) + rng.uniform(-AWRY, AWRY)
    cuts = field_cuts(shown, renamed, turns, CLOSER)
    (places,) = _closer_network()(colours=cuts.colours, about=cuts.about, company=company(len(fields)))
    return Nearby(shown, renamed, turns, places.astype(np.float64))


def beside(where: Floats, rng: np.random.Generator) -> Floats:
    """About where spots (N, 2) are, mm."""
    return where + rng.normal(0, _BESIDE_THE_SPOT_MM, where.shape)


@cache
def _closer_network() -> Network:
    return Network(_MODELS / "closer.onnx.xz", ["places"], together=True)


@cache
def _connection_network() -> Network:
    return Network(_MODELS / "connections.onnx.xz", ["sticks", "looks"], together=True)
