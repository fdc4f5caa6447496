"""Learning an owner's set: asks for arrangements, takes each as soon as it lies so, and tries what was learnt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.messages import Message
from firmware.calibrate.desk import Desk, now

if TYPE_CHECKING:
    from engine.game import Game
    from firmware.cameras import Camera
    from vision.game import OwnSet, Tried

LAY_IT_OUT = Message(
    "Arrangement {number} of {count}. Lay it out like this; it is taken by itself. Ctrl-C breaks it off."
)
TAKEN = Message("Arrangement {number} of {count} is taken.")
NOT_SO = Message("not yet as asked for: {places}")
NOT_SEEN = Message("not taken: {reason}")
TOO_FEW = Message("{count} of {due} arrangements were seen; nothing was kept")
TRIED = Message(
    "The last arrangement was read with {before} places wrong or open before, and with {after} now that the others "
    "are known."
)
ALIKE = Message("{one} and {other} look much alike under this lamp: {distance} where 3 would do.")
KEPT = Message('{path}: kept. `set = "{path}"` under [game] in the settings makes Kibitz use it.')
NO_BETTER = Message("nothing was kept: the set is read no better with what was learnt")
THE_OTHER_IS_BETTER = Message(
    "{path} holds a set that is read better ({old} places wrong or open, now {new}). Nothing was changed; --replace "
    "takes the new one."
)

_EVERY_S = 1.0


def calibrate_set(camera: Camera, own: OwnSet, game: Game[Any, Any], desk: Desk, *, replace: bool) -> int:
    """Take all arrangements, learn from them, and keep what was learnt; 1 when nothing was kept.

    Raises CameraError and OSError.
    """
    try:
        shots = _shots(camera, own, game, desk)
    except KeyboardInterrupt:
        print()
        return 130
    due = len(own.arrangements)
    if len(shots) < due:
        desk.complain(TOO_FEW, count=len(shots), due=due)
        return 1
    some = own.learnt(shots[:-1])
    before, after = own.tried(shots[-1:], None), own.tried(shots[-1:], some)
    desk.say(TRIED, before=_faulty(before), after=_faulty(after))
    learnt = own.learnt(shots)
    for pair in own.alike(learnt):
        desk.say(ALIKE, one=pair.one, other=pair.other, distance=f"{pair.distance:.1f}")
    return _keep(desk, game.name, learnt, before, after, replace=replace)


def _shots(camera: Camera, own: OwnSet, game: Game[Any, Any], desk: Desk) -> Sequence[Any]:
    """Shots of the arrangements in their order, as far as they were shown."""
    from vision.game import Misplaced, NotSeenError

    asked = list(own.arrangements)
    shots: list[Any] = []
    shown: object = None
    looked_at, said = float("-inf"), ""
    _ask(desk, game, asked, 0)
    for frame in camera.frames():
        if frame.picture is shown or frame.seconds - looked_at < _EVERY_S:
            continue
        shown, looked_at = frame.picture, frame.seconds
        try:
            shot = own.shot(frame.picture, asked[len(shots)], frame.lens)
        except NotSeenError as error:
            line = desk.language.say(NOT_SEEN, {"reason": error.sentence(desk.language)})
        else:
            if not isinstance(shot, Misplaced):
                shots.append(shot)
                desk.say(TAKEN, number=len(shots), count=len(asked))
                if len(shots) == len(asked):
                    break
                _ask(desk, game, asked, len(shots))
                said = ""
                continue
            line = desk.language.say(NOT_SO, {"places": shot.places})
        if line != said:
            print(line, flush=True)
        said = line
    return shots


def _ask(desk: Desk, game: Game[Any, Any], asked: Sequence[str], number: int) -> None:
    desk.say(LAY_IT_OUT, number=number + 1, count=len(asked))
    print(game.sketch(game.parse_state(asked[number])), flush=True)


def _faulty(tried: Tried) -> int:
    return tried.wrong + tried.unread


def _keep(desk: Desk, game: str, learnt: Any, before: Tried, after: Tried, *, replace: bool) -> int:
    """Write the set, unless what is there is read better, or nothing was gained."""
    from calibration.own_set.file import SetFileError, SetProfile, load_set, save_set

    if _faulty(after) > _faulty(before) and not replace:
        desk.complain(NO_BETTER)
        return 1
    try:
        old = load_set(desk.path)
    except SetFileError:
        old = None
    if old is not None and _faulty(old.after) < _faulty(after) and not replace:
        desk.complain(THE_OTHER_IS_BETTER, path=desk.path, old=_faulty(old.after), new=_faulty(after))
        return 1
    save_set(desk.path, SetProfile(game, now(), desk.source, learnt, before, after))
    desk.say(KEPT, path=desk.path)
    return 0
