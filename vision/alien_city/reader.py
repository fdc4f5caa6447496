"""From a picture to a reading: find the city, settle the pose, read every lot and tile."""

from __future__ import annotations

from collections.abc import Sequence

from engine.alien_city import Lot
from vision.alien_city import words
from vision.alien_city.board import CORNERS
from vision.alien_city.cards import pose_by_cards
from vision.alien_city.closer import CloserLook
from vision.alien_city.emblems import Emblems
from vision.alien_city.find import Finder, NoCityError
from vision.alien_city.first_look import FirstLook
from vision.alien_city.icons import with_like_icons
from vision.alien_city.own_set.learnt import Learnt
from vision.alien_city.own_set.likeness import Likeness
from vision.alien_city.reading import Reading
from vision.alien_city.search import SETTLED_LOTS, STILL_THERE, Found, Search
from vision.alien_city.sheets import board_colours
from vision.lens import Floats, Lens
from vision.light import BLACK_PICTURE, TOO_BRIGHT, has_colour, is_black, is_washed_out, too_faint_or_bright
from vision.photo import Picture
from vision.pose import Pose


class CityReader:
    """Reads photos of Alien City. Keeps the networks, and nothing of any picture."""

    def __init__(self, *, closely: bool = True, learnt: Learnt | None = None) -> None:
        """Networks are loaded when first needed.

        closely: whether lots and tiles in doubt are looked at again. learnt: how the set looks, if it is an owner's
        own; then all lots are looked at again.
        """
        self._learnt = learnt
        self._look = FirstLook()
        self._search = Search(Finder(), self._look)
        self._closer = CloserLook() if closely or learnt is not None else None
        self._emblems = Emblems()
        self._likeness = Likeness()

    def read(self, picture: Picture, lens: Lens | None = None) -> Reading:
        """Find and read the city in a picture (H, W, 3) uint8 RGB.

        The city is looked at from both sides of the table, and what is seen is pooled: the network errs
        differently on things that are turned. Where the city is not found, printed cards at its corners may help.
        Raises NoCityError, with what was seen instead, when no whole city is in view or the light is too poor.
        """
        if is_black(picture):
            raise NoCityError(BLACK_PICTURE)
        try:
            found = self._search.anywhere(picture, lens)
        except NoCityError as error:
            pose = pose_by_cards(picture, lens)
            # A board that is seen to run out of the picture isn't washed out: the white lies around it.
            if pose is None and error.message != words.RUNS_OUT and is_washed_out(picture):
                raise NoCityError(TOO_BRIGHT) from error
            if pose is None:
                raise
            found = self._search.settled(picture, pose, lens)
            if found.agreement < STILL_THERE:
                raise
        _refuse_corners_outside(picture, found.pose)
        _refuse_poor_light(picture, found.pose)
        return self._looked_closer(picture, found)

    def _looked_closer(self, picture: Picture, found: Found) -> Reading:
        """The reading with its lots in doubt looked at again; with an owner's own set, all lots.

        A picture in black and white shows neither colours nor guilds, whatever the set.
        """
        if not has_colour(board_colours(picture, found.pose)):
            return found.reading().without_colour()
        if self._closer is None:
            return found.reading()
        reading = self._closer(picture, found.reading())
        if self._learnt is None:
            reading = self._emblems(picture, reading)
        else:
            reading = self._learnt.judged(picture, reading, self._likeness(picture, reading.pose))
        return with_like_icons(picture, reading)

    def read_at(self, picture: Picture, pose: Pose) -> Reading:
        """Read a picture whose pose is known, as from a camera that has not moved."""
        return self._looked_closer(picture, Found(pose, (self._look(picture, pose),)))

    def follow(
        self, picture: Picture, pose: Pose, lens: Lens | None = None, *, turned: bool = False
    ) -> Reading:
        """Read a picture from a camera that stood at `pose` before and has hardly moved since.

        turned: look at it as from the other side of the table; callers that look often take turns.

        The tiles themselves tell whether the pose is still right. When they have moved a little the pose is
        settled anew. Raises NoCityError when they are no longer there, or the light is too poor. A board that was
        pushed by whole lots can look as if it were still there; whoever watches for long compares the pictures too
        (`vision.backdrop`).
        """
        if picture.shape[1::-1] == pose.lens.size:
            _refuse_poor_light(picture, pose, watched=True)
            seen = self._look.turned(picture, pose) if turned else self._look(picture, pose)
            if seen.agreement >= STILL_THERE and seen.drift < SETTLED_LOTS:
                _refuse_corners_outside(picture, pose)
                return self._looked_closer(picture, Found(pose, (seen,)))
            found = self._search.settled(picture, pose, lens)
            if found.agreement >= STILL_THERE:
                _refuse_corners_outside(picture, found.pose)
                return self._looked_closer(picture, found)
        raise NoCityError(words.NOT_THERE)

    def read_lots(self, picture: Picture, pose: Pose, lots: Sequence[Lot]) -> tuple[Floats, Floats]:
        """Read some lots only, at a cost that grows with the window around them, except for an owner's own set.

        Returns the probabilities of LOT_STATES (N, 14) and of being hidden (N,), as in a Reading.
        """
        if self._learnt is None:
            return self._look.at_lots(picture, pose, lots)
        reading = self.read_at(picture, pose)
        return reading.lots[list(lots)], reading.unseen[list(lots)]


def _refuse_poor_light(picture: Picture, pose: Pose, *, watched: bool = False) -> None:
    """Raise NoCityError when it is too dark on the board to see anything, or too bright."""
    if trouble := too_faint_or_bright(board_colours(picture, pose), watched=watched):
        raise NoCityError(trouble)


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
