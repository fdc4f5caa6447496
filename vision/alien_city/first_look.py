"""The look at the whole board at once: the network that reads all lots and tiles, and what it said."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from engine.alien_city import Lot
from vision.alien_city.board import TILE_COLUMNS, TILE_ROWS, turned
from vision.alien_city.reading import LOT_STATES, TURNED_MARKS
from vision.alien_city.sheets import Blob, Sheets, Window, look, tones_of
from vision.lens import Floats
from vision.network import Network, sigmoid, softmax
from vision.photo import Picture
from vision.pose import Pose

FEWEST_TILES = 6
"""Fewer are not enough to fit a pose to."""


@dataclass(frozen=True, eq=False)
class Look:
    """What the network said of one look, lots and tiles in the order of the engine.

    lots, unseen, tiles, tones: as in a Reading. looks: (80, 16), for `vision.alien_city.kinship`.
    shifts: (20, 2) lots, how far tiles lie to the right of and above where the pose says; scale: (20,) lots, the
    expected error of that; presence: (20,) probability that a tile lies there at all.
    """

    lots: Floats
    unseen: Floats
    tiles: Floats
    tones: Floats
    looks: Floats
    shifts: Floats
    scale: Floats
    presence: Floats

    def turned(self) -> Look:
        """The same of the city taken the other way round."""
        return Look(
            self.lots[::-1],
            self.unseen[::-1],
            self.tiles[::-1][:, TURNED_MARKS],
            self.tones[::-1],
            self.looks[::-1],
            -self.shifts[::-1],
            self.scale[::-1],
            self.presence[::-1],
        )

    @cached_property
    def weights(self) -> Floats:
        """How much each tile counts for the pose, (20,) from 0 to 1."""
        precise = np.clip(0.02 / self.scale, 0.02, 1.0) ** 2
        return np.asarray(np.where(self.presence > 0.5, precise, 0.0))

    @cached_property
    def drift(self) -> float:
        """How far the pose is off, in lots: the mean of the tiles that can tell."""
        if self.present < FEWEST_TILES:
            return math.inf
        return float(np.average(np.abs(self.shifts).max(axis=1), weights=self.weights))

    @cached_property
    def agreement(self) -> float:
        """How well the tiles that nothing hides lie where the pose says, 1 at best."""
        free = 1 - self.unseen.reshape(TILE_ROWS, 2, TILE_COLUMNS, 2).mean(axis=(1, 3)).ravel()
        if free.sum() < FEWEST_TILES:
            return 0.0
        return float(np.average(self.presence * np.exp(-2 * np.abs(self.shifts).max(axis=1)), weights=free))

    @property
    def legibility(self) -> float:
        """How surely guilds and corners of tiles are read: about 1 from the right pose, with usual prints."""
        return float(self.tiles.max(axis=1).mean())

    @property
    def present(self) -> int:
        """How many tiles are where they should be."""
        return int((self.presence > 0.5).sum())


class FirstLook:
    """Looks at all lots and tiles. Keeps the network, and nothing of any picture."""

    def __init__(self) -> None:
        """The network is loaded when first needed."""
        outputs = ["states", "marks", "places", "looks"]
        self._network = Network(Path(__file__).parent / "models" / "read.onnx.xz", outputs)

    def __call__(self, picture: Picture, pose: Pose) -> Look:
        """What a picture (H, W, 3) uint8 RGB shows from a pose."""
        sheets = look(picture, pose)
        states, marks, places, looks = map(_in_order, self._run(sheets))
        read, unseen = _lot_probabilities(states)
        return Look(
            read,
            unseen,
            softmax(marks),
            tones_of(sheets),
            looks.astype(np.float64),
            places[:, :2].astype(np.float64),
            np.exp(np.clip(places[:, 2].astype(np.float64), -5, 3)),
            sigmoid(places[:, 3]),
        )

    def turned(self, picture: Picture, pose: Pose) -> Look:
        """A look at the city as from the other side of the table, its results as if seen from this one."""
        return self(picture, turned(pose)).turned()

    def at_lots(self, picture: Picture, pose: Pose, lots: Sequence[Lot]) -> tuple[Floats, Floats]:
        """The states of some lots (N, 14) and how likely they are hidden (N,), by the window around them."""
        window = Window.around(lots)
        states, *_ = self._run(look(picture, pose, window))
        rows = [window.high - 1 - lot.row for lot in lots]
        columns = [lot.column - window.left for lot in lots]
        return _lot_probabilities(states[:, rows, columns].T)

    def _run(self, sheets: Sheets) -> list[Blob]:
        """What the network makes of sheets: (channels, rows, columns) each, row 10 of the board first."""
        results = self._network(
            colours=sheets.colours[None], lean=sheets.lean[None], light=sheets.light[None]
        )
        return [blob[0] for blob in results]


def _in_order(blob: Blob) -> Blob:
    """Lots or tiles (N, channels) in the order of the engine; the network's rows lie as in the picture."""
    return blob[:, ::-1].reshape(len(blob), -1).T


def _lot_probabilities(logits: Blob) -> tuple[Floats, Floats]:
    """States given that the lot can be seen (N, 14), and the chance that it can't (N,), from logits (N, 15)."""
    together = softmax(logits)
    states = together[:, : len(LOT_STATES)] + 1e-9
    return states / states.sum(axis=1, keepdims=True), together[:, len(LOT_STATES)]
