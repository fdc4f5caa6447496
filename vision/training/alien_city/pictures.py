"""Simulated pictures of Alien City with their truth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.alien_city import City
from vision.alien_city.reading import ICON_LOTS, LOT_STATES, MARKS
from vision.lens import Floats
from vision.photo import Picture, load_photo
from vision.pose import Pose
from vision.synthetic.alien_city import random_scene, render
from vision.synthetic.alien_city.hard_looks import (
    coin_looks,
    faint_looks,
    haloed_looks,
    marked_looks,
    medallion_looks,
    pictorial_looks,
    vivid_looks,
)
from vision.synthetic.alien_city.render import Rendering
from vision.synthetic.alien_city.scene import Scene
from vision.synthetic.chance import named
from vision.training.pictures import camera_of, camera_to_json


@dataclass(frozen=True, eq=False)
class Sample:
    """A simulated picture with its truth.

    states: (80,) int, index into LOT_STATES; covered: (80,) share covered; marks: (20,) int, index into MARKS.
    """

    path: Path
    pose: Pose
    states: npt.NDArray[np.int64]
    covered: Floats
    marks: npt.NDArray[np.int64]

    def picture(self) -> Picture:
        """The picture, RGB."""
        return load_photo(self.path)

    @property
    def icon_lots(self) -> npt.NDArray[np.intp]:
        """The lots with the icons of the tiles, by number, (20,)."""
        return ICON_LOTS[range(len(ICON_LOTS)), self.marks % ICON_LOTS.shape[1]]

    @classmethod
    def load(cls, path: Path) -> Sample:
        """The sample whose picture is `path`; its truth lies beside it."""
        truth = json.loads(path.with_suffix(".json").read_text())
        city = City.parse(truth["position"])
        return cls(
            path,
            camera_of(truth),
            np.array([LOT_STATES.index(content) for content in city.lots]),
            np.array(truth["covered"]),
            np.array([MARKS.index(tile) for tile in city.tiles]),
        )


HARD = {
    "pictorial": pictorial_looks,
    "coins": coin_looks,
    "marked": marked_looks,
    "medallions": medallion_looks,
    "haloed": haloed_looks,
    "faint": faint_looks,
    "vivid": vivid_looks,
}
"""Sets that are hard to read, by what makes them so."""

MANY_HARD = {
    "pictorial": 0.1,
    "coins": 0.15,
    "marked": 0.08,
    "medallions": 0.1,
    "haloed": 0.06,
    "faint": 0.06,
    "vivid": 0.08,
}
"""Shares of sets from which there is most to be learnt."""


@dataclass(frozen=True)
class Drawing:
    """How pictures are drawn: their size, the share of them that surely have a hand, and the shares of sets that are
    HARD in one way or another."""

    size: tuple[int, int]
    hands: float
    hard: Mapping[str, float] = field(default_factory=dict)

    def __call__(self, rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
        """A picture, and the truth that `Sample.load` reads back."""
        return with_truth(render(self.scene(rng)))

    def scene(self, rng: np.random.Generator) -> Scene:
        """What there is to draw."""
        hand = True if rng.random() < self.hands else None
        kind = named(rng, {**self.hard, "usual": 1 - sum(self.hard.values())})
        looks = HARD[kind](rng) if kind in HARD else None
        return random_scene(rng, size=self.size, hand=hand, looks=looks)


TRACED = Drawing((1280, 960), hands=0.0, hard={"pictorial": 0.3, "coins": 0.25})
"""What is traced: more of what light makes hard."""


def with_truth(seen: Rendering) -> tuple[Picture, dict[str, Any]]:
    """A picture, and the truth that `Sample.load` reads back."""
    truth = {"position": seen.position, "covered": np.asarray(seen.covered).round(3).tolist()}
    return seen.image, truth | camera_to_json(seen.pose)
