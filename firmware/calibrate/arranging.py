"""Asking for the arrangements of an owner's set, one after the other: each is taken as soon as it lies so."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from engine.messages import Message, Sentence
from firmware.cameras import is_live
from vision.game import Misplaced, NotSeenError, ShotT

if TYPE_CHECKING:
    from engine.game import Game, OwnNames
    from firmware.calibrate.desk import Desk
    from firmware.cameras import Camera
    from firmware.frame import Frame
    from vision.game import OwnSet
    from vision.photo import Picture

LAY_IT_OUT = Message(
    "Arrangement {number} of {count}. Lay it out like this; it is taken by itself. Ctrl-C breaks it off."
)
GOES_ON = Message(
    "Going on with {count} arrangement from before; --anew begins anew.",
    "Going on with {count} arrangements from before; --anew begins anew.",
)
TAKEN = Message("Arrangement {number} of {count} is taken.")
LAY_IT_AGAIN = Message(
    "Lay arrangement {number} of {count} once more, like this; it is taken as soon as it lies so."
)
MISLAID = Message("Arrangement {number} seems to lie otherwise than asked for on {places}.")
NOT_SO = Message("not yet as asked for: {places}")
PLACE = Message("{place} ({asked})")
LEAVE_IT = Message("If it lies right all the same, leave it so: it is taken after {seconds} seconds.")
ALL_THE_SAME = Message("It is taken as it is, but seems to lie otherwise on {places}.")
NOT_SEEN = Message("not taken: {reason}")

_EVERY_S = 1.0
_INSISTS_S = 30.0  # longer than it takes to fetch the last pieces and lay them
_MOST_SAID = 5  # places named with what should lie there; for more, the drawing is clearer


@dataclass(frozen=True)
class Asking(Generic[ShotT]):
    """All that it takes to ask for the arrangements of a set before a camera.

    names: what the owner calls the things of the set; before: pictures of its arrangements that were taken before the
    procedure was broken off, from the first one on.
    """

    camera: Camera
    own: OwnSet[ShotT]
    game: Game[Any, Any]
    desk: Desk
    names: OwnNames
    before: Sequence[Picture]


@dataclass(frozen=True)
class Gathered(Generic[ShotT]):
    """What was shown of the arrangements, in their order; mislaid: the numbers of those that lie otherwise."""

    shots: Sequence[ShotT]
    mislaid: Collection[int]


def gather(asking: Asking[ShotT], *, once: bool) -> Gathered[ShotT]:
    """Ask for the arrangements, and again for those that lie otherwise by what the others show.

    With a live camera, each of these is asked for again, unless `once` is set. Where the camera ends before all were
    shown, some are missing. Raises CameraError and OSError.
    """
    own, desk = asking.own, asking.desk
    shots: list[ShotT | None] = [None] * len(own.arrangements)
    again: set[int] = set()
    while True:
        shots = _taken(asking, shots, again)
        known = [it for it in shots if it is not None]
        mislaid = own.mislaid(known) if len(known) == len(shots) else {}
        for number, places in mislaid.items():
            desk.say(MISLAID, number=number + 1, places=_with_what(places))
        due = set(mislaid) - again
        if once or not due or not is_live(desk.source):
            return Gathered(known, mislaid)
        shots = [None if number in due else shot for number, shot in enumerate(shots)]
        again |= due


def pictures_of(desk: Desk) -> Path:
    """Where the pictures of the arrangements are until there is a result."""
    return desk.path.with_name(f"{desk.path.stem}-pictures")


def _taken(
    asking: Asking[ShotT], known: Sequence[ShotT | None], again: Collection[int]
) -> list[ShotT | None]:
    """All shots in their order, the missing ones taken as far as they were shown, now or before.

    again: the numbers of those that lay otherwise.
    """
    from calibration.own_set.gathering import keep_picture

    desk, shots, count = asking.desk, list(known), len(known)
    said, off = "", _Off()
    for nth, frame in enumerate(asking.camera.now_and_then(_EVERY_S)):
        if nth == 0:
            before = [] if again else _from_before(asking, frame)
            shots[: len(before)] = before
            if before:
                desk.say(GOES_ON, count=len(before))
            if None not in shots:
                break
            if not again:
                for sentence in asking.names.legend:
                    desk.say(sentence.message, **sentence.facts)
            _ask(asking, shots.index(None), again)
        number = shots.index(None)
        shot = _shot(asking, frame, number, off, shots if number in again else ())
        if isinstance(shot, _NotTaken):
            line = shot.line if desk.is_live else f"{frame.name}: {shot.line}"
            if line != said:
                desk.show(line)
            said = line
            continue
        shots[number] = shot
        if desk.is_live:
            keep_picture(pictures_of(desk), number + 1, frame.picture, desk.source)
        desk.say(TAKEN, number=number + 1, count=count)
        if None not in shots:
            break
        _ask(asking, shots.index(None), again)
        said, off = "", _Off()
    desk.ask_no_more()
    return shots


@dataclass
class _Off:
    """On which places an arrangement lies otherwise than asked for, and since when, by the camera's clock."""

    places: tuple[str, ...] = ()
    since: float = 0.0

    def lasts(self, places: tuple[str, ...], seconds: float) -> float:
        """How long it has been off on just these places, in seconds."""
        if places != self.places:
            self.places, self.since = places, seconds
        return seconds - self.since


