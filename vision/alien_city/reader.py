"""From a picture to a reading: find the city, settle the pose, read every lot and tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.alien_city import Lot
from vision.alien_city.board import CORNERS, tile_centres, turned
from vision.alien_city.board import LOT as LOT_MM
from vision.alien_city.find import Finder, NoCityError
from vision.alien_city.reading import LOT_STATES, MARKS, Reading
from vision.alien_city.sheets import Blob, Sheets, Window, look
from vision.lens import Floats, Lens
from vision.network import Network
from vision.photo import Picture
from vision.pose import Pose, fit_pose

# A pose is settled when the tiles lie where it says to a millimetre or so; beyond, look again from the new pose.
_SETTLED_LOTS = 0.06
_MOST_LOOKS = 4
_BLACK = 12  # of 255: less than this everywhere is no picture of anything
# Of 20. On 69 photos without hands right poses reach 16.9 and more; poses that are wrong have come to 15.2.
_LEAST_AGREEMENT = 15.5
_CLEARLY_THERE = 16.5  # of 20: so well do tiles lie in their places when no other pose needs a look
_SEARCHES = 3
_TURNED_MARKS = [MARKS.index(mark.turned()) for mark in MARKS]
_FEWEST_TO_FIT = 6  # tiles that a pose can be fitted to


@dataclass(frozen=True, eq=False)
class _Look:
    """What the network said of one look, lots and tiles in the order of the engine.

    shifts: (20, 2) lots, how far tiles lie to the right and up of where the pose says; scale: (20,) lots, the
    expected error of that; presence: (20,) probability that a tile lies there at all.
    """

    lots: Floats
    unseen: Floats
    tiles: Floats
    shifts: Floats
    scale: Floats
    presence: Floats

    def weights(self) -> Floats:
        """How much each tile has to say about the pose, (20,) from 0 to 1."""
        precise = np.clip(0.02 / self.scale, 0.02, 1.0) ** 2
        return np.asarray(np.where(self.presence > 0.5, precise, 0.0))

    @property
    def agreement(self) -> float:
        """How well the tiles lie where the pose says, 20 at best."""
        return float((self.presence * np.exp(-2 * np.abs(self.shifts).max(axis=1))).sum())

    @property
    def is_clear(self) -> bool:
        """Whether there is no need to look for a better pose."""
        return self.agreement >= _CLEARLY_THERE

    @property
    def present(self) -> int:
        """How many tiles are where they should be."""
        return int((self.presence > 0.5).sum())


class CityReader:
    """Reads photos of Alien City. Keeps the networks, and nothing of any picture."""

    def __init__(self) -> None:
        """Networks are loaded when first needed."""
        self._finder = Finder()
        models = Path(__file__).parent / "models"
        self._network = Network(models / "read.onnx", ["states", "marks", "places"])

    def read(self, picture: Picture, lens: Lens | None = None) -> Reading:
        """Find and read the city in a picture (H, W, 3) uint8 RGB.

        The city is looked at from both sides of the table, and what is seen is pooled: the network errs
        differently on a thing that is turned.
        Raises NoCityError, with what was seen instead, when there is no whole city in view.
        """
        if float(picture.max()) < _BLACK:
            raise NoCityError("the picture is black; is the lens cap on, or the light off?")
        looks = []
        for start in self._finder.poses(picture, lens):
            looks.append(self._settled(picture, start, lens))
            if looks[-1][1].is_clear:
                break
        pose, seen = max(looks, key=lambda found: found[1].agreement)
        if not seen.is_clear:
            pose, seen = self._searched(picture, pose, seen, lens)
        if seen.agreement < _LEAST_AGREEMENT:
            raise NoCityError(
                "something board-like lies there, but its tiles cannot be made out; "
                "is a hand or something else in the way?"
            )
        _refuse_corners_outside(picture, pose)
        return _pooled(_reading(seen, pose), _reading(self._look(picture, turned(pose)), pose))

    def read_at(self, picture: Picture, pose: Pose) -> Reading:
        """Read a picture whose pose is known, as from a camera that has not moved."""
        return _reading(self._look(picture, pose), pose)

    def read_lots(self, picture: Picture, pose: Pose, lots: Sequence[Lot]) -> tuple[Floats, Floats]:
        """Read some lots only, at a cost that goes with the size of the window around them.

        Returns the probabilities of LOT_STATES (N, 14) and of being hidden (N,), as in a Reading.
        """
        window = Window.around(lots)
        states, _, _ = self._run(look(picture, pose, window))
        rows = [window.high - 1 - lot.row for lot in lots]
        columns = [lot.column - window.left for lot in lots]
        return _lot_probabilities(states[:, rows, columns].T)

    def _searched(self, picture: Picture, pose: Pose, seen: _Look, lens: Lens | None) -> tuple[Pose, _Look]:
        """The best pose among those in which one side of the board lies a lot or two from where it was found.

        A pattern on the table or a hand can hide a side from the finder; the tiles tell the right place.
        """
        best = (pose, seen)
        for _ in range(_SEARCHES):
            around = [(it, self._look(picture, it)) for it in _sides_moved(best[0], lens)]
            hopeful = max(around, key=lambda found: found[1].agreement, default=best)
            found = self._settled(picture, hopeful[0], lens)
            if found[1].agreement <= best[1].agreement:
                break
            best = found
            if best[1].is_clear:
                break
        return best

    def _settled(self, picture: Picture, pose: Pose, lens: Lens | None) -> tuple[Pose, _Look]:
        """Look, move the pose to where the tiles are seen, look again until they lie where it says."""
        size = (picture.shape[1], picture.shape[0])
        world = tile_centres()
        for remaining in reversed(range(_MOST_LOOKS)):
            seen = self._look(picture, pose)
            weights = seen.weights()
            if seen.present < _FEWEST_TO_FIT:
                break
            settled = np.average(np.abs(seen.shifts).max(axis=1), weights=weights) < _SETTLED_LOTS
            moved = world.copy()
            moved[:, :2] += seen.shifts * LOT_MM
            try:
                better = fit_pose(world, pose.project(moved), weights, size, lens=lens, start=pose)
            except (ValueError, np.linalg.LinAlgError):
                break
            if settled or not remaining:
                return better, seen
            pose = better
        return pose, seen

    def _run(self, sheets: Sheets) -> list[Blob]:
        """The network's states, marks and places, (channels, rows, columns) each."""
        results = self._network(
            colours=sheets.colours[None], lean=sheets.lean[None], light=sheets.light[None]
        )
        return [blob[0] for blob in results]

    def _look(self, picture: Picture, pose: Pose) -> _Look:
        # The network's rows lie as in the picture, row 10 first.
        states, marks, places = (
            blob[:, ::-1].reshape(len(blob), -1).T for blob in self._run(look(picture, pose))
        )
        return _Look(
            *_lot_probabilities(states),
            _softmax(marks),
            places[:, :2].astype(np.float64),
            np.exp(np.clip(places[:, 2].astype(np.float64), -5, 3)),
            1 / (1 + np.exp(-places[:, 3].astype(np.float64))),
        )


