"""From a picture to a reading: find the city, settle the pose, read every lot and tile."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from engine.alien_city import Lot
from vision.alien_city import words
from vision.alien_city.board import CORNERS, TILE_COLUMNS, TILE_ROWS, tile_centres, turned
from vision.alien_city.board import LOT as LOT_MM
from vision.alien_city.cards import pose_by_cards
from vision.alien_city.closer import CloserLook
from vision.alien_city.find import Finder, Mask, NoCityError, covers, poses_of_mask
from vision.alien_city.kinship import with_kin
from vision.alien_city.palette import Palette, colours_of_lots
from vision.alien_city.reading import LOT_STATES, TURNED_MARKS, Reading, pooled
from vision.alien_city.sheets import (
    BOARD,
    Blob,
    Sheets,
    Window,
    at_scale,
    board_colours,
    cut,
    lean_of,
    look,
    normalised,
    tones_of,
)
from vision.lens import Floats, Lens
from vision.network import Network, softmax
from vision.photo import Picture
from vision.pose import Pose, fit_pose

# A pose is settled when the tiles lie where it says to a millimetre or so; beyond, look again from the new pose.
_SETTLED_LOTS = 0.06
_READABLE_LOTS = 0.15  # so far off, lots are still read as well as from the right pose
_MOST_LOOKS = 4
_BLACK = 12  # of 255: less than this everywhere is no picture of anything
# How well tiles lie in their places (`_Look.agreement`), measured on some 180 photos: clear ones reach 0.92 and more,
# those with a hand 0.73 and more, wrong poses up to 0.95, but then away from the outline.
_CLEARLY_THERE = 0.94  # no other pose needs a look
_STILL_THERE = 0.85  # the pose was right a moment ago
_LEAST_SCORE = (
    1.35  # agreement and outline together; 44 photos of another game reached 1.17, hands leave 1.48
)
_SEARCHES = 3
_SPOT_STEP = 16  # pixels
_COLOURLESS = 2.0  # of 255: so little do the channels of a black-and-white picture differ
_FEWEST_TILES = 6  # that a pose can be fitted to


@dataclass(frozen=True, eq=False)
class _Look:
    """What the network said of one look, lots and tiles in the order of the engine.

    lots, unseen, tiles, tones: as in a Reading. looks: (80, 16), for `vision.alien_city.kinship`.
    shifts: (20, 2) lots, how far tiles lie to the right and up of where the pose says; scale: (20,) lots, the
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

    def turned(self) -> _Look:
        """The same of the city taken the other way round."""
        return _Look(
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
        """How much each tile has to say about the pose, (20,) from 0 to 1."""
        precise = np.clip(0.02 / self.scale, 0.02, 1.0) ** 2
        return np.asarray(np.where(self.presence > 0.5, precise, 0.0))

    @cached_property
    def drift(self) -> float:
        """How far the pose is off, in lots: the mean of the tiles that can tell."""
        if self.present < _FEWEST_TILES:
            return math.inf
        return float(np.average(np.abs(self.shifts).max(axis=1), weights=self.weights))

    @cached_property
    def agreement(self) -> float:
        """How well the tiles that nothing hides lie where the pose says, 1 at best."""
        free = 1 - self.unseen.reshape(TILE_ROWS, 2, TILE_COLUMNS, 2).mean(axis=(1, 3)).ravel()
        if free.sum() < _FEWEST_TILES:
            return 0.0
        return float(np.average(self.presence * np.exp(-2 * np.abs(self.shifts).max(axis=1)), weights=free))

    @property
    def present(self) -> int:
        """How many tiles are where they should be."""
        return int((self.presence > 0.5).sum())


@dataclass(frozen=True, eq=False)
class _Found:
    """A pose, and the looks from about there that are good enough to read, the latest first."""

    pose: Pose
    looks: tuple[_Look, ...]

    @property
    def agreement(self) -> float:
        """That of the latest look."""
        return self.looks[0].agreement

    def score(self, mask: Mask) -> float:
        """How well the pose fits both the tiles and the board's outline; 2 at best.

        Neither is enough: tiles that are all alike fit as well a lot aside, and a hand hides the outline.
        """
        return self.agreement + covers(mask, self.pose)

    def reading(self) -> Reading:
        """The looks as one, and its lots compared with each other."""
        one = pooled([Reading(it.lots, it.unseen, it.tiles, it.tones, self.pose) for it in self.looks])
        return replace(
            one, lots=with_kin(one.lots, one.unseen, np.mean([it.looks for it in self.looks], axis=0))
        )


class CityReader:
    """Reads photos of Alien City. Keeps the networks, and nothing of any picture."""

    def __init__(self, *, closely: bool = True, palette: Palette | None = None) -> None:
        """Networks are loaded when first needed.

        closely: lots in doubt are looked at again. palette: the colours of the set, where they are known.
        """
        self._palette = palette
        self._finder = Finder()
        self._closer = CloserLook() if closely else None
        models = Path(__file__).parent / "models"
        self._network = Network(models / "read.onnx", ["states", "marks", "places", "looks"])

    def read(self, picture: Picture, lens: Lens | None = None) -> Reading:
        """Find and read the city in a picture (H, W, 3) uint8 RGB.

        The city is looked at from both sides of the table, and what is seen is pooled: the network errs
        differently on a thing that is turned. Where the city is not found, printed cards at its corners may tell.
        Raises NoCityError, with what was seen instead, when there is no whole city in view.
        """
        if float(picture.max()) < _BLACK:
            raise NoCityError(words.BLACK_PICTURE)
        try:
            found = self._found(picture, lens)
        except NoCityError:
            pose = pose_by_cards(picture, lens)
            if pose is None:
                raise
            found = self._settled(picture, pose, lens)
            if found.agreement < _STILL_THERE:
                raise
        return self._wholly_in(picture, found)

    def _found(self, picture: Picture, lens: Lens | None) -> _Found:
        """The pose of the city, wherever it lies in the picture, and looks from there."""
        mask = self._finder.board_mask(picture)
        best = None
        for start in poses_of_mask(mask, (picture.shape[1], picture.shape[0]), lens):
            found = self._settled(picture, start, lens)
            if found.agreement >= _CLEARLY_THERE:
                return found
            if best is None or found.score(mask) > best.score(mask):
                best = found
        assert best is not None, "there is a pose, or an error was raised"
        best = self._searched(picture, best, mask, lens)
        if best.score(mask) < _LEAST_SCORE:
            raise NoCityError(words.NO_TILES)
        return best

    def _wholly_in(self, picture: Picture, found: _Found) -> Reading:
        _refuse_corners_outside(picture, found.pose)
        if not _has_colour(picture):
            return found.reading().without_colour()
        return self._looked_closer(picture, found.reading())

    def _looked_closer(self, picture: Picture, reading: Reading) -> Reading:
        """The reading, lots in doubt looked at again, and pieces compared with those of the set."""
        if self._closer is not None:
            reading = self._closer(picture, reading, self._palette)
        if self._palette is None:
            return reading
        colours = colours_of_lots(picture, reading.pose, self._palette.grounds)
        return replace(reading, lots=self._palette.weighed(reading.lots, colours))

    def read_at(self, picture: Picture, pose: Pose) -> Reading:
        """Read a picture whose pose is known, as from a camera that has not moved."""
        return self._looked_closer(picture, _Found(pose, (self._look(picture, pose),)).reading())

    def follow(
        self, picture: Picture, pose: Pose, lens: Lens | None = None, *, turned: bool = False
    ) -> Reading:
        """Read a picture from a camera that stood at `pose` before and has hardly moved since.

        turned: look at it as from the other side of the table; who looks often does so in turn.

        The tiles themselves tell whether the pose is still right. When they have moved a little the pose is
        settled anew. Raises NoCityError when they aren't there any more. A board that was pushed by whole lots can
        look as if it were still there; whoever watches for long compares the pictures too (`vision.backdrop`).
        """
        if picture.shape[1::-1] == pose.lens.size:
            seen = self._look_turned(picture, pose) if turned else self._look(picture, pose)
            if seen.agreement >= _STILL_THERE and seen.drift < _SETTLED_LOTS:
                return self._wholly_in(picture, _Found(pose, (seen,)))
            found = self._settled(picture, pose, lens)
            if found.agreement >= _STILL_THERE:
                return self._wholly_in(picture, found)
        raise NoCityError(words.NOT_THERE)

    def read_lots(self, picture: Picture, pose: Pose, lots: Sequence[Lot]) -> tuple[Floats, Floats]:
        """Read some lots only, at a cost that goes with the size of the window around them.

        Returns the probabilities of LOT_STATES (N, 14) and of being hidden (N,), as in a Reading.
        """
        window = Window.around(lots)
        states, *_ = self._run(self._sheets(picture, pose, window))
        rows = [window.high - 1 - lot.row for lot in lots]
        columns = [lot.column - window.left for lot in lots]
        return _lot_probabilities(states[:, rows, columns].T)

    def _searched(self, picture: Picture, best: _Found, mask: Mask, lens: Lens | None) -> _Found:
        """The best pose among those in which the board or a side of it lies a lot or two from where it was found.

        A pattern on the table or a hand can hide a side from the finder; the tiles tell the right place.
        """
        for _ in range(_SEARCHES):
            around = [_Found(it, (self._look(picture, it),)) for it in _sides_moved(best.pose, lens)]
            hopeful = max(around, key=lambda found: found.score(mask), default=best)
            found = self._settled(picture, hopeful.pose, lens)
            if found.score(mask) <= best.score(mask):
                break
            best = found
        return best

    def _settled(self, picture: Picture, pose: Pose, lens: Lens | None) -> _Found:
        """Look, move the pose to where the tiles are seen, look again from the other side until both agree."""
        size = (picture.shape[1], picture.shape[0])
        world = tile_centres()
        looks: tuple[_Look, ...] = ()
        for number in range(_MOST_LOOKS):
            seen = self._look_turned(picture, pose) if number % 2 else self._look(picture, pose)
            looks = (seen, *(it for it in looks[:1] if it.drift < _READABLE_LOTS))
            if seen.present < _FEWEST_TILES:
                break
            moved = world.copy()
            moved[:, :2] += seen.shifts * LOT_MM
            try:
                pose = fit_pose(world, pose.project(moved), seen.weights, size, lens=lens, start=pose)
            except (ValueError, np.linalg.LinAlgError):
                break
            if len(looks) == 2 and seen.drift < _SETTLED_LOTS:
                break
        return _Found(pose, looks)

    def _run(self, sheets: Sheets) -> list[Blob]:
        """The network's states, marks, places and looks, (channels, rows, columns) each."""
        results = self._network(
            colours=sheets.colours[None], lean=sheets.lean[None], light=sheets.light[None]
        )
        return [blob[0] for blob in results]

    def _sheets(self, picture: Picture, pose: Pose, window: Window = BOARD) -> Sheets:
        """The sheets of a picture, in colours that the network knows."""
        if self._palette is None:
            return look(picture, pose, window)
        scaled = at_scale(picture, pose)
        spots = board_colours(*scaled)
        light = self._palette.light_on(spots)
        cuts = [self._palette.recoloured(it, light) for it in cut(*scaled, window)]
        return normalised(cuts, lean_of(scaled[1], window), self._palette.recoloured(spots, light))

    def _look(self, picture: Picture, pose: Pose) -> _Look:
        sheets = self._sheets(picture, pose)
        # The network's rows lie as in the picture, row 10 first.
        states, marks, places, looks = (blob[:, ::-1].reshape(len(blob), -1).T for blob in self._run(sheets))
        return _Look(
            *_lot_probabilities(states),
            softmax(marks),
            tones_of(sheets),
            looks.astype(np.float64),
            places[:, :2].astype(np.float64),
            np.exp(np.clip(places[:, 2].astype(np.float64), -5, 3)),
            1 / (1 + np.exp(-places[:, 3].astype(np.float64))),
        )

    def _look_turned(self, picture: Picture, pose: Pose) -> _Look:
        """A look at the city as from the other side of the table, told as from this one."""
        return self._look(picture, turned(pose)).turned()


def _lot_probabilities(logits: Blob) -> tuple[Floats, Floats]:
    """States given that the lot can be seen (N, 14), and the chance that it can't (N,), from logits (N, 15)."""
    together = softmax(logits)
    states = together[:, : len(LOT_STATES)] + 1e-9
    return states / states.sum(axis=1, keepdims=True), together[:, len(LOT_STATES)]


def _sides_moved(pose: Pose, lens: Lens | None) -> Iterator[Pose]:
    """Poses in which one side of the board is seen up to two lots farther out or in, or all of it one lot aside."""
    outwards = np.array([[0, -1, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0]]) * LOT_MM
    for side, direction in enumerate(outwards):
        moves = [([side, (side + 1) % 4], lots * direction) for lots in (-2, -1, 1, 2)]
        for moved, by in (*moves, (list(range(4)), direction)):
            corners = CORNERS.copy()
            corners[moved] += by
            try:
                yield fit_pose(CORNERS, pose.project(corners), np.ones(4), pose.lens.size, lens=lens)
            except (ValueError, np.linalg.LinAlgError):
                continue


def _has_colour(picture: Picture) -> bool:
    """Whether a picture is in colour at all."""
    spots = picture[::_SPOT_STEP, ::_SPOT_STEP].astype(np.int16)
    return float((spots.max(axis=2) - spots.min(axis=2)).mean()) > _COLOURLESS


def _refuse_corners_outside(picture: Picture, pose: Pose) -> None:
    """Raise NoCityError when corners of the board lie outside the picture."""
    height, width = picture.shape[:2]
    corners = pose.project(CORNERS)
    slack = 0.01 * width
    outside = (
        (corners < -slack).any(axis=1) | (corners[:, 0] > width + slack) | (corners[:, 1] > height + slack)
    )
    if outside.any():
        raise NoCityError(words.CORNER_OUTSIDE, count=int(outside.sum()))