@dataclass(frozen=True, slots=True)
class _NotTaken:
    """An arrangement that is not taken, with the line that says why."""

    line: str


def _shot(
    asking: Asking[ShotT], frame: Frame, number: int, off: _Off, others: Sequence[ShotT | None]
) -> ShotT | _NotTaken:
    """What a frame shows of the arrangement of a number, or why that is not taken.

    others: all shots, None for this one, if by these it lay otherwise before. A person before a live camera who
    leaves it as it is knows better; in photos nothing can be laid anew.
    """
    own, desk = asking.own, asking.desk
    try:
        shot = own.shot(frame.picture, own.arrangements[number], frame.lens)
    except NotSeenError as error:
        off.lasts((), frame.seconds)
        return _NotTaken(desk.language.say(NOT_SEEN, {"reason": error.sentence(desk.language)}))
    if others and not isinstance(shot, Misplaced):
        known = [it for it in others if it is not None]
        places = own.mislaid([*known, shot]).get(len(known))
        shot = shot if places is None else Misplaced(places, shot)
    if not isinstance(shot, Misplaced):
        return shot
    lasts = off.lasts(tuple(shot.places), frame.seconds)
    places_said = _with_what(shot.places)
    not_so = desk.language.say(NOT_SO, {"places": places_said})
    if shot.anyway is None:
        return _NotTaken(not_so)
    if is_live(desk.source) and lasts < _INSISTS_S:
        return _NotTaken(f"{not_so}\n{desk.language.say(LEAVE_IT, {'seconds': int(_INSISTS_S)})}")
    desk.say(ALL_THE_SAME, places=places_said)
    return shot.anyway


def _with_what(places: Mapping[str, Message]) -> tuple[str | Sentence, ...]:
    """Places, with what should lie there as long as they are few."""
    if len(places) > _MOST_SAID:
        return tuple(places)
    return tuple(Sentence(PLACE, {"place": place, "asked": asked}) for place, asked in places.items())


def _from_before(asking: Asking[ShotT], frame: Frame) -> list[ShotT]:
    """Shots made again of the pictures that were kept, through the lens of a frame."""
    shots: list[ShotT] = []
    for asked, picture in zip(asking.own.arrangements, asking.before, strict=False):
        try:
            shot = asking.own.shot(
                picture, asked, frame.lens if picture.shape == frame.picture.shape else None
            )
        except NotSeenError:
            break
        taken = shot.anyway if isinstance(shot, Misplaced) else shot  # as it was before
        if taken is None:
            break
        shots.append(taken)
    return shots


def _ask(asking: Asking[ShotT], number: int, again: Collection[int]) -> None:
    asked, game = asking.own.arrangements, asking.game
    asking.desk.ask(LAY_IT_AGAIN if number in again else LAY_IT_OUT, number=number + 1, count=len(asked))
    asking.desk.draw(game.sketch(game.parse_state(asked[number])))
