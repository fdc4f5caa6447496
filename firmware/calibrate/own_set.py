"""Learning an owner's set: asks for arrangements, takes each as soon as it lies so, and tries what was learnt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.own_set.file import SetProfile, load_set, save_set
from engine.messages import Message, Number, Sentence
from firmware.calibrate.desk import BROKEN_OFF, Desk, now
from firmware.cameras import is_live, is_simulated

if TYPE_CHECKING:
    from engine.game import Game, OwnNames
    from firmware.cameras import Camera
    from firmware.frame import Frame
    from vision.game import OwnSet, ShotT, Tried
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
NOT_KEPT = Message(
    "nothing was kept, as what lies otherwise would be learnt: show it once more; --replace keeps it all the same"
)
NOT_SO = Message("not yet as asked for: {places}")
PLACE = Message("{place} ({asked})")
LEAVE_IT = Message("If it lies right all the same, leave it so: it is taken after {seconds} seconds.")
ALL_THE_SAME = Message("It is taken as it is, but seems to lie otherwise on {places}.")
NOT_SEEN = Message("not taken: {reason}")
TOO_FEW = Message("{count} of {due} arrangements were seen; call it again to go on")
TRIED = Message(
    "The last arrangement was read with {before} places wrong or open before, and with {after} now that the others "
    "are known."
)
ALIKE = Message("{one} and {other} look much alike under this lamp: {distance} where 3 would do.")
KEPT = Message('{path}: kept. `set = "{path}"` under [game] in the settings makes Kibitz use it.')
KEPT_TRIAL = Message("{path}: kept. It is of the simulated table, and of no use before another camera.")
NO_GAIN = Message(
    "{path}: kept, but this set is read as well without: it needs no learning, and with it a look takes four to five "
    'times as long. It is used only if the settings say `set = "{path}"` under [game].'
)
NO_BETTER = Message(
    "nothing was kept: the set is read no better with what was learnt; --replace keeps it all the same, --anew "
    "begins anew"
)
THE_OTHER_IS_BETTER = Message(
    "{path} holds a set that is read better ({old} places wrong or open, now {new}). Nothing was changed; --replace "
    "takes the new one."
)

_EVERY_S = 1.0
_INSISTS_S = 30.0  # longer than it takes to fetch the last pieces and lay them
_MOST_SAID = 5  # places with what should lie there: of more, a look at the drawing tells more
_MOST_ALIKE = 6  # pairs that are named: of a set that is all alike, that is enough to see


def calibrate_set(
    camera: Camera,
    own: OwnSet[ShotT],
    game: Game[Any, Any],
    desk: Desk,
    names: OwnNames,
    *,
    anew: bool,
    replace: bool,
) -> int:
    """Take all arrangements, learn from them, and keep what was learnt; 1 when nothing was kept.

    names: what the owner calls the things of the set; they are said so from here on, and kept with it.
    Raises CameraError, OccupiedError and OSError.
    """
    from calibration.own_set.gathering import forget_pictures, kept_pictures

    desk = changed(desk, language=desk.language.calling(names.words))
    if not desk.spares_pictures(".png"):
        return 1
    old = desk.there(load_set, replace=replace)
    if old is not None:
        desk.forewarn(old.camera)
    if anew:
        forget_pictures(_pictures(desk))
    kept = kept_pictures(_pictures(desk))
    if not desk.spares_gathered(kept.camera, len(kept.pictures)):
        return 1
    due = len(own.arrangements)
    gathered: list[ShotT | None] = [None] * due
    try:
        mislaid = _gather(camera, own, game, desk, names, kept.pictures, gathered, once=replace)
    except KeyboardInterrupt:
        print()
        desk.say(BROKEN_OFF)
        return 130
    shots = [it for it in gathered if it is not None]
    if len(shots) < due:
        desk.complain(TOO_FEW, count=len(shots), due=due)
        return 1
    if mislaid and not replace:
        desk.complain(NOT_KEPT)
        return 1
    some = own.learnt(shots[:-1])
    before, after = own.tried(shots[-1:], None), own.tried(shots[-1:], some)
    desk.say(TRIED, before=_faulty(before), after=_faulty(after))
    learnt = own.learnt(shots)
    for pair in own.alike(shots)[:_MOST_ALIKE]:
        desk.say(ALIKE, one=pair.one, other=pair.other, distance=Number(pair.distance, 1))
    if _faulty(after) > _faulty(before) and not replace:
        desk.complain(NO_BETTER)
        return 1
    profile = SetProfile(game.name, now(), desk.source, learnt, before, after, names.names)
    if old is not None:
        is_better = _faulty(old.after) < _faulty(after)
        faults = {"old": _faulty(old.after), "new": _faulty(after)}
        if not desk.may_replace(old.camera, THE_OTHER_IS_BETTER if is_better else None, **faults):
            return 1
    save_set(desk.path, profile)
    if is_simulated(desk.source):
        desk.say(KEPT_TRIAL, path=desk.path)
    else:
        desk.say(KEPT if _faulty(after) < _faulty(before) else NO_GAIN, path=desk.path)
    # At last: where the disk is full, it has been said that the set is kept.
    _draw(desk, own.drawn(shots, learnt))
    return 0


def _gather(
    camera: Camera,
    own: OwnSet[ShotT],
    game: Game[Any, Any],
    desk: Desk,
    names: OwnNames,
    before: Sequence[Picture],
    shots: list[ShotT | None],
    *,
    once: bool,
) -> set[int]:
    """Fill in shots of the arrangements, and again of those that lie otherwise by what the others show.

    Gives back which of them still do. Who stands before a camera is asked again for each, if not `once` is enough.
    """
    again: set[int] = set()
    while True:
        _take(camera, own, game, desk, names, () if again else before, shots, again)
        known = [it for it in shots if it is not None]
        mislaid = own.mislaid(known) if len(known) == len(shots) else {}
        for number, places in mislaid.items():
            desk.say(MISLAID, number=number + 1, places=_with_what(places))
        due = set(mislaid) - again
        if once or not due or not is_live(desk.source):
            return set(mislaid)
        for number in due:
            shots[number] = None
        again |= due


def _take(
    camera: Camera,
    own: OwnSet[ShotT],
    game: Game[Any, Any],
    desk: Desk,
    names: OwnNames,
    before: Sequence[Picture],
    shots: list[ShotT | None],
    again: set[int],
) -> None:
    """Fill in the shots that are missing, in their order, as far as they were shown, now or before it was broken off.

    again: the numbers of those that lay otherwise.
    """
    from calibration.own_set.gathering import keep_picture

    asked = list(own.arrangements)
    shown: object = None
    looked_at, said, off = float("-inf"), "", _Off()
    for frame in camera.frames():
        if shown is None:
            known = _from_before(before, own, frame)
            shots[: len(known)] = known
            if known:
                desk.say(GOES_ON, count=len(known))
            if None not in shots:
                break
            if not again:
                for sentence in names.legend:
                    desk.say(sentence.message, **sentence.facts)
            _ask(desk, game, asked, shots.index(None), again)
        if frame.picture is shown or frame.seconds - looked_at < _EVERY_S:
            continue
        shown, looked_at = frame.picture, frame.seconds
        number = shots.index(None)
        shot = _shot(own, frame, asked[number], desk, off, shots if number in again else ())
        if isinstance(shot, _NotTaken):
            if shot.line != said:
                print(shot.line, flush=True)
            said = shot.line
            continue
        shots[number] = shot
        if desk.is_live:
            keep_picture(_pictures(desk), number + 1, frame.picture, desk.source)
        desk.say(TAKEN, number=number + 1, count=len(asked))
        if None not in shots:
            break
        _ask(desk, game, asked, shots.index(None), again)
        said, off = "", _Off()


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
    own: OwnSet[ShotT], frame: Frame, asked: str, desk: Desk, off: _Off, others: Sequence[ShotT | None]
) -> ShotT | _NotTaken:
    """What a frame shows of an arrangement, or why that is not taken.

    others: all shots, None for this one, where by these it lay otherwise before.
    Who stands before a camera and leaves it as it is, knows better. Photos cannot be laid anew.
    """
    from vision.game import Misplaced, NotSeenError

    try:
        shot = own.shot(frame.picture, asked, frame.lens)
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


def _from_before(pictures: Sequence[Picture], own: OwnSet[ShotT], frame: Frame) -> list[ShotT]:
    """Shots of the pictures that were kept, looked at anew through the lens of a frame."""
    from vision.game import Misplaced, NotSeenError

    shots: list[ShotT] = []
    for asked, picture in zip(own.arrangements, pictures, strict=False):
        try:
            shot = own.shot(picture, asked, frame.lens if picture.shape == frame.picture.shape else None)
        except NotSeenError:
            break
        taken = shot.anyway if isinstance(shot, Misplaced) else shot  # as it was before
        if taken is None:
            break
        shots.append(taken)
    return shots


def _ask(desk: Desk, game: Game[Any, Any], asked: Sequence[str], number: int, again: set[int]) -> None:
    desk.say(LAY_IT_AGAIN if number in again else LAY_IT_OUT, number=number + 1, count=len(asked))
    print(game.sketch(game.parse_state(asked[number])), flush=True)


def _faulty(tried: Tried) -> int:
    return tried.wrong + tried.unread


def _draw(desk: Desk, drawn: Picture) -> None:
    """Write the picture of the set that is kept; those of the arrangements are no longer needed."""
    from calibration.own_set.gathering import forget_pictures
    from calibration.store import write_whole
    from vision.photo import encoded

    if desk.is_live:
        forget_pictures(_pictures(desk))
    write_whole(desk.path.with_suffix(".png"), encoded(drawn, ".png"))


def _pictures(desk: Desk) -> Path:
    """Where the pictures of the arrangements are until there is a result."""
    return desk.path.with_name(f"{desk.path.stem}-pictures")