def _lot_probabilities(logits: Blob) -> tuple[Floats, Floats]:
    """States given that the lot can be seen (N, 14), and the chance that it can't (N,), from logits (N, 15)."""
    together = _softmax(logits)
    states = together[:, : len(LOT_STATES)] + 1e-9
    return states / states.sum(axis=1, keepdims=True), together[:, len(LOT_STATES)]


def _sides_moved(pose: Pose, lens: Lens | None) -> Iterator[Pose]:
    """Poses in which one of the four sides of the board is seen up to two lots farther out or in."""
    outwards = np.array([[0, -1, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0]]) * LOT_MM
    for side, direction in enumerate(outwards):
        for lots in (-2, -1, 1, 2):
            corners = CORNERS.copy()
            corners[[side, (side + 1) % 4]] += lots * direction
            try:
                yield fit_pose(CORNERS, pose.project(corners), np.ones(4), pose.lens.size, lens=lens)
            except (ValueError, np.linalg.LinAlgError):
                continue


def _reading(seen: _Look, pose: Pose) -> Reading:
    return Reading(seen.lots, seen.unseen, seen.tiles, pose)


def _pooled(reading: Reading, other: Reading) -> Reading:
    """A reading and another one of the city the other way round, as one: the mean of their logarithms."""
    lots = np.sqrt(reading.lots * other.lots[::-1])
    tiles = np.sqrt(reading.tiles * other.tiles[::-1][:, _TURNED_MARKS])
    return Reading(
        lots / lots.sum(axis=1, keepdims=True),
        (reading.unseen + other.unseen[::-1]) / 2,
        tiles / tiles.sum(axis=1, keepdims=True),
        reading.pose,
    )


def _softmax(logits: Blob) -> Floats:
    """Row-wise, in float64."""
    raised = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _refuse_corners_outside(picture: Picture, pose: Pose) -> None:
    """Raise NoCityError when corners of the board lie outside the picture."""
    height, width = picture.shape[:2]
    corners = pose.project(CORNERS)
    slack = 0.01 * width
    outside = (
        (corners < -slack).any(axis=1) | (corners[:, 0] > width + slack) | (corners[:, 1] > height + slack)
    )
    if outside.any():
        raise NoCityError(
            f"{int(outside.sum())} of the city's 4 corners are outside the picture; "
            "move the camera so that the whole city is in view"
        )
