"""What the network for owners' sets learns from: sets of all kinds, and of each some pictures to know it by."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from engine.alien_city import City
from vision.alien_city.lot_cuts import lot_cuts
from vision.alien_city.own_set.learner import AlienCitySet
from vision.alien_city.own_set.things import BARE, SORTS, things_of
from vision.alien_city.reading import LOT_STATES, MARKS
from vision.alien_city.sheets import Blob
from vision.photo import Picture, load_photo
from vision.synthetic.alien_city.deal import random_scene
from vision.synthetic.alien_city.looks import STYLES, random_looks, unusual_looks
from vision.synthetic.alien_city.own_set import at_home
from vision.synthetic.alien_city.positions import random_position
from vision.synthetic.chance import one_of, shuffled
from vision.training.alien_city.lot_examples import slightly_wrong
from vision.training.pictures import Job, camera_of, camera_to_json, keep_prepared, prepare

_SIZE = 1280, 960
_OF_EACH_KIND = 5  # pictures of a set: of arrangements, and of positions of games
_UNUSUAL = 0.75  # of the sets; the others are of the kinds that the reader knows
_READABLE = 0.3  # of a lot may be covered
_BARE = 12  # lots of a picture that show neither icon nor piece; else there would be little else
_LOTS = 400  # lots of a set that are learnt from at a time; of some things a set has few
_LEAST_SHOWN, _MOST_SHOWN = 4, 7  # pictures to know a set by
_OTHER_HUES = 0.8  # of the examples


@dataclass(frozen=True, eq=False)
class SetExample:
    """Lots of one set.

    pictures: (N, 3, 64, 64, 3) uint8 RGB, cut at three heights, upright; gains: (N, 3), by which their channels
    are brightened; lean: (N, 2); things: (N,) what they show; shown: (N,) whether the others are to be known by them.
    """

    pictures: npt.NDArray[np.uint8]
    gains: Blob
    lean: Blob
    things: npt.NDArray[np.int64]
    shown: npt.NDArray[np.bool_]


def draw_set(rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
    """The pictures of a set at home, one below the other, and what they show."""
    looks = unusual_looks(rng) if rng.random() < _UNUSUAL else random_looks(rng, one_of(rng, STYLES))
    asked = shuffled(rng, AlienCitySet().arrangements)[:_OF_EACH_KIND]
    played = [random_position(rng, odd=bool(rng.random() < 0.2)) for _ in range(_OF_EACH_KIND)]
    seen = list(at_home(rng, random_scene(rng, size=_SIZE, looks=looks), asked + played))
    truth = [
        {"position": it.position, "covered": np.asarray(it.covered).round(3).tolist()}
        | camera_to_json(it.pose)
        for it in seen
    ]
    return np.vstack([it.image for it in seen]), {"pictures": truth}


def cut_all(paths: list[Path], seed: int, workers: int) -> list[Path]:
    """Cut out the lots of drawn sets, except those cut already; returns the files with the cuts."""
    return prepare(paths, seed, workers, _cut_one)


def set_example(path: Path, rng: np.random.Generator) -> SetExample:
    """Some lots of a set, in hues that nobody has drawn it in, and as often as not in the mirror."""
    with np.load(path) as kept:
        chosen = rng.permutation(len(kept["things"]))[:_LOTS]
        pictures, gains, lean, things, numbers = (
            kept[name][chosen] for name in ("pictures", "gains", "lean", "things", "numbers")
        )
    if rng.random() < _OTHER_HUES:
        pictures = in_other_hues(pictures, rng)
    mirrored = rng.random(len(chosen)) < 0.5
    pictures[mirrored] = pictures[mirrored][..., ::-1, :]
    lean[mirrored, 0] *= -1
    light = np.exp(rng.normal(0, 0.08, 3) + rng.normal(0, 0.1))
    flicker = np.exp(rng.normal(0, 0.03, 2 * _OF_EACH_KIND))[numbers]
    anyhow = rng.permutation(2 * _OF_EACH_KIND)
    shown = anyhow[: rng.integers(_LEAST_SHOWN, _MOST_SHOWN, endpoint=True)]
    return SetExample(
        pictures,
        np.asarray(gains[:, None] * flicker[:, None] * light, np.float32),
        lean,
        things,
        np.isin(numbers, shown),
    )


def in_other_hues(pictures: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Pictures (..., 3) uint8 RGB with all hues turned by one angle, and half the time in reverse order."""
    angle = rng.uniform(0, 2 * np.pi)
    grey = np.full(3, 1 / np.sqrt(3))
    turned, _ = cv2.Rodrigues(angle * grey)
    if rng.random() < 0.5:
        turned = turned[::-1]
    return np.asarray(cv2.transform(pictures.reshape(-1, 1, 3), turned), np.uint8).reshape(pictures.shape)


def _cut_one(job: Job) -> None:
    """Cut the lots that can be seen out of the pictures of a set, from poses that are nearly right."""
    cv2.setNumThreads(1)
    path, seed = job
    rng = np.random.default_rng(seed)
    truths = _truths(path)
    rows = []
    for number, (picture, truth) in enumerate(
        zip(np.split(load_photo(path), len(truths)), truths, strict=True)
    ):
        things = _things(City.parse(truth["position"]))
        visible = rng.permutation(np.flatnonzero(np.array(truth["covered"]) < _READABLE))
        bare = SORTS[things[visible]] == BARE
        lots = np.concatenate([visible[~bare], visible[bare][:_BARE]])
        seen = lot_cuts(picture, slightly_wrong(camera_of(truth), 0.02, rng), lots).upright()
        gains, numbers = np.full(len(lots), seen.gain, np.float32), np.full(len(lots), number)
        rows.append((seen.pictures, gains, seen.about[:, :2], things[lots], numbers))
    pictures, gains, lean, shown, numbers = map(np.concatenate, zip(*rows, strict=True))
    keep_prepared(
        path, {"pictures": pictures, "gains": gains, "lean": lean, "things": shown, "numbers": numbers}
    )


def _truths(path: Path) -> list[dict[str, Any]]:
    pictures: list[dict[str, Any]] = json.loads(path.with_suffix(".json").read_text())["pictures"]
    return pictures


def _things(city: City) -> npt.NDArray[np.intp]:
    states = np.array([LOT_STATES.index(content) for content in city.lots])
    return things_of(states, np.array([MARKS.index(tile) for tile in city.tiles]))
