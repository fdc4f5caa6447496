"""When to look closely: pictures go to the reader only when the table is still and something may have changed."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from firmware.frame import Frame
from firmware.looking.gaze import COVERED, CoveredError, Look
from firmware.looking.patience import PATIENCE
from vision.backdrop import Backdrop
from vision.game import Eyes, NotSeenError, Seen
from vision.light import POOR_LIGHT
from vision.motion import Change, Motion
from vision.sharpness import BLURRED

# All of these but the last are chosen, not measured.
_MOMENTS, _STRANGE_MOMENTS = 5, 3
_HAND_SHARE = 0.125  # of the board's area: no piece and its shadow hide so much, and hardly a hand less
_HAND = 15_000.0  # square millimetres: hands do not grow with the board
_SIDES = 2  # from which the very same picture is read
_LOOKS = 4  # of each still moment; more of the same table tell nothing new
# The least share of the board that has to look as it did for it to lie there still. On eight drawn tables hands left
# 0.59 and more in a hundred pictures; pictures moved by a thirtieth of their width or more showed 0.39 at the most.
# At a third, 3 % of those would have been called covered, though the board was not where it had been.
_LEFT = 0.5


@dataclass(slots=True)
class _Moment:
    """What is known of the table since something last moved; whatever moves begins another one.

    before, hidden_before: the table and its hidden places as last read before that. looks: how often it was read
    since. wants_search: whether the board is to be searched for, as it was not found, or not well, where it was;
    searched: whether it has been. relit: whether the light has changed. fresh: how the table looked with nothing in
    the way; is_remembered: whether that is among the backdrops, where it goes once it has lasted. strange: how the
    table looked with something in the way. blurred: the error that it is out of focus where it was, if it is.
    """

    before: Backdrop | None = None
    hidden_before: frozenset[str] = frozenset()
    looks: int = 0
    wants_search: bool = False
    searched: bool = False
    relit: bool = False
    strange: Backdrop | None = None
    fresh: Backdrop | None = None
    is_remembered: bool = False
    blurred: NotSeenError | None = None


class Attention:
    """Turns frames into looks for the referee, reading as few of them as will do.

    reads: how many frames were read so far.
    """

    def __init__(self, eyes: Eyes) -> None:
        """Nothing was seen yet."""
        self._eyes = eyes
        self._motion = Motion()
        self._plain: Seen | None = None  # the last time that nothing was in the way
        self._backdrops: deque[Backdrop] = deque(maxlen=_MOMENTS)
        # The same with something foreign in the picture.
        self._strange_before: deque[Backdrop] = deque(maxlen=_STRANGE_MOMENTS)
        self._moment = _Moment()
        # As last read, whatever has moved since.
        self._seen: Seen | None = None
        self._trouble: NotSeenError | None = None
        self._foreign = False
        self._now: Backdrop | None = None
        self._hidden: frozenset[str] = frozenset()
        self.reads = 0
        self._read_at = self._searched_at = 0.0
        self._picture: object = None

    @property
    def seen(self) -> Seen | None:
        """What was last read of the table, None where it could not be, or something lay in the way."""
        return None if self._foreign else self._seen

    @property
    def is_in_poor_light(self) -> bool:
        """Whether the board could not be seen, when it was last looked for, as it is too dark or too bright."""
        return self._seen is None and self._trouble is not None and self._trouble.message in POOR_LIGHT

    def look(self, frame: Frame) -> Look:
        """What a frame shows, read closely if need be."""
        board = self._plain.corners if self._plain is not None and self._plain.is_laid else None
        stillness = self._motion.seen(frame.picture, frame.seconds, board)
        if stillness.still_for < PATIENCE.still_s:
            if self._moment.strange is not None:
                self._strange_before.append(self._moment.strange)
            self._moment = _Moment(self._now, self._hidden)
            return Look(frame.seconds, frame.name)
        moment = self._moment
        if stillness.change is Change.LIGHT:
            moment.relit = True
            if self._seen is None:
                # The reason why it was not found may be gone, and the board may have been moved unseen in the dark.
                moment.searched, moment.blurred = False, None
        if self._is_worth_reading(frame, stillness.still_for):
            self._read(frame, stillness.still_for)
        # Some print always seems hidden: what hides a place before and after a movement, or for long, is no hand.
        least_s = PATIENCE.rests_s if self._hidden - moment.hidden_before else PATIENCE.remembered_s
        if moment.fresh is not None and stillness.still_for >= least_s and not moment.is_remembered:
            self._backdrops.append(moment.fresh)
            moment.is_remembered = True
        if self._seen is None:
            return Look(frame.seconds, frame.name, None, self._trouble)
        # Something may reach over the table and, to the reader, hide none of its places.
        if self._foreign and stillness.still_for < PATIENCE.accepted_s:
            return Look(frame.seconds, frame.name)
        return Look(frame.seconds, frame.name, self._seen, relit=moment.relit)

    def _is_worth_reading(self, frame: Frame, still_s: float) -> bool:
        moment = self._moment
        if moment.looks == 0:
            return True
        if still_s >= PATIENCE.search_s and moment.wants_search:
            return True
        rested_at = frame.seconds - still_s + PATIENCE.rests_s
        if self._foreign and rested_at > self._read_at and still_s >= PATIENCE.rests_s:
            return True
        if frame.picture is self._picture:
            return moment.looks < _SIDES
        return moment.looks < _LOOKS or frame.seconds - self._read_at >= PATIENCE.look_again_s

    def _read(self, frame: Frame, still_s: float) -> None:
        """Read where the board was; search for it when it may have grown, or is gone for longer than a hand stays."""
        moment = self._moment
        self.reads += 1
        moment.looks += 1
        self._picture, self._read_at = frame.picture, frame.seconds
        search = (
            self._plain is None
            # More of the board may have been laid since, or some of it was missed.
            or not self._plain.is_laid
            or (moment.wants_search and still_s >= PATIENCE.search_s)
            # It may have come to lie so far from where it was that nothing has moved there.
            or (self._seen is None and frame.seconds - self._searched_at >= PATIENCE.search_again_s)
        )
        if search:
            self._searched_at = frame.seconds
        moment.wants_search &= not search
        moment.searched |= search
        try:
            if search or self._plain is None:
                found = self._eyes.read(frame.picture, frame.lens)
                # With its places named as before, so that later readings can be compared with earlier ones.
                self._seen = found if self._plain is None else found.turned_like(self._plain.position)
            else:
                turned = moment.looks % 2 == 0
                # After a search the board is where it was found, whatever else the picture shows.
                before = self._seen if moment.searched and self._seen is not None else self._plain
                self._seen = self._eyes.follow(frame.picture, before, frame.lens, turned=turned)
        except NotSeenError as error:
            if not search and error.message == BLURRED:
                moment.blurred = error
            if search or self._seen is not None or self._trouble is None:
                self._trouble = self._reason(frame, error)
            self._seen = None
        self._foreign = False
        if self._seen is not None:
            self._compare(frame, self._seen, still_s)
        if self._seen is not None and not self._foreign:
            self._plain = self._seen
        elif not moment.searched:
            # It is a hand, or the camera was bumped so far that the board is looked for in a wrong place.
            moment.wants_search = True

    def _reason(self, frame: Frame, error: NotSeenError) -> NotSeenError:
        """Why the board cannot be seen: unless it is the light, it is covered while enough of it shows in its place.

        A search takes a board under a hand for one that runs out of the picture or is out of focus. That it is out of
        focus is believed only where the board was.
        """
        if self._moment.blurred is not None:
            return self._moment.blurred
        if self._plain is None or error.message in POOR_LIGHT:
            return error
        now = Backdrop.of(frame.picture, self._plain.corners, self._plain.area)
        left = max((it.board_left(now) for it in self._backdrops), default=0.0)
        return CoveredError(COVERED) if left > _LEFT else error

    def _compare(self, frame: Frame, seen: Seen, still_s: float) -> None:
        """Tell whether something is in the way, and have in mind how the table looks now."""
        moment, now = self._moment, Backdrop.of(frame.picture, seen.corners, seen.area)
        self._foreign = self._shows_more(now, still_s)
        if self._foreign and still_s >= PATIENCE.search_s:
            moment.strange = now
        moment.fresh, self._now = None if self._foreign else now, now
        self._hidden = frozenset(seen.hidden)

    def _shows_more(self, now: Backdrop, still_s: float) -> bool:
        """Whether there is more in a picture than the table as it lately looked; what stays is part of the table.

        Several moments are remembered, as there may be an unnoticed hand in one of them. Only those count that the
        camera saw from where it is now, if there are any: it may have been bumped.
        """
        if not self._backdrops or still_s >= PATIENCE.accepted_s:
            return False
        hand = min(_HAND_SHARE * now.area, _HAND)
        may_reach_in = still_s < PATIENCE.rests_s
        before = [it for it in self._backdrops if it.is_from_where(now)] or self._backdrops
        between = self._moment.before
        if any(it.foreign_area(now, between, may_reach_in=may_reach_in) <= hand for it in reversed(before)):
            return False
        # No hand rests twice in the same way; but a changed lamp stays, and so does a camera that was nudged.
        strange = [it for it in self._strange_before if it.is_from_where(now)]
        return all(it.foreign_area(now, may_reach_in=may_reach_in) > hand for it in strange)
