"""Which pose explains a picture: outlines propose, tiles decide.

The outline of what looks like board is often wrong by a lot or more, where a hand, a pattern or pieces beside the
board lie. Where tiles are seen tells how good a pose is and what would be a better one, so that many can be tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.alien_city import words
from vision.alien_city.board import CORNERS, LENGTH, WIDTH, tile_centres
from vision.alien_city.board import LOT as LOT_MM
from vision.alien_city.find import (
    Finder,
    Mask,
    NoCityError,
    contains,
    covers,
    poses_of_mask,
    refuse_half_a_city,
)
from vision.alien_city.first_look import FEWEST_TILES, FirstLook, Look
from vision.alien_city.kinship import with_kin
from vision.alien_city.reading import Reading, pooled
from vision.lens import Floats, Lens
from vision.photo import Picture
from vision.pose import Pose, fit_pose

STILL_THERE = 0.85
"""The least agreement (`Found.agreement`) of tiles with a pose that was right a moment ago, if it still is."""

SETTLED_LOTS = 0.06
"""A pose is settled when tiles lie within a millimetre or two of where it says; else look again from the new pose."""

_READABLE_LOTS = 0.15  # up to this drift, lots are still read as well as from the right pose
_MOST_LOOKS = 4
# At the right pose of some 180 photos and 240 drawn pictures, the agreement of tiles is nearly always 0.96 and more
# without a hand, and 0.73 and more with one; at wrong poses up to 0.95, but then away from the outline, or where a
# hand hides the rest.
_CLEARLY_THERE = 0.96  # agreement: no other pose needs a look, hands or not
_CLEARLY_BETTER = 0.03  # in explanation and outline, than a pose that was likelier at first
# Agreement and outline together: 44 photos of another game reached 1.17 at most, boards under hands 1.48 at least.
_LEAST_SCORE = 1.35
_MOST_CONTRADICTED = 0.2  # of the board; a large hand left 0.15 at the right pose
_AGAINST = 3.0  # how many times as much what contradicts counts as what agrees
_WORTH_MORE = 0.5  # a pose with more agreement is settled once more before others are compared with it
_SEARCHES = 3
_HOPEFUL = 3  # poses around the best one that are settled: under a hand the right one may not look likeliest

# Where lots are marked off on tiles, part of a board can look like a whole one, its lots taken for tiles. But most of
# these bear no print: the legibility of such a board was 0.24, that of the one twice as large 0.99.
_ILLEGIBLE, _MORE_LEGIBLE = 0.5, 0.8
_CONTAINED = 0.85  # of what looks like board

# How many lots a side may be farther out or in, and the whole board aside, of where it was found.
_SIDES_MOVED = (-2, -1, 1, 2)
_ASIDE = (1, 2)
_ACROSS = np.array([[LENGTH, 0, 0], [LENGTH, WIDTH, 0], [0, WIDTH, 0], [0, 0, 0]])


@dataclass(frozen=True, eq=False)
class Found:
    """A pose, and the looks from about there that are good enough to read, the latest first."""

    pose: Pose
    looks: tuple[Look, ...]

    @property
    def agreement(self) -> float:
        """How well the tiles that nothing hides lie where the pose says, 1 at best, by the latest look."""
        return self.looks[0].agreement

    @property
    def explained(self) -> float:
        """How much of the board is seen to lie where the pose says, 1 at best.

        What is hidden is no evidence: a pose that has tiles beside the board, where a hand lies, agrees with all
        that can be seen.
        """
        return self.agreement * self._seen

    @property
    def contradicted(self) -> float:
        """How much of the board can be seen and does not lie where the pose says."""
        return (1 - self.agreement) * self._seen

    @property
    def _seen(self) -> float:
        return float(1 - self.looks[0].unseen.mean())

    def score(self, mask: Mask) -> float:
        """How well the pose fits both the tiles and the board's outline; 2 at best.

        Neither is enough: tiles that all look alike fit just as well one lot aside, and a hand hides the outline.
        """
        return self.explained - _AGAINST * self.contradicted + covers(mask, self.pose)

    def reading(self) -> Reading:
        """The looks as one, and its lots compared with each other."""
        one = pooled([Reading(it.lots, it.unseen, it.tiles, it.tones, self.pose) for it in self.looks])
        return replace(
            one, lots=with_kin(one.lots, one.unseen, np.mean([it.looks for it in self.looks], axis=0))
        )


class Search:
    """Finds the pose of a city in pictures. Keeps the networks, and nothing of any picture."""

    def __init__(self, finder: Finder, look: FirstLook) -> None:
        """finder: marks what looks like board; look: tells where tiles lie."""
        self._finder = finder
        self._look = look

    def anywhere(self, picture: Picture, lens: Lens | None) -> Found:
        """The pose of the city, wherever it lies in the picture, and looks from there.

        Raises NoCityError, with what was seen instead.
        """
        mask = self._finder.board_mask(picture)
        best: Found | None = None
        for start in poses_of_mask(mask, (picture.shape[1], picture.shape[0]), lens):
            found = self.settled(picture, start, lens)
            if found.agreement >= _CLEARLY_THERE:
                return found
            found = self._finely(picture, found, lens)
            if best is None or _is_clearly_better(found, best, mask):
                best = found
        assert best is not None, "there is a pose, or an error was raised"
        best = self._around(picture, best, mask, lens)
        if best.looks[0].legibility < _ILLEGIBLE:
            best = self._twice_as_large(picture, best, mask, lens)
        is_outlined = best.agreement + covers(mask, best.pose) >= _LEAST_SCORE
        if not is_outlined or best.contradicted > _MOST_CONTRADICTED:
            refuse_half_a_city(mask, (picture.shape[1], picture.shape[0]))
            raise NoCityError(words.NO_TILES)
        return best

    def settled(self, picture: Picture, pose: Pose, lens: Lens | None) -> Found:
        """Look, move the pose to where tiles are seen, look again from the other side, and so on until both agree."""
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
            except ValueError:
                break
            if len(looks) == 2 and seen.drift < SETTLED_LOTS:
                break
        return Found(pose, looks)

    def _finely(self, picture: Picture, found: Found, lens: Lens | None) -> Found:
        """A pose settled once more if it is promising: the right pose, while a little off, agrees less than it could.

        Where much is hidden, this may lead astray: then the pose stays as it was.
        """
        if found.agreement <= _WORTH_MORE:
            return found
        return max(self.settled(picture, found.pose, lens), found, key=lambda it: it.agreement)

    def _around(self, picture: Picture, best: Found, mask: Mask, lens: Lens | None) -> Found:
        """The best pose among those by which the board lies a little aside of where it was found, or turned.

        A pattern, a hand or pieces beside the board can hide a side from the finder; the tiles tell the right place.
        """
        for _ in range(_SEARCHES):
            around = [
                Found(it, (self._look(picture, it),)) for it in _poses_of(_boards_around(), best.pose, lens)
            ]
            hopeful = sorted(around, key=lambda found: -found.score(mask))[:_HOPEFUL]
            settled = [self.settled(picture, it.pose, lens) for it in hopeful]
            finely = [self._finely(picture, it, lens) for it in settled]
            found = max((best, *finely), key=lambda found: found.score(mask))
            if not _is_clearly_better(found, best, mask):
                break
            best = found
        return best

    def _twice_as_large(self, picture: Picture, best: Found, mask: Mask, lens: Lens | None) -> Found:
        """The board twice as large, on which the tiles of `best` are lots, if its own tiles can be read."""
        around = [
            Found(pose, (self._look(picture, pose),))
            for pose in _poses_of(_larger_boards(), best.pose, lens)
            if contains(mask, pose) > _CONTAINED
        ]
        if not around:
            return best
        found = self.settled(picture, max(around, key=lambda it: it.looks[0].legibility).pose, lens)
        return found if found.looks[0].legibility > _MORE_LEGIBLE else best


def _is_clearly_better(found: Found, than: Found, mask: Mask) -> bool:
    return found.score(mask) > than.score(mask) + _CLEARLY_BETTER


def _poses_of(boards: Iterable[Floats], pose: Pose, lens: Lens | None) -> Iterator[Pose]:
    """Poses of boards (4, 3) that lie on the board of a pose, or beside it."""
    for board in boards:
        try:
            yield fit_pose(CORNERS, pose.project(board), np.ones(4), pose.lens.size, lens=lens)
        except ValueError:
            continue


def _boards_around() -> Iterator[Floats]:
    """The corners (4, 3) of boards with one side farther out or in, of boards that lie aside, and of boards whose
    long side was taken for the short one."""
    outwards = np.array([[0, -1, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0]]) * LOT_MM
    for side, direction in enumerate(outwards):
        for lots in _SIDES_MOVED:
            board = CORNERS.copy()
            board[[side, (side + 1) % 4]] += lots * direction
            yield board
        for lots in _ASIDE:
            yield CORNERS + lots * direction
    for x in (0, WIDTH - LENGTH):
        for y in (0, LENGTH - WIDTH):
            yield _ACROSS + np.array([x, y, 0])


def _larger_boards() -> Iterator[Floats]:
    """The corners (4, 3) of boards twice as long and wide that contain the board, at whole lots of theirs from their
    corners."""
    for board in (CORNERS, _ACROSS):
        corners = 2 * board
        for x in np.arange(0, corners[:, 0].max() - WIDTH + 1, 2 * LOT_MM):
            for y in np.arange(0, corners[:, 1].max() - LENGTH + 1, 2 * LOT_MM):
                yield corners - np.array([x, y, 0])
