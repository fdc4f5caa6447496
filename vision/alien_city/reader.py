"""From a picture to a reading: find the city, settle the pose, read every lot and tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.alien_city import LOTS, Lot
from vision.alien_city import words
from vision.alien_city.board import CORNERS, tile_centres
from vision.alien_city.board import LOT as LOT_MM
from vision.alien_city.cards import pose_by_cards
from vision.alien_city.closer import CloserLook
from vision.alien_city.find import Finder, Mask, NoCityError, covers, poses_of_mask
from vision.alien_city.first_look import FEWEST_TILES, FirstLook, Look
from vision.alien_city.kinship import with_kin
from vision.alien_city.learnt import Learnt
from vision.alien_city.likeness import Likeness
from vision.alien_city.reading import Reading, pooled
from vision.lens import Floats, Lens
from vision.photo import Picture
from vision.pose import Pose, fit_pose

# A pose is settled when the tiles lie where it says to a millimetre or so; beyond, look again from the new pose.
_SETTLED_LOTS = 0.06
_READABLE_LOTS = 0.15  # so far off, lots are still read as well as from the right pose
_MOST_LOOKS = 4
_BLACK = 12  # of 255: less than this everywhere is no picture of anything
# How well tiles lie in their places (`Look.agreement`), measured on some 180 photos: clear ones reach 0.92 and more,
# those with a hand 0.73 and more, wrong poses up to 0.95, but then away from the outline.
_CLEARLY_THERE = 0.94  # no other pose needs a look
_STILL_THERE = 0.85  # the pose was right a moment ago
_LEAST_SCORE = (
    1.35  # agreement and outline together; 44 photos of another game reached 1.17, hands leave 1.48
)
_SEARCHES = 3
_HOPEFUL = 3  # poses around the best one that are settled: under a hand the right one may not look likeliest
_SPOT_STEP = 16  # pixels
_COLOURLESS = 2.0  # of 255: so little do the channels of a black-and-white picture differ


@dataclass(frozen=True, eq=False)
class _Found:
    """A pose, and the looks from about there that are good enough to read, the latest first."""

    pose: Pose
    looks: tuple[Look, ...]

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

    def __init__(self, *, closely: bool = True, learnt: Learnt | None = None) -> None:
        """Networks are loaded when first needed.

        closely: lots in doubt are looked at again. learnt: the set, where it is an owner's own; of it, all lots are.
        """
        self._learnt = learnt
        self._finder = Finder()
        self._look = FirstLook()
        self._closer = CloserLook() if closely or learnt is not None else None
        self._likeness = Likeness()

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
        return self._looked_closer(picture, found)

    def _looked_closer(self, picture: Picture, found: _Found) -> Reading:
        """The reading, its lots in doubt looked at again; of an owner's own set all that it has."""
        if self._closer is None:
            return found.reading()
        reading = self._closer(picture, found.reading())
        if self._learnt is None:
            return reading
        return self._learnt.judged(picture, reading, self._likeness(picture, reading.pose))

    def read_at(self, picture: Picture, pose: Pose) -> Reading:
        """Read a picture whose pose is known, as from a camera that has not moved."""
        return self._looked_closer(picture, _Found(pose, (self._look(picture, pose),)))

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
            seen = self._look.turned(picture, pose) if turned else self._look(picture, pose)
            if seen.agreement >= _STILL_THERE and seen.drift < _SETTLED_LOTS:
                return self._wholly_in(picture, _Found(pose, (seen,)))
            found = self._settled(picture, pose, lens)
            if found.agreement >= _STILL_THERE:
                return self._wholly_in(picture, found)
        raise NoCityError(words.NOT_THERE)

    def read_lots(self, picture: Picture, pose: Pose, lots: Sequence[Lot]) -> tuple[Floats, Floats]:
        """Read some lots only, at a cost that goes with the size of the window around them, but for an own set.

        Returns the probabilities of LOT_STATES (N, 14) and of being hidden (N,), as in a Reading.
        """
        if self._learnt is None:
            return self._look.at_lots(picture, pose, lots)
        chosen, reading = [LOTS.index(lot) for lot in lots], self.read_at(picture, pose)
        return reading.lots[chosen], reading.unseen[chosen]

    def _searched(self, picture: Picture, best: _Found, mask: Mask, lens: Lens | None) -> _Found:
        """The best pose among those in which the board or a side of it lies a lot or two from where it was found.

        A pattern on the table or a hand can hide a side from the finder; the tiles tell the right place.
        """
        for _ in range(_SEARCHES):
            around = [_Found(it, (self._look(picture, it),)) for it in _sides_moved(best.pose, lens)]
            hopeful = sorted(around, key=lambda found: -found.score(mask))[:_HOPEFUL]
            settled = [self._settled(picture, it.pose, lens) for it in hopeful]
            found = max((best, *settled), key=lambda found: found.score(mask))
            if found is best:
                break
            best = found
        return best

    def _settled(self, picture: Picture, pose: Pose, lens: Lens | None) -> _Found:
        """Look, move the pose to where the tiles are seen, look again from the other side until both agree."""
        size = (picture.shape[1], picture.shape[0])
        world = tile_centres()
        looks: tuple[Look, ...] = ()
        for number in range(_MOST_LOOKS):
            seen = self._look.turned(picture, pose) if number % 2 else self._look(picture, pose)
            looks = (seen, *(it for it in looks[:1] if it.drift < _READABLE_LOTS))
            if seen.present < FEWEST_TILES:
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
