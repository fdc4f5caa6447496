"""Views of a simulated table, drawn when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Generic, TypeVar

import cv2
import numpy as np

from vision.photo import Picture
from vision.synthetic import noise
from vision.synthetic.hands import outlines
from vision.synthetic.sensor import taken_again
from vision.synthetic.setting import Setting
from vision.table import Stage

SceneT = TypeVar("SceneT", bound=Setting)
_STAYING: Final = 0.5  # share of the noise that is the same in all frames; the rest comes anew with each
_CHANGING: Final = float(np.sqrt(1 - _STAYING**2))


@dataclass(frozen=True)
class TableShot(Generic[SceneT]):
    """A scene of the table at some stage of a deed, and how it is painted; see `vision.table.Shot`."""

    stage: Stage
    scene: SceneT
    paint: Callable[[SceneT], Picture] = field(repr=False, compare=False)

    @property
    def hides_board(self) -> bool:
        """Whether a hand covers part of the board, as the camera sees it."""
        view = self.scene.view
        hands = [outline for hand in self.scene.hands for outline in outlines(view, hand)]
        if not hands:
            return False
        for part in self.scene.board.parts:
            flat = np.column_stack([np.array(part), np.zeros(len(part))])
            seen = view.project(flat).astype(np.float32)
            if any(cv2.intersectConvexConvex(seen, outline)[0] > 0 for outline in hands):
                return True
        return False

    def draw(self) -> Picture:
        """The picture, with the part of the noise that stays from frame to frame."""
        sensor = self.scene.sensor
        return self.paint(replace(self.scene, sensor=replace(sensor, noise=sensor.noise * _STAYING)))

    def again(self, picture: Picture, rng: np.random.Generator, gain: float = 1.0) -> Picture:
        """The drawn picture with the changing part of the noise, all light times `gain`."""
        return taken_again(picture, self.scene.sensor, _CHANGING, gain, noise.anywhere(rng))
