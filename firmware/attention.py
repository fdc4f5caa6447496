"""When to look closely: pictures go to the reader only when the table is still and something may have changed."""

from __future__ import annotations

from firmware.frame import Frame
from firmware.gaze import Look
from vision.backdrop import Backdrop
from vision.game import Eyes, NotSeenError, Seen
from vision.motion import Motion
from vision.pose import Pose

_STILL_S = 0.2  # so long nothing must have moved before a closer look
_HAND_SHARE = 0.125  # of the board's area: no piece and its shadow hide so much, and hardly a hand less
_ACCEPTED_S = 4.0  # what is foreign, hides no place and has not moved for so long is part of the table
_LOOKS = 4  # of each still moment; more of the same table tell nothing new
_LOOK_AGAIN_S = 2.0


class Attention:
    """Turns frames into looks for the referee, reading as few of them as will do."""

    def __init__(self, eyes: Eyes) -> None:
        """Nothing was seen yet."""
        self._eyes = eyes
        self._motion = Motion()
        self._pose: Pose | None = None
        self._backdrop: Backdrop | None = None
        self._seen: Seen | None = None
        self._trouble = ""
        self._looks = 0
        self._read_at = 0.0
        self._picture: object = None

    def look(self, frame: Frame) -> Look:
        """What a frame shows, read closely if need be."""
        stillness = self._motion.seen(frame.picture, frame.seconds)
        if stillness.still_for < _STILL_S:
            self._looks = 0
            return Look(frame.seconds, frame.name)
        if self._is_worth_reading(frame):
            self._read(frame)
        if self._seen is None:
            return Look(frame.seconds, frame.name, None, self._trouble)
        if self._is_hand(frame, self._seen, stillness.still_for):
            return Look(frame.seconds, frame.name)
        return Look(frame.seconds, frame.name, self._seen)

    def _is_worth_reading(self, frame: Frame) -> bool:
        if self._looks == 0:
            return True
        if frame.picture is self._picture:
            return False
        return self._looks < _LOOKS or frame.seconds - self._read_at >= _LOOK_AGAIN_S

    def _read(self, frame: Frame) -> None:
        self._looks += 1
        self._picture, self._read_at = frame.picture, frame.seconds
        try:
            self._seen = self._eyes.read(frame.picture, frame.lens, self._pose)
            if self._pose is not None and self._foreign_share(frame, self._seen) > _HAND_SHARE:
                # A hand, or the camera was bumped so far that the board is followed to a wrong place.
                self._seen = self._eyes.read(frame.picture, frame.lens)
            self._pose = self._seen.pose
        except NotSeenError as error:
            self._seen, self._trouble = None, str(error)

    def _is_hand(self, frame: Frame, seen: Seen, still_s: float) -> bool:
        """Whether something reaches over the table that, to the reader, hides none of its places."""
        if still_s < _ACCEPTED_S and self._foreign_share(frame, seen) > _HAND_SHARE:
            return True
        if not seen.hidden:
            self._backdrop = Backdrop.of(frame.picture, seen.corners)
        return False

    def _foreign_share(self, frame: Frame, seen: Seen) -> float:
        if self._backdrop is None:
            return 0.0
        return self._backdrop.foreign_share(Backdrop.of(frame.picture, seen.corners))
