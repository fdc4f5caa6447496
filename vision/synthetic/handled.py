"""What happens on any game's simulated table: hands come and go, the camera is bumped, lamps change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Generic

import numpy as np

from vision.photo import Picture
from vision.synthetic.mishaps import knocked, relit
from vision.synthetic.reach import hand_at, opened, withdrawn
from vision.synthetic.setting import Hand
from vision.synthetic.shots import SceneT, TableShot
from vision.table import Stage

_NOISIEST = 0.03  # in the sensor's unit: people play where they can see


class HandledTable(Generic[SceneT]):
    """The part of `vision.table.Table` that is the same for all games."""

    def __init__(
        self,
        rng: np.random.Generator,
        scene: SceneT,
        hands: Mapping[str, Hand],
        paint: Callable[[SceneT], Picture],
    ) -> None:
        """A table as it stands at first, with the players' hands and how its scenes are painted."""
        self._rng = rng
        self._scene = scene
        self._done: list[SceneT] = []  # the scenes before each deed that stands
        self._hands = hands
        self._paint = paint

    def clear(self) -> TableShot[SceneT]:
        """The table as it stands."""
        return self._shot(Stage.CLEAR, self._scene)

    def reach(self, player: str) -> tuple[TableShot[SceneT], ...]:
        """An empty hand comes over some place of the board and goes."""
        board = self._scene.board
        middle = self._rng.uniform(board.low, board.high)
        hand = hand_at(self._rng, self._hands[player], middle, float(self._rng.uniform(25, 80)), -1)
        return self._brought(hand, self._scene)

    def knock(self) -> tuple[TableShot[SceneT], ...]:
        """The camera shakes once and then looks from elsewhere, the whole board still in view."""
        scene = self._scene
        streak = (float(self._rng.uniform(8, 24)), float(self._rng.uniform(0, np.pi)))
        shaken = replace(
            scene,
            view=knocked(self._rng, scene.view, scene.board),
            sensor=replace(scene.sensor, motion=streak),
        )
        self._scene = replace(scene, view=knocked(self._rng, scene.view, scene.board))
        return self._shot(Stage.KNOCKED, shaken), self.clear()

    def relight(self) -> tuple[TableShot[SceneT], ...]:
        """A lamp is turned down or up, or another one switched on."""
        self._scene = replace(self._scene, light=relit(self._rng, self._scene.light))
        return (self.clear(),)

    def _shot(self, stage: Stage, scene: SceneT, hand: Hand | None = None) -> TableShot[SceneT]:
        return TableShot(stage, replace(scene, hands=(hand,)) if hand else scene, self._paint)

    def _brought(self, hand: Hand, before: SceneT) -> tuple[TableShot[SceneT], ...]:
        """A hand comes, seen once or twice on its way, is there, and goes; what it brought then stands there."""
        coming = [withdrawn(self._rng, hand) for _ in range(1 + int(self._rng.random() < 0.4))]
        coming.sort(key=lambda h: float(np.hypot(h.at[0] - hand.at[0], h.at[1] - hand.at[1])), reverse=True)
        leaving = withdrawn(self._rng, opened(self._rng, hand))
        return (
            *(self._shot(Stage.COMING, before, h) for h in coming),
            self._shot(Stage.OVER, before, hand),
            self._shot(Stage.LEAVING, self._scene, leaving),
            self.clear(),
        )

    def _taken_back(self, hand: Hand, before: SceneT, lifted: SceneT) -> tuple[TableShot[SceneT], ...]:
        """An empty hand comes, takes what is then missing, and goes; the table is as it was."""
        return (
            self._shot(Stage.COMING, before, withdrawn(self._rng, opened(self._rng, hand))),
            self._shot(Stage.OVER, lifted, hand),
            self._shot(Stage.LEAVING, lifted, withdrawn(self._rng, hand)),
            self.clear(),
        )


def steady(scene: SceneT) -> SceneT:
    """A scene as it is when a camera stands and people have sat down to play: nothing foreign lies on the board."""
    sensor = replace(scene.sensor, motion=(0.0, 0.0), noise=min(scene.sensor.noise, _NOISIEST))
    return replace(scene, sensor=sensor, things=tuple(thing for thing in scene.things if not thing.on_board))
