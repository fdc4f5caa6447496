"""What the networks that find shadows and look along them are shown in training."""

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
from vision.netzwerk.cuts import Cuts, Scene, places_beside
from vision.netzwerk.shadows import along, around, shadows_by
from vision.training.netzwerk.cut_examples import in_other_light
from vision.training.netzwerk.pictures import Sample
from vision.training.netzwerk.spot_examples import SpotExample, StoneSpots, stone_spots

_MIRRORED = np.array([-1.0, 1.0])


@dataclass(frozen=True, eq=False)
class VotesExample:
    """The board around the stones of one picture: places (N, 2) mm on it, and where shadows fall beside each."""

    cuts: Cuts
    places: npt.NDArray[np.float32]
    falls: npt.NDArray[np.float32]


def votes_example(sample: Sample, rng: np.random.Generator) -> VotesExample | None:
    """Stones, or what seems to be some, with their shadows, in other light, as they are or mirrored."""
    found = stone_spots(sample, rng)
    if found is None:
        return None
    scene, places = _likeliest(sample, found)
    matrix, _ = cv2.Rodrigues(scene.pose.rotation)
    lamp = matrix.T @ (sample.lamp - scene.pose.translation)
    falls = (places[:, :2] - lamp[:2]) * (sample.stone_mm / (lamp[2] - sample.stone_mm))
    cuts, flat = in_other_light(around(scene, places), scene, rng), places[:, :2]
    if rng.random() < 0.5:
        cuts, flat, falls = cuts.mirrored(), flat * _MIRRORED, falls * _MIRRORED
    return VotesExample(cuts, flat.astype(np.float32), falls.astype(np.float32))


def along_example(sample: Sample, rng: np.random.Generator) -> SpotExample | None:
    """Stones, or what seems to be some, along the shadows that one finds, in other light, as they are or mirrored."""
    found = stone_spots(sample, rng)
    if found is None:
        return None
    scene, places = _likeliest(sample, found)
    seen = around(scene, places)
    (votes,) = _lamp_network()(colours=seen.colours, about=seen.about)
    cuts = in_other_light(along(scene, places, shadows_by(votes, places)), scene, rng)
    answers = found.answers[found.first]
    return SpotExample(
        cuts.mirrored() if rng.random() < 0.5 else cuts, answers, np.ones(len(answers), np.bool_)
    )


def _likeliest(sample: Sample, found: StoneSpots) -> tuple[Scene, Floats]:
    """The likeliest spots of fields as places (n, 3) of a scene."""
    near, chosen = found.near, found.of_field[found.first]
    fields = [near.fields[n] for n in chosen]
    return near.finer(sample), places_beside(fields, near.turns[chosen], found.where[found.first])


@cache
def _lamp_network() -> Network:
    return Network(Path(reader.__file__).parent / "models" / "lamp.onnx.xz", ["votes"])
