"""The eye's short memory: what the table shows while it lies still, gathered from several looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.messages import Message
from firmware.events import Status
from firmware.looking.patience import PATIENCE
from vision.game import NotSeenError, Seen

COVERED = Message("something lies over the board")

# Chosen, not measured.
_MOST_POOLED = 4  # looks
_MOVED_SHARE = 0.02  # of the board's width in the picture: farther, and the camera has been bumped


class CoveredError(NotSeenError):
    """Something hides the board, which lies where it did: a hand, or something that was put there."""


@dataclass(frozen=True, eq=False)
class Look:
    """What the camera shows at one moment.

    seen: what was read, None while something moves or nothing could be read; trouble: why nothing could.
    relit: whether the light has changed since something last moved.
    """

    seconds: float
    frame: str
    seen: Seen | None = None
    trouble: NotSeenError | None = None
    relit: bool = False


@dataclass(frozen=True, eq=False)
class View:
    """What the last looks at a still table show together.

    still_from: since when it has been so, in seconds; quiet_s: for how long; hidden_s: for how long nothing was seen
    before.
    """

    seen: Seen
    still_from: float
    quiet_s: float
    hidden_s: float


class Gaze:
    """Follows the looks at one table.

    condition: why there is no view of the table right now, and what the reader said where it couldn't read.
    """

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self.condition: tuple[Status, NotSeenError | None] | None = (Status.LOOKING, None)
        self._still: list[tuple[float, Seen]] = []
        self._still_from = self._hidden_s = 0.0
        self._clear_at = float("-inf")
        self._trouble_from: float | None = None  # since when, without a movement, nothing could be read
        self._hidden: dict[str, float] = {}  # what hides places, perhaps a hand, and since when
        self._just_these_from = 0.0
        self._lying: set[str] = set()  # places hidden by something that is no hand
        self._odd: set[str] = set()  # places that, now and then, seemed hidden alone for long
        self._corners: Sequence[tuple[float, float]] | None = None
        self._turned: tuple[Seen, str, Seen] | None = None
        self._pooled: tuple[list[Seen], Seen] | None = None
        self._twice: tuple[Seen, Seen] | None = None

    def forget(self, status: Status) -> None:
        """Begin anew with the next look. Unless a hand is why, the board or the camera's place may be another one."""
        self._still = []
        self.condition = (status, None)
        if status is not Status.HAND:
            self._lying, self._odd = set(), set()

    def view(self, look: Look, state: str) -> View | None:
        """What the table shows, once it has been still for a moment; None while it is hidden or out of sight.

        state: the game's state as it was last known, by which the board is taken the right way round; may be empty.
        """
        if look.seen is None:
            self._nothing_seen(look)
            return None
        seen = self._the_right_way_round(look.seen, state)
        self._trouble_from = None
        is_covered = self._note_hidden(self._confirmed(seen), look.seconds)
        if is_covered:
            self.forget(Status.HAND)
            return None
        has_moved = self._note_corners(seen.corners)
        if has_moved:
            self.forget(Status.CAMERA_MOVED)
        if not self._still:
            self._still_from, self._hidden_s = look.seconds, look.seconds - self._clear_at
        self._clear_at = look.seconds
        # An unchanged look keeps its time, so that looks from both sides of the table stay pooled until a fresh one.
        seen_at = next((seconds for seconds, it in self._still if it is seen), look.seconds)
        earlier = [it for it in self._still if seen_at - it[0] < PATIENCE.pooled_s and it[1] is not seen]
        earlier = earlier[1 - _MOST_POOLED :]
        self._still = [*earlier, (seen_at, seen)]
        quiet_s = look.seconds - self._still_from
        if quiet_s < PATIENCE.change_s:
            return None
        self.condition = None
        together = self._together([seen, *(before for _, before in earlier)])
        return View(together, self._still_from, quiet_s, self._hidden_s)

    def _the_right_way_round(self, seen: Seen, state: str) -> Seen:
        """The same as `Seen.turned_like`, worked out once for a picture that is looked at again."""
        if not state:
            return seen
        if self._turned is None or self._turned[0] is not seen or self._turned[1] != state:
            self._turned = seen, state, seen.turned_like(state)
        return self._turned[2]

    def _together(self, looks: list[Seen]) -> Seen:
        """The same as `Seen.pooled`, worked out once."""
        if self._pooled is None or [*map(id, self._pooled[0])] != [*map(id, looks)]:
            self._pooled = looks, looks[0].pooled(looks[1:])
        return self._pooled[1]

    def _nothing_seen(self, look: Look) -> None:
        """It is a hand, as long as something moves or the board is only covered; else the trouble is told."""
        self._still = []
        self._twice = None
        self._hidden = {}
        if look.trouble is None:
            self._trouble_from = None
            self.condition = (Status.HAND, None)
            return
        if self._trouble_from is None:
            self._trouble_from = look.seconds
        is_covered, lasts_s = isinstance(look.trouble, CoveredError), look.seconds - self._trouble_from
        if lasts_s > (PATIENCE.lies_on_it_s if is_covered else PATIENCE.out_of_sight_s):
            self.condition = (Status.CANT_SEE, look.trouble)
        elif is_covered:
            self.condition = (Status.HAND, None)

    def _confirmed(self, seen: Seen) -> Seen:
        """A look; where it takes a single place for hidden, pooled with the one before in the same still moment.

        They are from opposite sides of the table; what only one of them takes for a finger is hardly one.
        """
        if self._twice is None or self._twice[0] is not seen:
            before = None if self._twice is None else self._twice[0]
            alone = len(set(seen.hidden) - self._lying) == 1
            self._twice = seen, seen.pooled([before]) if alone and before is not None else seen
        return self._twice[1]

    def _note_hidden(self, seen: Seen, seconds: float) -> bool:
        """Note which places are hidden, and since when; whether that is a hand over the board.

        What lies still for long is no hand, until it is gone. A print that looks like a finger does so again and
        again, if not in every look.
        """
        self._lying &= {*seen.hidden, *self._odd}
        # A hand comes from beside the board.
        if not set(seen.hidden) & set(seen.rim):
            self._lying.update(seen.hidden)
        hidden = [place for place in seen.hidden if place not in self._lying]
        if set(hidden) != self._hidden.keys():
            self._just_these_from = seconds
        self._hidden = {place: self._hidden.get(place, seconds) for place in hidden}
        long_there = {it for it, since in self._hidden.items() if seconds - since >= PATIENCE.lies_on_it_s}
        if len(hidden) == 1 and seconds - self._just_these_from >= PATIENCE.lies_alone_s:
            long_there.update(hidden)
            self._odd.update(hidden)
        self._lying |= long_there
        return len(long_there) < len(hidden)

    def _note_corners(self, corners: Sequence[tuple[float, float]]) -> bool:
        """Note where the board is in the picture; whether the camera has moved since it was last seen."""
        before, self._corners = self._corners, corners
        if before is None:
            return False
        (left, top), *others = corners
        width = max(abs(x - left) + abs(y - top) for x, y in others)
        return any(
            abs(x - u) + abs(y - v) > _MOVED_SHARE * width
            for (x, y), (u, v) in zip(corners, before, strict=True)
        )
