"""Learning an owner's set from its arrangements: what is learnt is tried, and kept with what may be mixed up."""

from __future__ import annotations

from dataclasses import replace as changed
from math import floor
from typing import TYPE_CHECKING, Any

from calibration.own_set.file import SetProfile, load_set, save_set
from engine.illegible import ILLEGIBLE
from engine.messages import Message, Number
from firmware.calibrate.arranging import Asking, gather, pictures_of
from firmware.calibrate.desk import Desk, now
from firmware.cameras import is_simulated
from firmware.settings.kinds import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, OwnNames
    from firmware.cameras import Camera
    from vision.game import OwnSet, ShotT, Tried
    from vision.photo import Picture

NOT_KEPT = Message(
    "nothing was kept, as what lies otherwise would be learnt: show it once more; --replace keeps it all the same"
)
TOO_FEW = Message("{count} of {due} arrangements were seen; call it again to go on")
TOO_FEW_PHOTOS = Message(
    "{count} of {due} arrangements were seen. Nothing was kept: call it again with a photo of each, named in their "
    "order"
)
TRIED = Message(
    "The last arrangement was read with {before} places wrong or open before, and with {after} now that the others "
    "are known."
)
ALIKE = Message("{one} and {other} look much alike under this lamp: {distance} where 3 would do.")
KEPT = Message("{path}: kept. `set = {value}` under [game] in the settings makes Kibitz use it.")
KEPT_TRIAL = Message("{path}: kept. It is of the simulated table, and of no use before another camera.")
NO_GAIN = Message(
    "{path}: kept, but this set is read as well without: it needs no learning, and with it a look takes three to "
    "seven times as long. It is used only if the settings say `set = {value}` under [game]."
)
NO_BETTER = Message(
    "nothing was kept: the set is read no better with what was learnt; --replace keeps it all the same, --anew "
    "begins anew"
)
THE_OTHER_IS_BETTER = Message(
    "{path} holds a set that is read better ({old} places wrong or open, now {new}). Nothing was changed; --replace "
    "takes the new one."
)

_MOST_ALIKE = 6  # pairs that are named; enough to see if a whole set looks alike


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

    names: what the owner calls the things of the set; used from here on, and kept with it.
    Raises CameraError, OccupiedError and OSError.
    """
    desk = changed(desk, language=desk.language.calling(names.words))
    if not desk.may_draw(".png", replace=replace):
        return 1
    old = desk.there(load_set, replace=replace)
    if old is not None:
        desk.forewarn(old.camera)
    begun = _begun(desk, anew=anew)
    if begun is None:
        return 1
    asking = Asking(camera, own, game, desk, names, begun)
    try:
        gathered = gather(asking, once=replace)
    except KeyboardInterrupt:
        print()
        desk.say_broken_off()
        return 130
    count, due = len(gathered.shots), len(own.arrangements)
    if count < due:
        desk.complain(TOO_FEW if desk.is_live else TOO_FEW_PHOTOS, count=count, due=due)
        return 1
    if gathered.mislaid and not replace:
        desk.complain(NOT_KEPT)
        return 1
    return _finish(asking, gathered.shots, replace=replace)


def _begun(desk: Desk, *, anew: bool) -> Sequence[Picture] | None:
    """The pictures of arrangements that were taken before, to go on from; None where they are to be left alone."""
    from calibration.own_set.gathering import forget_pictures, kept_pictures

    if anew:
        forget_pictures(pictures_of(desk))
    kept = kept_pictures(pictures_of(desk))
    if not desk.may_go_on_with(kept.camera, len(kept.pictures)):
        return None
    if desk.is_live and not kept.pictures:
        # If the first is lost, later ones must not become part of what begins now.
        forget_pictures(pictures_of(desk))
    return kept.pictures


def _finish(asking: Asking[ShotT], shots: Sequence[ShotT], *, replace: bool) -> int:
    """Learn from all arrangements and keep what was learnt, unless the set is read worse with it or a better one is
    there."""
    own, desk = asking.own, asking.desk
    before, after = _tried(own, shots, desk)
    learnt = own.learnt(shots)
    if after.faults > before.faults and not replace:
        desk.complain(NO_BETTER)
        return 1
    profile = SetProfile(asking.game.name, now(), desk.source, learnt, before, after, asking.names.names)
    # By now another one may be there.
    old = desk.there(load_set, replace=replace)
    if old is not None:
        is_better = old.after.faults < after.faults and _is_of_use(own, old)
        faults = {"old": old.after.faults, "new": after.faults}
        if not desk.may_replace(old.camera, THE_OTHER_IS_BETTER if is_better else None, **faults):
            return 1
    save_set(desk.path, profile)
    if is_simulated(desk.source):
        desk.say(KEPT_TRIAL, path=desk.path)
    else:
        said = KEPT if after.faults < before.faults else NO_GAIN
        desk.say(said, path=desk.path, value=quoted(str(desk.path.absolute())))
    # Last: if the disk is full, it has been said already that the set is kept.
    _draw(desk, own.drawn(shots, learnt))
    return 0


def _tried(own: OwnSet[ShotT], shots: Sequence[ShotT], desk: Desk) -> tuple[Tried, Tried]:
    """How the last arrangement is read without and with what the others taught; it is said, and what looks alike."""
    some = own.learnt(shots[:-1])
    before, after = own.tried(shots[-1:], None), own.tried(shots[-1:], some)
    desk.say(TRIED, before=before.faults, after=after.faults)
    for pair in own.alike(shots)[:_MOST_ALIKE]:
        distance = Number(floor(10 * pair.distance) / 10, 1)  # rounded down, never up to what would be enough
        desk.say(ALIKE, one=pair.one, other=pair.other, distance=distance)
    return before, after


def _is_of_use(own: OwnSet[ShotT], profile: SetProfile) -> bool:
    """Whether the eyes can still use what was learnt; not if that was by other networks, before an update."""
    try:
        own.eyes(profile.learnt)
    except ILLEGIBLE:
        return False
    return True


def _draw(desk: Desk, drawn: Picture) -> None:
    """Write the picture of the set that is kept; those of the arrangements are no longer needed."""
    from calibration.own_set.gathering import forget_pictures
    from calibration.store import write_in_folder
    from vision.photo import encoded

    if desk.is_live:
        forget_pictures(pictures_of(desk))
    write_in_folder(desk.path.with_suffix(".png"), encoded(drawn, ".png"))
